/**
 * Wire shapes of packing: settings, the open order, scanned items, pictures, holds, and labels that
 * this desk bought today.
 */
import { z } from "zod";
import { PRINT_JOB_STATUSES } from "../../printing/printing.schema.ts";
import { shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";

export const packingSettingsSchema = z
  .object({
    /** Whether this desk buys only after every item with an EAN or a stock code was scanned. */
    requireScannedItems: z.boolean(),
    /**
     * Whether this desk packs orders that a program made by the API together with others. The
     * program then reads CANCELED for its shipment.
     */
    joinApiOrders: z.boolean(),
    /** Whether the next order waits until the printed label was scanned on its parcel. */
    requireScannedLabel: z.boolean(),
    /** Whether this desk buys only orders that have an invoice number. */
    requireInvoice: z.boolean(),
    /**
     * Whether the open order takes the scale's weight as soon as it counts, once and without a key.
     */
    takeWeightAtOnce: z.boolean(),
  })
  .meta({ id: "PackingSettings" });
export type PackingSettings = z.infer<typeof packingSettingsSchema>;

export const itemTickSchema = z
  .object({
    itemID: z.string(),
    /** Number of scanned pieces, 1 to the item's quantity. */
    scanned: z.number().int(),
  })
  .meta({ id: "ItemTick" });
export type ItemTick = z.infer<typeof itemTickSchema>;

export const itemTicksSchema = z
  .object({ ticks: z.array(itemTickSchema) })
  .meta({ id: "ItemTicks" });

/** Longest reason, characters: a sentence that fits on the waiting list. */
const LONGEST_REASON = 200;

/**
 * Reasons that the window offers, in its order. Stored as codes, so that each reader sees them in
 * the reader's language.
 */
export const HOLD_REASONS = [
  "OUT_OF_STOCK",
  "ADDRESS_UNCLEAR",
  "CUSTOMER_ASKED",
  "ITEM_DAMAGED",
] as const;

/** Body of a hold. `reason`: one of HOLD_REASONS, or a sentence in the packer's words. */
export const newHoldSchema = z.strictObject({
  reason: z.string().trim().min(1).max(LONGEST_REASON),
});

export const holdSchema = z
  .object({
    shipmentID: z.uuid(),
    /**
     * Reason for the hold: one of HOLD_REASONS, or the packer's words; "" when the order may be
     * packed.
     */
    reason: z.string(),
  })
  .meta({ id: "Hold" });
export type Hold = z.infer<typeof holdSchema>;

/** A label that this desk bought today. */
const deskLabelSchema = z
  .object({
    shipmentID: z.uuid(),
    shipmentNumber: z.number().int(),
    orderNumber: z.string(),
    recipientName: z.string(),
    carrierName: z.string(),
    serviceName: z.string(),
    amount: z.string(),
    currency: z.string(),
    /** Whether the label was bought at a sample price. */
    isSample: z.boolean(),
    statusCode: shipmentSchema.shape.statusCode,
    /** Whether the carrier reported the parcel as lost. */
    isLost: z.boolean(),
    /** Code of the newest tracking event of an open parcel; "" for others. */
    event: z.string(),
    /** Status of the newest label print; null when none was requested. */
    printStatus: z.enum(PRINT_JOB_STATUSES).nullable(),
    boughtAt: z.string(),
  })
  .meta({ id: "DeskLabel" });
export type DeskLabel = z.infer<typeof deskLabelSchema>;

export const deskDaySchema = z
  .object({
    /** Number of labels in force bought here since midnight, Turkish time, without returns. */
    total: z.number().int(),
    /** The newest labels first, at most 20, including cancelled labels. */
    list: z.array(deskLabelSchema),
    /** Hours with at least one parcel. `hour`: 0 to 23, Turkish time. */
    hours: z.array(z.object({ hour: z.number().int(), parcels: z.number().int() })),
  })
  .meta({ id: "DeskDay" });
export type DeskDay = z.infer<typeof deskDaySchema>;

/** Order that is open at a desk. */
export const packingSchema = z
  .object({
    shipmentID: z.uuid(),
    number: z.number().int(),
    /** Order number; "" for a shipment without an order. */
    order: z.string(),
    /** Member who packs; "" for a member without a name. */
    member: z.string(),
    /** Time of opening, by the desk's clock. */
    since: z.iso.datetime(),
  })
  .meta({ id: "Packing" });
export type Packing = z.infer<typeof packingSchema>;

export const itemPictureSchema = z
  .object({
    /** PNG, JPEG, WebP or GIF as a data URL. */
    dataURL: z.string(),
  })
  .meta({ id: "ItemPicture" });
