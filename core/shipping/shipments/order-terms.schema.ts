/**
 * Terms of an order for its carrier: who pays the carrier, how cash on delivery is collected, the
 * declared value, and the numbers of the waybill and the invoice. Most orders have none. Order files and the desk
 * send them; POST /shipments is a published interface without these fields.
 */
import { z } from "zod";
import { parseEnteredMoney } from "../../base/money.ts";
import { laxOptional, laxText, laxWord, patchText } from "../../base/wire.ts";
import { orderInputSchema, shipmentInputSchema } from "./shipments.schema.ts";

/** 10,000,000.00 in minor units, the largest declared value. */
export const MOST_DECLARED_MINOR = 1_000_000_000;
export const LONGEST_WAYBILL = 30;
export const LONGEST_INVOICE = 30;

/** Who pays the carrier: "" is the sender. */
export const payerSchema = z.enum(["", "recipient"]);
/** How cash on delivery is collected: "" and "cash" are both in cash. */
export const collectionSchema = z.enum(["", "cash", "card"]);

/** Reads a declared value. @returns Minor units; undefined for text that is not such a value. */
export function parseDeclared(text: string): number | undefined {
  const value = parseEnteredMoney(text);
  return value === undefined || value < 0 || value > MOST_DECLARED_MINOR ? undefined : value;
}

const orderTermsSchema = z.object({
  payer: laxWord(["sender", "recipient"]).transform((word): z.output<typeof payerSchema> =>
    word === "recipient" ? word : "",
  ),
  collection: laxWord(["cash", "card"]).transform(
    (word): z.output<typeof collectionSchema> => word ?? "",
  ),
  declaredValue: laxText(40).refine((text) => text === "" || parseDeclared(text) !== undefined, {
    message: "must be an amount from 0 to 10000000 with at most two decimals",
  }),
  waybillNumber: laxText(LONGEST_WAYBILL),
  invoiceNumber: laxText(LONGEST_INVOICE),
});

/** An order with its terms. */
const orderWithTermsSchema = orderInputSchema
  .extend(orderTermsSchema.shape)
  .meta({ id: "OrderWithTerms" });

/** A shipment whose order has terms: from an order file, the desk, or a copied shipment. */
export const shipmentWithTermsSchema = shipmentInputSchema.extend({
  order: laxOptional(orderWithTermsSchema),
});

/** PATCH /station/shipments/{id}/order-numbers: absent numbers stay unchanged. */
export const orderNumbersSchema = z
  .strictObject({
    invoiceNumber: patchText(LONGEST_INVOICE),
    waybillNumber: patchText(LONGEST_WAYBILL),
  })
  .meta({ id: "OrderNumbers" });
export type OrderNumbers = z.output<typeof orderNumbersSchema>;
