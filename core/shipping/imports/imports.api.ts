/** /station/imports: imports order files. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { LONGEST_SOURCE_NAME } from "../sources/order-sources.schema.ts";
import {
  importInputSchema,
  importProgressSchema,
  importResultSchema,
  LARGEST_BODY,
  mendInputSchema,
  mendResultSchema,
} from "./imports.schema.ts";

export const importOrders = endpoint({
  id: "importOrders",
  method: "POST",
  path: "/station/imports",
  tag: "Station",
  summary:
    "Import an order file (CSV or XLSX): good rows become waiting orders, bad rows are listed.",
  access: "member",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  /**
   * `importID`: id with which the caller reads the progress, stops the import, and gets the
   * rejected rows.
   */
  query: z.object({
    importID: z.uuid().optional(),
    /** Name or id of the file's source; absent: found by the file's headings. */
    source: z.string().trim().min(1).max(LONGEST_SOURCE_NAME).optional(),
  }),
  wholeBody: true, // parsing takes longer than other requests may wait
  body: importInputSchema,
  errors: ["E2029", "E2096", "E2290", "E2291", "E1068", "E2131"],
  answer: importResultSchema,
});

const params = z.object({ importID: z.string() });

export const getImportProgress = endpoint({
  id: "getImportProgress",
  method: "GET",
  path: "/station/imports/:importID",
  tag: "Station",
  summary:
    "Progress of an import, by the importID that it was sent with; E2090 before it starts and after it has ended.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2090"],
  answer: importProgressSchema,
});

export const stopImport = endpoint({
  id: "stopImport",
  method: "DELETE",
  path: "/station/imports/:importID",
  tag: "Station",
  summary: "Stop an import: imported orders stay, and the import's answer counts them.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2090"],
  answer: importProgressSchema,
});

export const saveRefusedRows = endpoint({
  id: "saveRefusedRows",
  method: "GET",
  path: "/station/imports/:importID/refused",
  tag: "Station",
  summary:
    "The rows that an import rejected, as a CSV file: the reason, then the file's columns. Once corrected, the file can be imported unchanged.",
  access: "member",
  shape: "bytes",
  media: ["text/csv"],
  params,
  query: z.object({ language: z.enum(["tr", "en"]).catch("tr").default("tr") }),
  errors: ["E2068"],
  answer: z.unknown(),
});

export const mendRefusedRows = endpoint({
  id: "mendRefusedRows",
  method: "POST",
  path: "/station/imports/:importID/mend",
  tag: "Station",
  summary:
    "Import rejected rows with corrected fields: each is checked as in its file, and imported once.",
  access: "member",
  shape: "one",
  params,
  body: mendInputSchema,
  errors: ["E2068", "E2131", "E1068"],
  answer: mendResultSchema,
});
