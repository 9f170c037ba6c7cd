/** /station/shipments/{id}/papers: documents that are printed with a shipment's label. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { newPaperSchema, paperSchema } from "./shipment-papers.schema.ts";

const tag = "Station";
const path = "/station/shipments/:shipmentID/papers";
const params = z.object({ shipmentID: z.string() });

export const addPaper = endpoint({
  id: "addPaper",
  method: "POST",
  path,
  tag,
  summary:
    "Attach a document to a shipment. It is printed with the label, on the printer of the document's role; at once when the label is already queued.",
  access: "home",
  shape: "one",
  status: 201,
  params,
  body: newPaperSchema,
  errors: ["E1051", "E1072", "E2056"],
  answer: paperSchema,
});

export const listPapers = endpoint({
  id: "listPapers",
  method: "GET",
  path,
  tag,
  summary: "The documents that are printed with a shipment's label.",
  access: "home",
  shape: "one",
  params,
  errors: ["E1051"],
  answer: z.object({ list: z.array(paperSchema) }),
});

export const removePaper = endpoint({
  id: "removePaper",
  method: "DELETE",
  path: `${path}/:paperID`,
  tag,
  summary: "Remove a document from a shipment whose label is not queued yet.",
  access: "home",
  shape: "one",
  params: params.extend({ paperID: z.string() }),
  errors: ["E1051", "E2056", "E2071"],
  answer: paperSchema,
});
