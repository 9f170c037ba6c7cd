/** /station/export */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { exportAllQuerySchema, exportFileSchema, newExportFileSchema } from "./export.schema.ts";

const tag = "Station";
const path = "/station/export";

export const exportEverything = endpoint({
  id: "exportEverything",
  method: "GET",
  path,
  tag,
  summary:
    "All data of the caller's organization as a zip of JSON Lines or CSV files, one per table. Secrets are left out.",
  access: "admin",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["application/zip"],
  query: exportAllQuerySchema,
  answer: z.string(),
});

export const exportToFile = endpoint({
  id: "exportToFile",
  places: { "body.file": "chosen" },
  method: "POST",
  path,
  tag,
  summary:
    "Export all data of the organization to a file on this computer. Only the desk can choose the file.",
  access: "admin",
  audited: { kind: "data", act: "made" },
  shape: "one",
  status: 201,
  body: newExportFileSchema,
  errors: ["E2062"],
  answer: exportFileSchema,
});
