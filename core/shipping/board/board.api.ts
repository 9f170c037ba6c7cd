/**
 * /station/tracking: the tracking board with parcels by step, one parcel's route, and people's
 * notes about the parcel.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import * as schema from "./board.schema.ts";

const tag = "Station";

export const readBoard = endpoint({
  id: "readBoard",
  method: "GET",
  path: "/station/tracking/board",
  tag,
  summary:
    "Parcels in transit by step, and parcels that need attention by reason: the newest of each group, with counts. A member with limited access gets only its own.",
  access: "member",
  shape: "one",
  errors: ["E2052"],
  answer: schema.boardSchema,
});

export const readParcelWay = endpoint({
  id: "readParcelWay",
  method: "GET",
  path: "/station/tracking/parcels/:shipmentID",
  tag,
  summary: "A parcel's events, and the places of its route from sender to recipient.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051"],
  answer: schema.parcelWaySchema,
});

export const handleParcel = endpoint({
  id: "handleParcel",
  method: "POST",
  path: "/station/tracking/handled",
  tag,
  summary:
    "Mark a parcel as handled until its next event. A repeated call returns the same answer and writes nothing.",
  access: "member",
  shape: "one",
  body: schema.handledSchema,
  errors: ["E1051", "E2083"],
  answer: schema.parcelWaySchema,
});

export const readTrackingSettings = endpoint({
  id: "readTrackingSettings",
  method: "GET",
  path: "/station/tracking/settings",
  tag,
  summary:
    "Tracking settings: days without a scan after which a parcel is stuck, and the public address of tracking pages.",
  access: "station",
  shape: "one",
  answer: schema.trackingSettingsSchema,
});

export const changeTrackingSettings = endpoint({
  id: "changeTrackingSettings",
  method: "PATCH",
  path: "/station/tracking/settings",
  tag,
  summary:
    "Change the tracking settings. The public address is a public https address without a path.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: schema.trackingSettingsSchema.partial(),
  errors: ["E2036", "E2084"],
  answer: schema.trackingSettingsSchema,
});
