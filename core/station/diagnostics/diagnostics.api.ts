/** /station/diagnostics */
import { endpoint } from "../../http/endpoint.ts";
import { diagnosticsSchema } from "./diagnostics.schema.ts";

export const getDiagnostics = endpoint({
  id: "getDiagnostics",
  method: "GET",
  path: "/station/diagnostics",
  tag: "Station",
  summary:
    "Get versions, the health of the database, printers, open work and the last faults, and the same as a text to send to support.",
  access: "station",
  shape: "one",
  answer: diagnosticsSchema,
});
