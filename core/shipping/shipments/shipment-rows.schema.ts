/**
 * Wire shapes of the window's list of shipments: rows, and keys by which the window reaches any
 * position in a list of a million rows.
 */
import { z } from "zod";
import { sortedListSchema } from "../../http/sorted.schema.ts";
import { SHIPMENT_STATUSES } from "./status-machine.ts";

export { SHIPMENT_STATUSES } from "./status-machine.ts";

/** Number of rows from one key to the next, and the most rows of one request. */
export const MOST_ROWS = 100;
/** Highest number of rows that a search returns. */
export const MOST_FOUND = 50;

/** Columns by which a list of any length is sorted. */
export const INDEXED_COLUMNS = ["number", "time"] as const;
export type IndexedColumn = (typeof INDEXED_COLUMNS)[number];
export const SORT_COLUMNS = [
  ...INDEXED_COLUMNS,
  "order",
  "recipient",
  "phone",
  "district",
  "city",
  "service",
  "price",
  "status",
  "printed",
  "barcode",
  "tracking",
  "marks",
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

const shipmentRowSchema = z
  .object({
    id: z.string(),
    number: z.number().int(),
    createdAt: z.string(),
    status: z.enum(SHIPMENT_STATUSES),
    test: z.boolean(),
    isReturn: z.boolean(),
    isReturned: z.boolean(),
    isCashOnDelivery: z.boolean(),
    /** Whether a label of the shipment was sent to a printer. */
    isPrinted: z.boolean(),
    isHeld: z.boolean(),
    /** Whether the carrier has reported the parcel as lost. */
    isLost: z.boolean(),
    /** Whether the label was bought at a sample price, so that no carrier accepts the parcel. */
    isSample: z.boolean(),
    /** Code of the newest tracking event of an open parcel; "" for others. */
    event: z.string(),
    /** State of the label's announcement to its carrier, in an account that announces; "" otherwise. */
    announcement: z.string(),
    orderNumber: z.string(),
    recipientName: z.string(),
    recipientPhone: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    providerCode: z.string(),
    /** Name of the bought service; "" before a purchase. */
    serviceName: z.string(),
    serviceCode: z.string(),
    barcode: z.string(),
    trackingNumber: z.string(),
    /** Price with tax, decimal text; null before a purchase. */
    price: z.string().nullable(),
  })
  .meta({ id: "ShipmentListRow" });
export type ShipmentListRow = z.infer<typeof shipmentRowSchema>;

export const shipmentRowsSchema = z.object({ list: z.array(shipmentRowSchema) });

/** Whether a search has missed shipments that are not in its index yet. */
const isPartial = z.boolean();

export const foundShipmentsSchema = z.object({
  list: z.array(shipmentRowSchema),
  /** Number of matching shipments, as far as they were counted. */
  total: z.number().int(),
  /** Whether more shipments than `total` match. */
  isMore: z.boolean(),
  isPartial,
});
export type FoundShipments = z.infer<typeof foundShipmentsSchema>;

const placeKey = z.object({
  number: z.number().int(),
  seq: z.number().int(),
  /** Set in a list by time. */
  createdAt: z.string().optional(),
});
export type PlaceKey = z.infer<typeof placeKey>;

export const placesSchema = z
  .object({
    total: z.number().int(),
    /** Number of rows from one key to the next. */
    step: z.number().int(),
    /** Number of the newest shipment; null when there is none, and in a list of keys that begins with the oldest. */
    newest: z.number().int().nullable(),
    /**
     * Key of every `step`-th row. null for a list by number without filters in which no number is
     * missing or repeated; then the numbers run from 1 to `newest` without a gap.
     */
    keys: z.array(placeKey).nullable(),
  })
  .meta({ id: "ShipmentPlaces" });
export type ShipmentPlaces = z.infer<typeof placesSchema>;

export const usedServicesSchema = z.object({
  list: z.array(
    z
      .object({
        carrierCode: z.string(),
        carrierName: z.string(),
        serviceCode: z.string(),
        serviceName: z.string(),
      })
      .meta({ id: "UsedService" }),
  ),
});
export type UsedServices = z.infer<typeof usedServicesSchema>;

export const sortedShipmentsSchema = sortedListSchema
  .extend({ isPartial })
  .meta({ id: "SortedShipments" });
export type SortedShipments = z.infer<typeof sortedShipmentsSchema>;
