/** /station/diagnostics */
import { endpoint } from "../../http/endpoint.ts";
import { diagnosticsSchema } from "./diagnostics.schema.ts";

export const getDiagnostics = endpoint({
  id: "getDiagnostics",
  method: "GET",
  path: "/station/diagnostics",
  tag: "Station",
  summary:
    "Versions, the health of the database, printers, open work and the last faults; with a text to send to those who help.",
  access: "station",
  shape: "one",
  answer: diagnosticsSchema,
});
