/**
 * Wire shapes of the tracking board: parcels by step, parcels that need attention, one parcel's
 * route, and the settings of tracking.
 */
import { z } from "zod";
import { laxID, laxText } from "../../base/wire.ts";
import { parcelEventSchema } from "../tracking/tracking.schema.ts";

/**
 * Columns of the board after the column for attention, in the order of a parcel's steps. BOUGHT: the
 * parcel is here. HANDED_OVER: it was scanned onto its carrier's truck, and no carrier has scanned
 * it.
 */
export const STEPS = [
  "BOUGHT",
  "HANDED_OVER",
  "ON_ITS_WAY",
  "OUT_FOR_DELIVERY",
  "DELIVERED",
] as const;
export type Step = (typeof STEPS)[number];

/**
 * Groups of parcels outside of the steps, most serious first. UNREPORTED needs no attention: no
 * scans come from the parcel's carrier, and the parcel would be late or stuck.
 */
export const REASONS = [
  "LOST",
  "DAMAGED",
  "UNDELIVERABLE",
  "RETURNED",
  "LATE",
  "STUCK",
  "UNREPORTED",
] as const;
export type Reason = (typeof REASONS)[number];

/** Highest number of parcels that are listed for each column and for each reason. */
export const MOST_OF_A_GROUP = 50;

const boardParcelSchema = z
  .object({
    shipmentID: z.uuid(),
    number: z.number().int(),
    /** Whether the parcel is a return that comes to this organization. */
    isReturn: z.boolean(),
    orderNumber: z.string(),
    recipientName: z.string(),
    recipientPhone: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    serviceName: z.string(),
    barcode: z.string(),
    trackingNumber: z.string(),
    /** Why the parcel needs attention; null when it needs none. */
    reason: z.enum(REASONS).nullable(),
    /** Time of the newest event; time of the purchase before the first event. */
    lastAt: z.string(),
    /** Id and sub code of the newest event; "" before the first event. */
    eventID: z.string(),
    event: z.string(),
    place: z.string(),
    /** State of the label's announcement to its carrier, in an account that announces; "" otherwise. */
    announcement: z.string(),
    /** Last instant of the promised day; null without a promise. */
    promisedUntil: z.string().nullable(),
  })
  .meta({ id: "BoardParcel" });
export type BoardParcel = z.infer<typeof boardParcelSchema>;

export const boardSchema = z
  .object({
    /** Days without a scan after which a parcel counts as stuck. */
    stuckDays: z.number().int(),
    /** Sorted by reason, most serious first; within a reason, newest parcel first. */
    attention: z.array(
      z.object({
        reason: z.enum(REASONS),
        count: z.number().int(),
        list: z.array(boardParcelSchema),
      }),
    ),
    columns: z.array(
      z.object({ step: z.enum(STEPS), count: z.number().int(), list: z.array(boardParcelSchema) }),
    ),
  })
  .meta({ id: "TrackingBoard" });
export type Board = z.infer<typeof boardSchema>;

const routePlaceSchema = z.object({
  kind: z.enum(["sender", "scan", "recipient"]),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
});

export const parcelWaySchema = z
  .object({
    shipmentID: z.uuid(),
    /** Oldest first. */
    events: z.array(parcelEventSchema),
    /** Sender, locations of scans, recipient. A location that repeats directly is listed once. */
    route: z.array(routePlaceSchema),
    /** Scan texts without a known location. */
    unknownPlaces: z.array(z.string()),
    promisedUntil: z.string().nullable(),
    /** People's notes, newest first. */
    handled: z.array(z.object({ at: z.string(), by: z.string(), note: z.string() })),
    /**
     * Our tracking page for the recipient, otherwise the carrier's; "" when there is no page that
     * recipients can open.
     */
    recipientURL: z.string(),
  })
  .meta({ id: "ParcelWay" });
export type ParcelWay = z.infer<typeof parcelWaySchema>;

export const handledSchema = z
  .object({
    shipmentID: laxID,
    /** Newest event that the person saw; "" before the first event. */
    eventID: laxText(100),
    note: laxText(500),
  })
  .meta({ id: "HandledParcel" });
export type Handled = z.output<typeof handledSchema>;

const MOST_STUCK_DAYS = 30;

export const trackingSettingsSchema = z
  .object({
    stuckDays: z.number().int().min(1).max(MOST_STUCK_DAYS),
    /**
     * Public address of this station's tracking pages, like "https://track.example.com"; "" when
     * there is none.
     */
    publicAddress: z.string().max(200),
  })
  .meta({ id: "TrackingSettings" });
