/**
 * A price agreement as data: what a carrier asks for which parcel to which zone, and the numbers it
 * gives.
 */
import { z } from "zod";

/** Minor units, one per zone, in the order of `zones`. */
const pricesByZone = z.array(z.number().int().min(0)).min(1);

const serviceSchema = z.object({
  code: z.string().regex(/^[A-Z0-9_]+$/),
  name: z.string(),
  transportType: z.string().default("ROAD"),
  rating: z.number().min(0).max(5),
  durationTerms: z.string(),
  /** Promised hours to the door, one per zone. */
  hours: z.array(z.number().int().positive()).min(1),
  /**
   * Rising `upToDesi`; the first step that is not smaller than the charged weight gives the price.
   */
  steps: z.array(z.object({ upToDesi: z.number().positive(), prices: pricesByZone })).min(1),
  /** For every desi begun above the last step; without it the last step is the limit. */
  perExtraDesi: pricesByZone.optional(),
  maxDesi: z.number().positive(),
  maxKg: z.number().positive(),
  maxSideCm: z.number().positive(),
  /** A side above `overSideCm` costs `amount` more. */
  oversize: z
    .object({ overSideCm: z.number().positive(), amount: z.number().int().min(0) })
    .optional(),
  /** Cash on delivery: `never`, `also`, or `only` (the service exists for it). */
  collects: z.enum(["never", "also", "only"]),
  /** Fee for collecting: at least `min`, else parts per million of the amount. */
  collectFee: z.object({ min: z.number().int().min(0), ppm: z.number().int().min(0) }).optional(),
  /** Plate codes served as destination; absent: all. */
  toCities: z.array(z.string()).optional(),
  /** Delivery by appointment: the next `days` days, each for `amount` more. */
  appointments: z
    .object({ days: z.number().int().min(1).max(14), amount: z.number().int().min(0) })
    .optional(),
});

export const rateCardSchema = z.object({
  providerCode: z.string().regex(/^[A-Z0-9]+$/),
  carrierName: z.string(),
  /** Shown with every price of a card that is not a signed agreement. */
  isSample: z.boolean().default(false),
  /** Quoted only to an organization with its own account at the carrier. */
  needsAccount: z.boolean().default(false),
  /** cm³ per desi. */
  desiDivisor: z.number().int().positive(),
  validFrom: z.string(),
  validTo: z.string().nullable().default(null),
  /** By road distance, rising; the last one has no end. The first, 0 km, is within one city. */
  zones: z.array(z.object({ name: z.string(), maxKm: z.number().int().min(0).nullable() })).min(1),
  barcode: z.object({
    prefix: z.string().regex(/^[A-Z0-9]*$/),
    first: z.number().int().positive(),
    last: z.number().int().positive(),
  }),
  /** `{barcode}` is replaced; empty: the carrier gives the URL later. */
  trackingUrl: z.string(),
  services: z.array(serviceSchema).min(1),
});
export type RateCard = z.infer<typeof rateCardSchema>;
export type RateCardService = RateCard["services"][number];
