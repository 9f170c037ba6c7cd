/**
 * Schema of a price agreement in its first format, in which one card held everything. Such cards are
 */
import { z } from "zod";

/** Prices in minor units, one per zone, in the order of `zones`. */
const pricesByZone = z.array(z.number().int().min(0)).min(1);

const serviceSchema = z.object({
  code: z.string().regex(/^[A-Z0-9_]+$/),
  name: z.string(),
  transportType: z.string().default("ROAD"),
  rating: z.number().min(0).max(5),
  durationTerms: z.string(),
  /** Promised hours until delivery, one per zone. */
  hours: z.array(z.number().int().positive()).min(1),
  /** Steps by rising `upToDesi`; the first step at or above the charged weight gives the price. */
  steps: z.array(z.object({ upToDesi: z.number().positive(), prices: pricesByZone })).min(1),
  /** Price of each started desi above the last step; absent: a heavier parcel has no price. */
  perExtraDesi: pricesByZone.optional(),
  maxDesi: z.number().positive(),
  maxKg: z.number().positive(),
  maxSideCm: z.number().positive(),
  /** A side above `overSideCm` adds `amount`. */
  oversize: z
    .object({ overSideCm: z.number().positive(), amount: z.number().int().min(0) })
    .optional(),
  /** Cash on delivery: `never`, `also`, or `only` (the service takes no other parcels). */
  collects: z.enum(["never", "also", "only"]),
  /** Fee for cash on delivery: parts per million of the amount, at least `min`. */
  collectFee: z.object({ min: z.number().int().min(0), ppm: z.number().int().min(0) }).optional(),
  /** Plate codes of served destinations; absent: all. */
  toCities: z.array(z.string()).optional(),
  /** Delivery by appointment: the next `days` days without Sundays, each adding `amount`. */
  appointments: z
    .object({ days: z.number().int().min(1).max(14), amount: z.number().int().min(0) })
    .optional(),
});

export const cardV1Schema = z.object({
  providerCode: z.string().regex(/^[A-Z0-9]+$/),
  carrierName: z.string(),
  /** Whether the card is a sample instead of a signed agreement; shown with every price. */
  isSample: z.boolean().default(false),
  /** Whether only an organization with an account at the carrier gets quotes. */
  needsAccount: z.boolean().default(false),
  /** cm³ per desi. */
  desiDivisor: z.number().int().positive(),
  validFrom: z.string(),
  validTo: z.string().nullable().default(null),
  /**
   * Zones by road distance, rising. The first zone, 0 km, is within one city; the last zone is
   * unlimited.
   */
  zones: z.array(z.object({ name: z.string(), maxKm: z.number().int().min(0).nullable() })).min(1),
  barcode: z.object({
    prefix: z.string().regex(/^[A-Z0-9]*$/),
    first: z.number().int().positive(),
    last: z.number().int().positive(),
  }),
  /** URL with `{barcode}` as placeholder; empty: the carrier gives the URL later. */
  trackingUrl: z.string(),
  services: z.array(serviceSchema).min(1),
});
export type CardV1 = z.infer<typeof cardV1Schema>;
