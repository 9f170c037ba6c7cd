/** /station/pick-list: the items of chosen waiting orders, by shelf. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { printJobSchema } from "../../printing/printing.schema.ts";
import { pickListInputSchema, pickListSchema } from "./pick-list.schema.ts";

const tag = "Station";

export const makePickList = endpoint({
  id: "makePickList",
  method: "POST",
  path: "/station/pick-list",
  tag,
  summary:
    "List the items of waiting orders by shelf, each item once. Orders that do not wait are left out, and named. Nothing is changed.",
  access: "member",
  shape: "one",
  body: pickListInputSchema,
  errors: ["E1051"],
  answer: pickListSchema,
});

export const drawPickList = endpoint({
  id: "drawPickList",
  method: "POST",
  path: "/station/pick-list/paper",
  tag,
  summary: "The pick list of waiting orders as a PDF on A4.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  body: pickListInputSchema,
  errors: ["E1051", "E2059", "E2255"],
  answer: z.unknown(),
});

export const printPickList = endpoint({
  id: "printPickList",
  method: "POST",
  path: "/station/pick-list/print",
  tag,
  summary:
    "Print the pick list of waiting orders on the printer with the role a4. While no printer has the role, the job waits.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  body: pickListInputSchema,
  errors: ["E1051", "E2059", "E2060", "E2255"],
  answer: printJobSchema,
});
