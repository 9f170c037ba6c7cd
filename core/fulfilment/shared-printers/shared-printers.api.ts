/**
 * /station/shared-printers and /station/print-requests: print at other stations of the
 * organization.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  newPrintRequestSchema,
  printRequestSchema,
  printRequestsQuerySchema,
  printsAnswerSchema,
  sharedPrinterSchema,
  waitingPrintsSchema,
} from "./shared-printers.schema.ts";

const tag = "Station";
const id = z.object({ id: z.string() });

export const listSharedPrinters = endpoint({
  id: "listSharedPrinters",
  method: "GET",
  path: "/station/shared-printers",
  tag,
  summary:
    "The printers that other stations of the organization share, and how each is now. None for a station alone.",
  access: "home",
  shape: "one",
  answer: z.object({ list: z.array(sharedPrinterSchema) }),
});

export const createPrintRequest = endpoint({
  id: "createPrintRequest",
  method: "POST",
  path: "/station/print-requests",
  tag,
  summary:
    "Print a bought label, or a packing slip, at a printer that another station shares. What that station cannot begin in time is never printed.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  body: newPrintRequestSchema,
  errors: ["E1051", "E1072", "E2034", "E2147", "E2148"],
  answer: printRequestSchema,
});

export const listPrintRequests = endpoint({
  id: "listPrintRequests",
  method: "GET",
  path: "/station/print-requests",
  tag,
  summary:
    "The prints that this station asked others for, and others asked of it, newest first; of the last thirty days.",
  access: "home",
  shape: "one",
  query: printRequestsQuerySchema,
  answer: z.object({ list: z.array(printRequestSchema) }),
});

export const getPrintRequest = endpoint({
  id: "getPrintRequest",
  method: "GET",
  path: "/station/print-requests/:id",
  tag,
  summary: "A print that one station asked another for.",
  access: "home",
  shape: "one",
  params: id,
  errors: ["E2153"],
  answer: printRequestSchema,
});

export const cancelPrintRequest = endpoint({
  id: "cancelPrintRequest",
  method: "DELETE",
  path: "/station/print-requests/:id",
  tag,
  summary: "Cancel a print that the printer's station has not taken yet.",
  access: "home",
  audited: { kind: "print", act: "removed" },
  shape: "one",
  params: id,
  errors: ["E2149", "E2153"],
  answer: printRequestSchema,
});

const waiting = z.object({ list: z.array(waitingPrintsSchema) });

export const listWaitingPrints = endpoint({
  id: "listWaitingPrints",
  method: "GET",
  path: "/station/waiting-prints",
  tag,
  summary:
    "Prints that other desks asked for beyond ten in a minute: they wait until a person here allows them, or their time is over.",
  access: "home",
  shape: "one",
  answer: waiting,
});

export const answerWaitingPrints = endpoint({
  id: "answerWaitingPrints",
  method: "POST",
  path: "/station/waiting-prints/answer",
  tag,
  summary:
    "Print what other desks asked for and waits for a person here, or turn it down. What is not waiting any more stays as it is.",
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  body: printsAnswerSchema,
  answer: waiting,
});
