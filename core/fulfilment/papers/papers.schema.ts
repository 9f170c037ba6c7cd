/** Wire shapes of the papers of a desk: packing slips, manifests and sheets of labels. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { uuidID } from "../../base/wire.ts";
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";

export const slipQuerySchema = z.object({ paper: z.enum(["A4", "A5"]).default("A4") });

export const manifestQuerySchema = z.object({
  /** Provider code, as in GET /shipments. */
  carrier: z.string().trim().min(1).max(50).transform(currentCode),
  /** Turkish time; today when absent. */
  day: daySchema.optional(),
  format: z.enum(["pdf", "xlsx"]).default("pdf"),
});
export type ManifestQuery = z.output<typeof manifestQuerySchema>;

/** POST /station/manifest/print */
export const printedManifestSchema = manifestQuerySchema
  .omit({ format: true })
  .meta({ id: "PrintedManifest" });
export type PrintedManifest = z.output<typeof printedManifestSchema>;

export const handOverManifestSchema = manifestQuerySchema.pick({ format: true });

export const manifestsQuerySchema = z.object({ day: daySchema.optional() });

/** Carrier with parcels to collect on a day. */
export const manifestCarrierSchema = z
  .object({
    providerCode: z.string(),
    carrierName: z.string(),
    /** Number of labels in force. */
    parcels: z.int(),
  })
  .meta({ id: "ManifestCarrier" });
export type ManifestCarrier = z.infer<typeof manifestCarrierSchema>;

const MOST_LABELS = 1_000;

export const labelSheetSchema = z
  .object({
    /** Shipments in the order of their labels; a repeated id is drawn once. */
    shipmentIDs: z.array(uuidID).min(1).max(MOST_LABELS),
    /** "label": one label on each page of 100 × 150 mm. "A4x4": four A6 labels on each A4 page. */
    paper: z.enum(["label", "A4x4"]).default("label"),
    /** First free position on the first A4x4 page, row by row. */
    startAt: z.int().min(1).max(4).default(1),
    /** Whether A4x4 pages get short cut marks. */
    cutMarks: z.boolean().default(false),
  })
  .meta({ id: "LabelSheet" });
export type LabelSheet = z.output<typeof labelSheetSchema>;
