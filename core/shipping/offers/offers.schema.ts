/** Wire shapes of offers. */
import { z } from "zod";
import { LINE_KINDS } from "../carriers/price-lines.schema.ts";

const money = z.string().regex(/^-?\d+\.\d{2}$/);

/** Fourteen price fields that offers, shipments and transactions share. */
export const priceFields = {
  amount: money,
  currency: z.string(),
  amountLocal: money,
  currencyLocal: z.string(),
  amountVat: money,
  amountLocalVat: money,
  amountTax: money,
  amountLocalTax: money,
  totalAmount: money,
  totalAmountLocal: money,
  amountOld: money,
  amountLocalOld: money,
  discountRate: money,
  bonusBalance: money,
};

const bareOffer = {
  id: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...priceFields,
  providerCode: z.string(),
  providerServiceCode: z.string(),
  providerAccountID: z.uuid().nullable(),
  /** Nanoseconds. */
  averageEstimatedTime: z.number().int(),
  averageEstimatedTimeHumanReadible: z.string(),
  durationTerms: z.string(),
  rating: z.number(),
  isAccepted: z.boolean(),
  isGlobal: z.boolean(),
  isC2C: z.boolean(),
  isMainOffer: z.boolean(),
  isProviderAccountOffer: z.boolean(),
  integrationType: z.string(),
  providerAccountOwnerType: z.string(),
  providerAccountName: z.string().nullable(),
  /**
   * Whether the price is a sample for trying the station out, so that no carrier accepts the
   * parcel; our extension. Absent for a real price.
   */
  isSample: z.literal(true).optional(),
  /**
   * Whether the balance at the marketplace that `providerAccountID` names pays for the label; our
   * extension. Absent for offers that are paid here.
   */
  paidThere: z.literal(true).optional(),
  /**
   * Lines of the price before taxes, with the billed kg or desi; our extension. Absent when the
   * carrier gives none.
   */
  priceLines: z
    .object({
      desi: z.string(),
      billedBy: z.enum(["kg", "desi"]),
      lines: z.array(z.object({ kind: z.enum(LINE_KINDS), amount: money })),
    })
    .meta({ id: "OfferPriceLines" })
    .optional(),
  /**
   * Price with taxes that the recipient pays to the carrier, while the price fields are 0.00; our
   * extension. Absent when the sender pays.
   */
  recipientPays: money.optional(),
};

export const offerSchema = z
  .object({ ...bareOffer, subOffer: z.array(z.object({ ...bareOffer, scheduleDate: z.string() })) })
  .meta({ id: "Offer" });
export type Offer = z.infer<typeof offerSchema>;

export const offersSchema = z
  .object({
    createdAt: z.string(),
    updatedAt: z.string(),
    length: z.string(),
    width: z.string(),
    height: z.string(),
    weight: z.string(),
    cheapest: offerSchema.nullable(),
    fastest: offerSchema.nullable(),
    list: z.array(offerSchema),
    percentageCompleted: z.number(),
    totalOffersRequested: z.number().int(),
    totalOffersCompleted: z.number().int(),
    allowOfferFallback: z.boolean(),
  })
  .meta({ id: "Offers" });
export type Offers = z.infer<typeof offersSchema>;
