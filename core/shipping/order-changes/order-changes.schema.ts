/** Wire shapes of changed and cancelled rows of order files. */
import { z } from "zod";

export const RECIPIENT_FIELDS = [
  "name",
  "phone",
  "email",
  "address",
  "district",
  "city",
  "zip",
  "country",
] as const;

/** Fields of an order that a file may change, in the order in which they are shown. */
const CHANGED_FIELDS = [
  ...RECIPIENT_FIELDS,
  "items",
  "weight",
  "size",
  "cash",
  "collection",
  "payer",
  "declaredValue",
  "waybillNumber",
  "invoiceNumber",
  "notes",
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

const differenceSchema = z.object({
  field: z.enum(CHANGED_FIELDS),
  /**
   * Values of the order and of the file; "" for none. `weight` is in kg, `size` in cm; `cash` and
   * `declaredValue` are amounts in TL; `items` has a line for each article.
   */
  from: z.string(),
  to: z.string(),
});
export type Difference = z.infer<typeof differenceSchema>;

/**
 * Whether a change can be applied. `WAITING`: it can. `BUYING`: a purchase is open. `BOUGHT`: a label
 * is bought. `SENT`: the parcel is handed over, or its carrier has scanned it. `JOINED`: the order is
 * packed with another. `BOXES`: the items are in several boxes. `CANCELED`: no shipment of the order
 * is left.
 */
const CHANGE_STAGES = [
  "WAITING",
  "BUYING",
  "BOUGHT",
  "SENT",
  "JOINED",
  "BOXES",
  "CANCELED",
] as const;
export type ChangeStage = (typeof CHANGE_STAGES)[number];

export const orderChangeSchema = z
  .object({
    id: z.uuid(),
    /** Identifies what the file says. A decision names it, so that nobody decides on unread content. */
    version: z.string(),
    kind: z.enum(["CHANGED", "CANCELLED"]),
    stage: z.enum(CHANGE_STAGES),
    /** The shipment that packs the order. */
    shipmentID: z.uuid(),
    shipmentNumber: z.number().int(),
    orderNumber: z.string(),
    recipientName: z.string(),
    /** The file that brought the change. */
    fileName: z.string(),
    arrivedAt: z.string(),
    /** Empty for a cancelled row, and when the order was corrected meanwhile. */
    differences: z.array(differenceSchema),
  })
  .meta({ id: "OrderChange" });
export type OrderChange = z.infer<typeof orderChangeSchema>;

/** Most changes in one answer. */
export const MOST_CHANGES = 50;
/** Most open changes that are counted. */
export const MOST_COUNTED = 1_000;

export const orderChangesSchema = z
  .object({
    list: z.array(orderChangeSchema),
    /** Position after the list, for `after` of the next call; null at the end. */
    next: z.string().nullable(),
    /**
     * Number of open changes of the organization, at most 1,000; for a member with limited access,
     * of `list`.
     */
    total: z.number().int(),
  })
  .meta({ id: "OrderChanges" });
export type OrderChanges = z.infer<typeof orderChangesSchema>;

export const decisionSchema = z
  .strictObject({ version: z.string().min(1).max(100) })
  .meta({ id: "OrderChangeDecision" });

export const decidedChangeSchema = z
  .object({
    id: z.uuid(),
    version: z.string(),
    state: z.enum(["APPLIED", "DISMISSED"]),
    /** The shipment that packs the order. */
    shipmentID: z.uuid(),
  })
  .meta({ id: "DecidedOrderChange" });
export type DecidedChange = z.infer<typeof decidedChangeSchema>;
