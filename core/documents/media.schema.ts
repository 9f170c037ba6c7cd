/** The paper that something is drawn on or printed to: one shape for labels, documents and printers. */
import { z } from "zod";

/** One side of a sheet, mm. */
export const lengthMmSchema = z.number().min(20).max(500);

/** A sheet, upright as it is read. */
export const mediaSchema = z.object({ widthMm: z.number(), heightMm: z.number() });
export type Media = Readonly<z.infer<typeof mediaSchema>>;

/** The default size of a parcel label, 100 × 150 mm: Turkish carriers expect it, and most label rolls have it. */
export const LABEL_MEDIA: Media = { widthMm: 100, heightMm: 150 };
