/**
 * Wire shapes of the board: parcels by step, those that need attention, one parcel's way, and the
 * settings of tracking.
 */
import { z } from "zod";
import { laxID, laxText } from "../../base/wire.ts";
import { trackingStatusSchema } from "../tracking/tracking.schema.ts";

/**
 * The board's columns beside those that need attention, in the order in which a parcel goes through
 * them.
 */
export const STEPS = ["BOUGHT", "ON_ITS_WAY", "OUT_FOR_DELIVERY", "DELIVERED"] as const;
export type Step = (typeof STEPS)[number];

/** Why a parcel needs attention, the gravest first. */
export const REASONS = ["LOST", "DAMAGED", "UNDELIVERABLE", "RETURNED", "LATE", "STUCK"] as const;
export type Reason = (typeof REASONS)[number];

/** So many of a column, and of each reason. */
export const MOST_OF_A_GROUP = 50;

const boardParcelSchema = z
  .object({
    shipmentID: z.uuid(),
    number: z.number().int(),
    /** It comes to this organization, from the recipient of another parcel. */
    isReturn: z.boolean(),
    orderNumber: z.string(),
    recipientName: z.string(),
    recipientPhone: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    serviceName: z.string(),
    barcode: z.string(),
    trackingNumber: z.string(),
    /** Null: it needs no attention. */
    reason: z.enum(REASONS).nullable(),
    /** Of its newest event; of its purchase before any. */
    lastAt: z.string(),
    /** The newest event's id and sub code; "" before any. */
    eventID: z.string(),
    event: z.string(),
    place: z.string(),
    /** The last instant of the promised day; null when none was promised. */
    promisedUntil: z.string().nullable(),
  })
  .meta({ id: "BoardParcel" });
export type BoardParcel = z.infer<typeof boardParcelSchema>;

export const boardSchema = z
  .object({
    /** Without a scan for so many days a parcel counts as stuck. */
    stuckDays: z.number().int(),
    /** The gravest first, the newest of each first. */
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
    events: z.array(trackingStatusSchema),
    /** Sender, places of scans, recipient. A place that follows itself stands once. */
    route: z.array(routePlaceSchema),
    /** Texts of scans that name no place that is known. */
    unknownPlaces: z.array(z.string()),
    promisedUntil: z.string().nullable(),
    /** What persons did about it, newest first. */
    handled: z.array(z.object({ at: z.string(), by: z.string(), note: z.string() })),
    /** The recipient's page, or the carrier's; "" when there is none that others can open. */
    recipientURL: z.string(),
  })
  .meta({ id: "ParcelWay" });
export type ParcelWay = z.infer<typeof parcelWaySchema>;

export const handledSchema = z
  .object({
    shipmentID: laxID,
    /** The newest event that the person saw; "" before any. */
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
     * "https://track.example.com": where others reach this station's tracking pages; "" when they
     * do not.
     */
    publicAddress: z.string().max(200),
  })
  .meta({ id: "TrackingSettings" });
