/** Wire shapes of transactions: label purchases. */
import { z } from "zod";
import { laxID, laxOptional, laxText } from "../../base/wire.ts";
import { successFields } from "../../http/envelope.schema.ts";
import { priceFields } from "../../shipping/offers/offers.schema.ts";
import { shipmentInputSchema, shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";

export const transactionSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    ...priceFields,
    offerID: z.uuid(),
    shipment: shipmentSchema,
    description: z.string(),
    isRefund: z.boolean(),
    isCustomAccountCharge: z.boolean(),
    isPayed: z.boolean(),
    isCanceled: z.boolean(),
    payedVia: z.string(),
    transactionType: z.string(),
    invoiceID: z.uuid().nullable(),
    cancelDescription: z.string(),
    oldBalance: z.string(),
    newBalance: z.string(),
    invoiceOldDebt: z.string(),
    invoiceNewDebt: z.string(),
    /** Further returns that a request with count > 1 bought. */
    extraShipmentIDs: z.array(z.uuid()).optional(),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof transactionSchema>;

/**
 * Body of POST /transactions in its three forms: accept an offer; buy a shipment in one step; the
 * same with the shipment's fields next to the service code. If an offer and a service are given,
 * the offer takes precedence.
 */
export const purchaseInputSchema = shipmentInputSchema
  .extend({
    offerID: laxID,
    providerServiceCode: laxText(64).transform(currentCode),
    providerAccountID: laxID,
    shipment: laxOptional(shipmentInputSchema),
  })
  .meta({ id: "NewTransaction" });
export type PurchaseInput = z.output<typeof purchaseInputSchema>;

/**
 * Answer of POST /transactions: the answer to an accepted offer has `additionalMessage`, the answer
 * to a one-step purchase has `message`.
 */
export const purchaseAnswerSchema = z.union([
  z.object({ ...successFields, data: transactionSchema }),
  z.object({ result: z.literal(true), message: z.string(), data: transactionSchema }),
]);
export type PurchaseAnswer = z.infer<typeof purchaseAnswerSchema>;
