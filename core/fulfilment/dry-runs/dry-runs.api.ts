/** /station/rules/dry-runs: tries rules over past shipments. */
import { endpoint } from "../../http/endpoint.ts";
import { dryRunInputSchema, dryRunSchema, MOST_PAST } from "./dry-runs.schema.ts";

export const runDry = endpoint({
  id: "runDry",
  method: "POST",
  path: "/station/rules/dry-runs",
  tag: "Choosing",
  summary: `Try rules over the labels of a period, at most the newest ${MOST_PAST}: each shipment is priced again by the versions that were in force at its purchase. Buys and changes nothing.`,
  access: "admin",
  shape: "one",
  errors: ["E2052"],
  body: dryRunInputSchema,
  answer: dryRunSchema,
});
