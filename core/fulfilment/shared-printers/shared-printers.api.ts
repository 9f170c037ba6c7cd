/**
 * /station/shared-printers, /station/print-requests and /station/waiting-prints: printing at other
 * stations of the organization, and other stations' prints here.
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
    "The printers that other stations of the organization share, with their states. Empty for a station that has not joined others.",
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
    "Print a bought label, or a packing slip, on a printer that another station shares. A request that the printer's station does not start in time is never printed.",
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
  summary: "The print requests from and to this station of the last thirty days, newest first.",
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
  summary: "A print request from one station to another.",
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
  summary: "Cancel a print request that the printer's station has not taken yet.",
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
    "Print requests of other desks beyond ten in a minute, which wait until a person here allows or rejects them, or they expire.",
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
    "Allow or reject print requests of other desks that wait for a person here. Requests that no longer wait stay unchanged.",
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  body: printsAnswerSchema,
  answer: waiting,
});
