/** Wire shape of a tracking status, with its codes. */
import { z } from "zod";
import { namesOf } from "../../base/objects.ts";

const TRACKING_CODES = [
  "PRE_TRANSIT",
  "TRANSIT",
  "DELIVERED",
  "FAILURE",
  "RETURNED",
  "CANCELED",
  "UNKNOWN",
] as const;
export type TrackingCode = (typeof TRACKING_CODES)[number];

/** Top-level code of each sub status. */
export const SUB_CODES = {
  information_received: "PRE_TRANSIT",
  package_accepted: "TRANSIT",
  package_departed: "TRANSIT",
  package_processing: "TRANSIT",
  delivery_scheduled: "TRANSIT",
  out_for_delivery: "TRANSIT",
  package_damaged: "TRANSIT",
  package_forwarded_to_another_carrier: "TRANSIT",
  delivery_rescheduled: "TRANSIT",
  delivered: "DELIVERED",
  package_lost: "FAILURE",
  package_undeliverable: "FAILURE",
  return_to_sender: "RETURNED",
  package_canceled: "CANCELED",
  other: "UNKNOWN",
} as const satisfies Record<string, TrackingCode>;
export type TrackingSubCode = keyof typeof SUB_CODES;

export const trackingStatusSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    trackingStatusCode: z.string(),
    trackingSubStatusCode: z.string(),
    statusDetails: z.string(),
    statusDate: z.string(),
    locationName: z.string(),
    locationLat: z.number().nullable(),
    locationLng: z.number().nullable(),
    hash: z.string(),
  })
  .meta({ id: "TrackingStatus" });
export type TrackingStatus = z.infer<typeof trackingStatusSchema>;

export const subCodeSchema = z.enum(namesOf(SUB_CODES));

/** Sources of a scan. */
export const SCAN_SOURCES = ["carrier", "person", "program", "file"] as const;
export type ScanSource = (typeof SCAN_SOURCES)[number];

/** An event with its source, for the station's own screen; published answers have no source. */
export const parcelEventSchema = z
  .object({ ...trackingStatusSchema.shape, source: z.enum(SCAN_SOURCES) })
  .meta({ id: "ParcelEvent" });
export type ParcelEvent = z.infer<typeof parcelEventSchema>;
