/** /station/products/imports: imports products from a file. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { importInputSchema } from "../imports/imports.schema.ts";
import { productFileProgressSchema, productFileSchema } from "./product-files.schema.ts";

const tag = "Station";
/** Largest body, in bytes: a file of 16 MiB as base64, and its name. */
const LARGEST_BODY = 22 * 1024 * 1024;

export const checkProductFile = endpoint({
  id: "checkProductFile",
  method: "POST",
  path: "/station/products/imports",
  tag,
  summary:
    "Check a product file (CSV, XLSX): counts the good rows and lists the faults in the others, by row and column. Nothing is imported yet.",
  access: "home",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  wholeBody: true,
  body: importInputSchema,
  answer: productFileSchema,
  errors: ["E2029", "E2096"],
});

export const takeProductFile = endpoint({
  id: "takeProductFile",
  method: "POST",
  path: "/station/products/imports/:id/take",
  tag,
  summary:
    "Import some good rows of a checked product file; call it until all are imported. An empty cell changes nothing, and barcodes are added.",
  access: "home",
  audited: { kind: "product", act: "made" },
  shape: "one",
  params: z.object({ id: z.string() }),
  body: z.strictObject({ atMost: z.int().min(1).max(1_000).default(200) }),
  answer: productFileProgressSchema,
  errors: ["E2068"],
});
