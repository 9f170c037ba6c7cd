/** Wire shapes of orders of one recipient that are packed as one parcel. */
import { z } from "zod";

/** Reasons for which an order is not packed with another. */
const JOIN_REFUSALS = [
  "OTHER_RECIPIENT",
  "NOT_WAITING",
  "HELD",
  "RETURN",
  "SEVERAL_BOXES",
  "JOINED",
  "CASH",
  "CURRENCY",
  "COLLECTION",
  "PAYER",
  "CARRIER",
  "SENDER",
  "CONTENTS",
  "TEST",
  "WAYBILL",
  "NO_ORDER",
  "PROGRAM",
] as const;
export type JoinRefusal = (typeof JOIN_REFUSALS)[number];

const namedOrderSchema = z.object({
  shipmentID: z.uuid(),
  number: z.number().int(),
  /** Order number; "" for a shipment without an order. */
  orderNumber: z.string(),
});
export type NamedOrder = z.infer<typeof namedOrderSchema>;

const waitingTogetherSchema = namedOrderSchema.extend({
  items: z.array(
    z.object({ title: z.string(), variantTitle: z.string(), quantity: z.number().int() }),
  ),
  /** Why the order cannot be packed with the open one; null when it can. */
  refusal: z.enum(JOIN_REFUSALS).nullable(),
});
export type WaitingTogether = z.infer<typeof waitingTogetherSchema>;

/** Orders of the open order's recipient. */
export const togetherSchema = z
  .object({
    /** Other orders of the recipient that wait for a label, at most 100. */
    waiting: z.array(waitingTogetherSchema),
    /** Orders that are packed in this parcel, each with the ids of its items. */
    joined: z.array(namedOrderSchema.extend({ itemIDs: z.array(z.string()) })),
    /** The order whose parcel carries the items of this cancelled order; null for any other. */
    packedWith: namedOrderSchema.nullable(),
  })
  .meta({ id: "Together" });
export type Together = z.infer<typeof togetherSchema>;

/** Most orders that are joined at once. */
const MOST_JOINED = 50;

export const joinOrdersSchema = z.strictObject({
  shipmentIDs: z.array(z.uuid()).min(1).max(MOST_JOINED),
});
