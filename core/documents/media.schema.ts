/** The paper that something is drawn on or printed to: one shape for labels, documents and printers. */
import { z } from "zod";

/** One side of a sheet, mm. */
export const lengthMmSchema = z.number().min(20).max(500);

/** A sheet, upright as it is read. */
export const mediaSchema = z.object({ widthMm: z.number(), heightMm: z.number() });
export type Media = Readonly<z.infer<typeof mediaSchema>>;

/** The label of a parcel where nothing else is said: what carriers here expect, and what most rolls of printers have. */
export const LABEL_MEDIA: Media = { widthMm: 100, heightMm: 150 };
