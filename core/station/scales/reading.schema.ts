/** A scale's report in this station's terms, as a driver's process sends it to the core. */
import { z } from "zod";

/**
 * `isStable`: null when the scale does not report motion. `otherUnit`: a weight in a unit other
 * than kg or g, which is not converted. `fault`: the scale reports that it must be calibrated,
 * zeroed or repaired.
 */
export const readingSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("weight"),
    grams: z.int(),
    isStable: z.boolean().nullable(),
  }),
  z.strictObject({ kind: z.literal("moving") }),
  z.strictObject({ kind: z.literal("overloaded") }),
  z.strictObject({ kind: z.literal("negative") }),
  z.strictObject({ kind: z.literal("otherUnit"), unit: z.string().max(12) }),
  z.strictObject({ kind: z.literal("fault") }),
]);
export type Reading = z.infer<typeof readingSchema>;
