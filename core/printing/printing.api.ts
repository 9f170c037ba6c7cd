/** /station/printjobs and /station/documents: printing at this desk. */
import { z } from "zod";
import { documentSchema, uploadDocumentSchema } from "../db/documents/documents.schema.ts";
import { endpoint } from "../http/endpoint.ts";
import {
  answerPrintJobSchema,
  printJobHistorySchema,
  printJobSchema,
  printJobStatusSchema,
} from "./printing.schema.ts";
import { newPrintSchema } from "./program-prints.schema.ts";

const tag = "Station";
/** Largest body, in bytes: a file of 5 MB as base64, and the other fields. */
const LARGEST_UPLOAD = 7 * 1024 * 1024;
const id = z.object({ id: z.string() });

export const listPrintJobs = endpoint({
  id: "listPrintJobs",
  method: "GET",
  path: "/station/printjobs",
  tag,
  summary:
    "The print journal, newest first. A token that may only print gets the jobs that it created.",
  access: "member",
  scope: "print",
  shape: "one",
  errors: ["E1051"],
  query: z.object({
    status: printJobStatusSchema.optional(),
    shipmentID: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(500).catch(20).default(20),
  }),
  answer: z.object({ list: z.array(printJobSchema) }),
});

export const getPrintJob = endpoint({
  id: "getPrintJob",
  method: "GET",
  path: "/station/printjobs/:id",
  tag,
  summary: "A print job.",
  access: "member",
  scope: "print",
  shape: "one",
  params: id,
  errors: ["E2027"],
  answer: printJobHistorySchema,
});

export const createPrintJob = endpoint({
  id: "createPrintJob",
  method: "POST",
  path: "/station/printjobs",
  tag,
  summary:
    "Print a bought label, for the first time or once more; or a PDF, PNG or ZPL of another program.",
  access: "home",
  audited: { kind: "print", act: "made" },
  scope: "print",
  shape: "one",
  status: 201,
  bodyLimit: LARGEST_UPLOAD,
  body: newPrintSchema,
  errors: ["E1051", "E1072", "E2025", "E2029", "E2056", "E2060", "E2070", "E2158"],
  answer: printJobSchema,
});

export const cancelPrintJob = endpoint({
  id: "cancelPrintJob",
  method: "DELETE",
  path: "/station/printjobs/:id",
  tag,
  summary:
    "Cancel a waiting print job. A job that is being sent to the printer cannot be cancelled.",
  access: "home",
  audited: { kind: "print", act: "removed" },
  scope: "print",
  shape: "one",
  params: id,
  errors: ["E2027", "E2071"],
  answer: printJobSchema,
});

export const streamPrintJob = endpoint({
  id: "streamPrintJob",
  method: "GET",
  path: "/station/printjobs/:id/events",
  tag,
  summary:
    "The states of a print job, as server-sent events named printjob: first its present state, then each change. The stream ends with the job.",
  access: "member",
  scope: "print",
  shape: "bytes",
  media: ["text/event-stream"],
  params: id,
  errors: ["E2005", "E2027"],
  answer: z.unknown(),
});

export const createDocument = endpoint({
  id: "createDocument",
  method: "POST",
  path: "/station/documents",
  tag,
  summary:
    "Upload a label as PDF, ZPL or PNG, to print it on any printer of this desk. Uploading the same file again returns the same document.",
  access: "home",
  shape: "one",
  status: 201,
  bodyLimit: LARGEST_UPLOAD,
  body: uploadDocumentSchema,
  errors: ["E2029", "E2060"],
  answer: documentSchema,
});

export const deleteDocument = endpoint({
  id: "deleteDocument",
  method: "DELETE",
  path: "/station/documents/:hash",
  tag,
  summary:
    "Delete an uploaded document. A document that is not deleted is removed thirty days after its last use, or earlier when newer documents need its place.",
  access: "home",
  shape: "one",
  params: z.object({ hash: z.string() }),
  errors: ["E2056", "E2061"],
  answer: documentSchema,
});

export const answerPrintJob = endpoint({
  id: "answerPrintJob",
  method: "POST",
  path: "/station/printjobs/:id/answer",
  tag,
  summary:
    "Answer a print with an unknown outcome: the label was printed, or it was not and is printed again.",
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  params: id,
  body: answerPrintJobSchema,
  errors: ["E2027", "E2028"],
  answer: printJobSchema,
});
