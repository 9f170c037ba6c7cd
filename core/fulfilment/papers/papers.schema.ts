/** Wire shapes of the papers of a desk: packing slips, manifests and sheets of labels. */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";
import { uuidID } from "../../base/wire.ts";

export const slipQuerySchema = z.object({ paper: z.enum(["A4", "A5"]).default("A4") });

export const manifestQuerySchema = z.object({
  /** Provider code, as of GET /shipments. */
  carrier: z.string().trim().min(1).max(50),
  /** By Turkish time; today when absent. */
  day: daySchema.optional(),
  format: z.enum(["pdf", "xlsx"]).default("pdf"),
});
export type ManifestQuery = z.output<typeof manifestQuerySchema>;

export const manifestsQuerySchema = z.object({ day: daySchema.optional() });

/** A carrier that takes parcels over on a day. */
export const manifestCarrierSchema = z
  .object({
    providerCode: z.string(),
    carrierName: z.string(),
    /** Labels in force. */
    parcels: z.int(),
  })
  .meta({ id: "ManifestCarrier" });
export type ManifestCarrier = z.infer<typeof manifestCarrierSchema>;

const MOST_LABELS = 1_000;

export const labelSheetSchema = z
  .object({
    /** In the order of the labels; one that is named twice is drawn once. */
    shipmentIDs: z.array(uuidID).min(1).max(MOST_LABELS),
    /** "label": each on a page of 100 × 150 mm. "A4x4": four labels of A6 on each page of A4. */
    paper: z.enum(["label", "A4x4"]).default("label"),
    /** Of A4x4: the first free place of the first page, row by row. */
    startAt: z.int().min(1).max(4).default(1),
    /** Of A4x4: short strokes where to cut. */
    cutMarks: z.boolean().default(false),
  })
  .meta({ id: "LabelSheet" });
export type LabelSheet = z.output<typeof labelSheetSchema>;
