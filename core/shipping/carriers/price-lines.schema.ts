/** Lines of a price, frozen with a purchase and shown with an offer. */
import { z } from "zod";

export const LINE_KINDS = [
  "base",
  "file",
  "discount",
  "minimum",
  "fuel",
  "oversize",
  "heavy",
  "remote",
  "collection",
  "phoneNotice",
  "smsNotice",
  "declaredValue",
  "cashOnDelivery",
  "appointment",
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const priceLinesSchema = z
  .object({
    /** Id of the version that gave the price. */
    version: z.string(),
    /** Billed desi or kg. */
    desi: z.number(),
    billedBy: z.enum(["kg", "desi"]),
    /** Net amounts in minor units; their sum is the net price. A discount is negative. */
    lines: z.array(z.tuple([z.enum(LINE_KINDS), z.number().int()])),
    discountPpm: z.number().int().optional(),
    /** Net price without the discount, in minor units; absent without a discount. */
    amountOld: z.number().int().optional(),
    /** Amount with taxes that the recipient pays to the carrier, in minor units. */
    recipientPays: z.number().int().optional(),
  })
  .meta({ id: "PriceLines" });
export type PriceLines = z.infer<typeof priceLinesSchema>;
