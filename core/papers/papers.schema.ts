/** Wire shapes of the papers of a desk: packing slips, manifests and sheets of labels. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";

const isDay = (text: string): boolean => new Date(`${text}T00:00:00.000Z`).toJSON()?.startsWith(text) ?? false;

export const slipQuerySchema = z.object({ paper: z.enum(["A4", "A5"]).default("A4") });

/** By Turkish time; today when absent. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD").refine(isDay, "must be a day that there is").optional();

export const manifestQuerySchema = z.object({
  /** Provider code, as of GET /shipments. */
  carrier: z.string().trim().min(1).max(50),
  day: daySchema,
  format: z.enum(["pdf", "xlsx"]).default("pdf"),
});
export type ManifestQuery = z.output<typeof manifestQuerySchema>;

export const manifestsQuerySchema = z.object({ day: daySchema });

/** A carrier that takes parcels over on a day. */
export const manifestCarrierSchema = z.object({ providerCode: z.string(), carrierName: z.string(), /** Labels in force. */ parcels: z.int() }).meta({ id: "ManifestCarrier" });
export type ManifestCarrier = z.infer<typeof manifestCarrierSchema>;

const MOST_LABELS = 1_000;

export const labelSheetSchema = z.object({
  /** In the order of the labels; one that is named twice is drawn once. */
  shipmentIDs: z.array(uuidID).min(1).max(MOST_LABELS),
  /** "label": each on a page of 100 × 150 mm. "A4x4": four labels of A6 on each page of A4. */
  paper: z.enum(["label", "A4x4"]).default("label"),
  /** Of A4x4: the first free place of the first page, row by row. */
  startAt: z.int().min(1).max(4).default(1),
  /** Of A4x4: short strokes where to cut. */
  cutMarks: z.boolean().default(false),
}).meta({ id: "LabelSheet" });
export type LabelSheet = z.output<typeof labelSheetSchema>;
