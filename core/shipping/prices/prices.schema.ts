/** Wire shapes of the price list. */
import { z } from "zod";
import { laxMeasure, laxText } from "../../base/wire.ts";

export const priceQuerySchema = z.object({
  paramType: laxText(20),
  /** cm */
  length: laxMeasure,
  width: laxMeasure,
  height: laxMeasure,
  /** kg */
  weight: laxMeasure,
  /**
   * Plate codes, our extension. Default of `fromCityCode`: the default sender's city, otherwise
   * Istanbul. Default of `toCityCode`: the same city as `fromCityCode`.
   */
  fromCityCode: laxText(10),
  toCityCode: laxText(10),
});
export type PriceQuery = z.output<typeof priceQuerySchema>;

const listedOfferSchema = z
  .object({
    amount: z.string(),
    currency: z.string(),
    amountLocal: z.string(),
    amountVat: z.string(),
    amountLocalVat: z.string(),
    amountTax: z.string(),
    amountLocalTax: z.string(),
    totalAmount: z.string(),
    totalAmountLocal: z.string(),
    providerCode: z.string(),
    providerServiceCode: z.string(),
    transportType: z.string(),
  })
  .meta({ id: "ListedOffer" });
export type ListedOffer = z.infer<typeof listedOfferSchema>;

export const priceRowSchema = z
  .object({ desi: z.string(), offers: z.array(listedOfferSchema) })
  .meta({ id: "PriceRow" });
export type PriceRow = z.infer<typeof priceRowSchema>;

export const priceListSchema = z
  .object({
    result: z.literal(true),
    additionalMessage: z.string(),
    priceList: z.array(priceRowSchema),
  })
  .meta({ id: "PriceListAnswer" });
