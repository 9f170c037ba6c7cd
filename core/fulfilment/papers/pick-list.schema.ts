/** Wire shapes of pick lists: the items of chosen waiting orders, by shelf. */
import { z } from "zod";
import { uuidID } from "../../base/wire.ts";

const MOST_ORDERS = 500;

/** POST /station/pick-list, and its papers. */
export const pickListInputSchema = z
  .strictObject({ shipmentIDs: z.array(uuidID).min(1).max(MOST_ORDERS) })
  .meta({ id: "NewPickList" });

/** Reasons for leaving a shipment out. */
const LEFT_OUT = ["NOT_WAITING", "HELD", "RETURN", "NO_ITEMS"] as const;

const pickedItemSchema = z
  .object({
    /** "" when it is unknown. */
    shelf: z.string(),
    stockCode: z.string(),
    title: z.string(),
    quantity: z.number(),
    /** Orders that need the item, as they were chosen. */
    orders: z.array(z.object({ order: z.string(), quantity: z.number() })),
  })
  .meta({ id: "PickedItem" });
export type PickedItem = z.infer<typeof pickedItemSchema>;

export const pickListSchema = z
  .object({
    /** Sorted by shelf, with A2 before A10. Items without a shelf come last. */
    items: z.array(pickedItemSchema),
    orders: z.int(),
    leftOut: z.array(z.object({ shipmentID: z.uuid(), order: z.string(), why: z.enum(LEFT_OUT) })),
  })
  .meta({ id: "PickList" });
export type PickList = z.infer<typeof pickListSchema>;
