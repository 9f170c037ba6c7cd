/** The paper to draw on or print to: labels, documents and printers share this shape. */
import { z } from "zod";

/** A sheet, upright as it is read. */
export const mediaSchema = z.object({ widthMm: z.number(), heightMm: z.number() });
export type Media = Readonly<z.infer<typeof mediaSchema>>;

/**
 * Default size of a parcel label, 100 × 150 mm: Turkish carriers expect it, and most label rolls
 * have it.
 */
export const LABEL_MEDIA: Media = { widthMm: 100, heightMm: 150 };

/**
 * Common papers of label printers and offices, by the names on their packets. Users can also type
 * other sizes.
 */
export const NAMED_MEDIA: readonly (Media & { readonly name: string })[] = [
  { name: "100 × 150 mm", ...LABEL_MEDIA },
  { name: "100 × 100 mm", widthMm: 100, heightMm: 100 },
  { name: "4 × 6 in", widthMm: 101.6, heightMm: 152.4 },
  { name: "80 × 130 mm", widthMm: 80, heightMm: 130 },
  { name: "76 × 130 mm", widthMm: 76, heightMm: 130 },
  { name: "80 × 50 mm", widthMm: 80, heightMm: 50 },
  { name: "A6", widthMm: 105, heightMm: 148 },
];
