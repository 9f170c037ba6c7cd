/** /station/imports */
import { endpoint } from "../http/endpoint.ts";
import { importInputSchema, importResultSchema } from "./imports.schema.ts";

/** Of the whole body: a file of 16 MiB as base64, and its name. A file that is a little larger gets a refusal with the limits. */
const LARGEST_BODY = 22 * 1024 * 1024;

export const importOrders = endpoint({
  id: "importOrders",
  method: "POST",
  path: "/station/imports",
  tag: "Station",
  summary: "Import an order file (CSV): good rows become waiting orders, bad rows are listed.",
  access: "member",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  wholeBody: true, // parsing it takes longer than others may wait
  body: importInputSchema,
  errors: ["E2029", "E1068"],
  answer: importResultSchema,
});
