/** /station/printers/search: printers of the network that are not set up yet. */
import { endpoint } from "../../http/endpoint.ts";
import { networkSearchSchema } from "./discovery.schema.ts";

export const searchPrinters = endpoint({
  id: "searchPrinters",
  method: "POST",
  path: "/station/printers/search",
  tag: "Station",
  summary: "Search the network for printers, for three seconds. Nothing is printed.",
  access: "station",
  shape: "one",
  answer: networkSearchSchema,
});
