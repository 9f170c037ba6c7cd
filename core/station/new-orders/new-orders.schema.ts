/** Wire shapes of an order that a person types at the desk. */
import { z } from "zod";
import { uuidID } from "../../base/wire.ts";
import { shipmentWithTermsSchema } from "../../shipping/shipments/order-terms.schema.ts";

/**
 * A typed order. `draftID`: made by the screen once for each order, so that an order whose answer
 * was lost can be sent again.
 */
export const newOrderSchema = shipmentWithTermsSchema
  .pick({
    senderAddressID: true,
    recipientAddressID: true,
    recipientAddress: true,
    parcelTemplateID: true,
    length: true,
    width: true,
    height: true,
    distanceUnit: true,
    weight: true,
    massUnit: true,
    items: true,
    productPaymentOnDelivery: true,
    order: true,
  })
  .extend({ draftID: uuidID })
  .meta({ id: "TypedOrder" });
export type NewOrder = z.output<typeof newOrderSchema>;

export const createdOrderSchema = z
  .object({
    shipmentID: z.uuid(),
    shipmentNumber: z.number().int(),
    /** Whether an earlier call with the same `draftID` created the order. */
    isRepeated: z.boolean(),
  })
  .meta({ id: "CreatedOrder" });
export type CreatedOrder = z.infer<typeof createdOrderSchema>;
