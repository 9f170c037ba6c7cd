/**
 * Endpoints of packing at this desk: settings, the open order, labels bought today, scanned items,
 * pictures, holds.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  labelsToScanSchema,
  skipLabelScanSchema,
  skippedLabelScanSchema,
} from "./label-scans.schema.ts";
import {
  deskDaySchema,
  holdSchema,
  itemPictureSchema,
  itemTicksSchema,
  newHoldSchema,
  packingSchema,
  packingSettingsSchema,
} from "./packing.schema.ts";

const tag = "Station";
const params = z.object({ shipmentID: z.string() });

export const getPackingSettings = endpoint({
  id: "getPackingSettings",
  method: "GET",
  path: "/station/packing/settings",
  tag,
  summary: "Read the packing settings of this desk.",
  access: "member",
  shape: "one",
  answer: packingSettingsSchema,
});

export const updatePackingSettings = endpoint({
  id: "updatePackingSettings",
  method: "PATCH",
  path: "/station/packing/settings",
  tag,
  summary: "Change the packing settings of this desk. Owner or admin only.",
  access: "station",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  body: packingSettingsSchema.partial(),
  answer: packingSettingsSchema,
});

export const notePacking = endpoint({
  id: "notePacking",
  method: "PUT",
  path: "/station/packing",
  tag,
  summary:
    "Set which order is open at this desk, so that the other desks of the organization see it; null when no order is open. Stored in memory only. Only the desk itself may call this.",
  access: "home",
  shape: "one",
  body: z.strictObject({ shipmentID: z.uuid().nullable() }),
  errors: ["E1051", "E1055"],
  answer: z.object({ packing: packingSchema.nullable() }),
});

export const listLabelsToScan = endpoint({
  id: "listLabelsToScan",
  method: "GET",
  path: "/station/packing/labels-to-scan",
  tag,
  summary:
    "List the labels that must be scanned back from their parcels at this desk before the next order is opened.",
  access: "home",
  shape: "one",
  answer: labelsToScanSchema,
});

const skipping = {
  method: "POST",
  tag,
  access: "home",
  audited: { kind: "print", act: "changed" },
  shape: "one",
  body: skipLabelScanSchema,
  answer: skippedLabelScanSchema,
} as const;

export const skipBrokenScanner = endpoint({
  ...skipping,
  id: "skipBrokenScanner",
  path: "/station/packing/labels-to-scan/broken-scanner",
  summary: "Go on without the scan of a label, because the scanner does not work.",
});

export const skipUnreadableLabel = endpoint({
  ...skipping,
  id: "skipUnreadableLabel",
  path: "/station/packing/labels-to-scan/unreadable",
  summary: "Go on without the scan of a label, because its barcode cannot be read.",
});

export const getDeskDay = endpoint({
  id: "getDeskDay",
  method: "GET",
  path: "/station/packing/today",
  tag,
  summary: "Read the labels that this desk bought today: the last 20, and the number in each hour.",
  access: "member",
  shape: "one",
  answer: deskDaySchema,
});

export const tickItem = endpoint({
  id: "tickItem",
  method: "POST",
  path: "/station/shipments/:shipmentID/ticks",
  tag,
  summary: "Count one scanned piece of an item. Refused when all pieces of the item are counted.",
  access: "member",
  shape: "one",
  params,
  body: z.strictObject({ itemID: z.string().min(1).max(100) }),
  errors: ["E1051", "E2081"],
  answer: itemTicksSchema,
});

export const clearTicks = endpoint({
  id: "clearTicks",
  method: "DELETE",
  path: "/station/shipments/:shipmentID/ticks",
  tag,
  summary: "Reset the counted pieces of all items of an order.",
  access: "member",
  shape: "one",
  params,
  errors: ["E1051"],
  answer: itemTicksSchema,
});

export const getItemPicture = endpoint({
  id: "getItemPicture",
  method: "GET",
  path: "/station/shipments/:shipmentID/items/:itemID/picture",
  tag,
  summary:
    "Read the picture of an item. The station fetches it from the picture's address and caches it for a while.",
  access: "home",
  shape: "one",
  params: params.extend({ itemID: z.string() }),
  errors: ["E1051", "E2080"],
  answer: itemPictureSchema,
});

export const holdOrder = endpoint({
  id: "holdOrder",
  method: "PUT",
  path: "/station/shipments/:shipmentID/hold",
  tag,
  summary:
    "Put an order on hold with a reason. Until the order is released, its label cannot be bought.",
  access: "member",
  shape: "one",
  params,
  body: newHoldSchema,
  errors: ["E1051", "E2074"],
  answer: holdSchema,
});

export const releaseOrder = endpoint({
  id: "releaseOrder",
  method: "DELETE",
  path: "/station/shipments/:shipmentID/hold",
  tag,
  summary: "Release an order that is on hold.",
  access: "member",
  shape: "one",
  params,
  errors: ["E1051"],
  answer: holdSchema,
});
