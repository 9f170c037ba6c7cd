/** Wire shapes of hand-overs: the parcels that a carrier's truck takes, scanned one by one. */
import { z } from "zod";
import { currentCode } from "../../shipping/carriers/carrier-code.schema.ts";

/** Reasons for which a scanned code is not counted. */
const HAND_OVER_REFUSALS = [
  "UNKNOWN",
  "NO_LABEL",
  "CANCELED",
  "VOID",
  "TEST",
  "SAMPLE",
  "RETURN",
  "OTHER_CARRIER",
  "HANDED_OVER",
  "SCANNED_BY_CARRIER",
  "SEVERAL_BOXES",
  "SEVERAL_ORDERS",
  "NOT_ANNOUNCED",
  "ANNOUNCEMENT_REFUSED",
  "ANNOUNCEMENT_UNCERTAIN",
  "NOT_LOADED",
] as const;
export type HandOverRefusal = (typeof HAND_OVER_REFUSALS)[number];

/** Refusals that an owner or admin may pass. */
export const PASSED_REFUSALS = [
  "NOT_ANNOUNCED",
  "ANNOUNCEMENT_REFUSED",
  "ANNOUNCEMENT_UNCERTAIN",
] as const satisfies readonly HandOverRefusal[];

/** Reasons for which the loading of a truck cannot be ended. */
const END_REFUSALS = ["EMPTY", "CANCELED", "ENDING"] as const;
export type EndRefusal = (typeof END_REFUSALS)[number];

const carrierCode = z.string().trim().min(1).max(50).transform(currentCode);

/** POST /station/hand-over/scans */
export const handOverScanSchema = z
  .object({
    /** Barcode of a label, its tracking number, or the number of a shipment or order. */
    code: z.string().trim().min(1).max(200),
    /** Provider code of the truck's carrier; absent: the carrier of the label. */
    carrier: carrierCode.optional(),
    /** "takeBack": the parcel comes off the truck. */
    act: z.enum(["load", "takeBack"]).default("load"),
    /** Whether an owner or admin counts a label that its carrier does not know. */
    pass: z.boolean().default(false),
  })
  .meta({ id: "HandOverScan" });
export type HandOverScan = z.output<typeof handOverScanSchema>;

const handOverParcelSchema = z
  .object({
    shipmentID: z.uuid(),
    number: z.int(),
    orderNumber: z.string(),
    recipientName: z.string(),
    districtName: z.string(),
    cityName: z.string(),
    barcode: z.string(),
    boxNo: z.int(),
  })
  .meta({ id: "HandOverParcel" });
export type HandOverParcel = z.infer<typeof handOverParcelSchema>;

export const handOverScannedSchema = z
  .object({
    /**
     * `repeated`: the parcel was on the truck already, and counts once. `passed`: an owner or admin
     * counted a label that its carrier does not know.
     */
    step: z.enum(["loaded", "passed", "repeated", "takenBack"]),
    parcel: handOverParcelSchema,
    providerCode: z.string(),
    carrierName: z.string(),
    /** Parcels on this carrier's truck now. */
    loaded: z.int(),
  })
  .meta({ id: "HandOverScanned" });
export type HandOverScanned = z.infer<typeof handOverScannedSchema>;

/** A carrier with parcels to hand over, or with parcels on its truck. */
const handOverCarrierSchema = z
  .object({
    providerCode: z.string(),
    carrierName: z.string(),
    /** Parcels that are here: bought, without a scan, not on a truck. */
    here: z.int(),
    /** Parcels of the carrier, here or on the truck, that it does not know. */
    unannounced: z.int(),
    /** Parcels on the truck whose loading has not ended. */
    loaded: z.int(),
    /** Loaded parcels whose label was cancelled since, and which must come off. */
    canceled: z.int(),
    /** Parcels on today's manifests. */
    handedOver: z.int(),
  })
  .meta({ id: "HandOverCarrier" });
export type HandOverCarrier = z.infer<typeof handOverCarrierSchema>;

export const endedHandOverSchema = z
  .object({
    id: z.uuid(),
    providerCode: z.string(),
    carrierName: z.string(),
    /** When the loading was ended. */
    at: z.string(),
    isEnding: z.boolean(),
    /** Parcels on the manifest when it was made. */
    parcels: z.int(),
    /** Listed parcels that a disconnected station took off before it knew of the manifest. */
    takenBack: z.int(),
    /**
     * Parcels of this manifest that are listed by another one now: a disconnected or restored station
     * handed them over too. A label has one manifest, the latest.
     */
    elsewhere: z.int(),
    stationID: z.string(),
    isHere: z.boolean(),
    endedBy: z.string(),
  })
  .meta({ id: "EndedHandOver" });
export type EndedHandOver = z.infer<typeof endedHandOverSchema>;

export const handOverSchema = z
  .object({
    /** Sorted by name. */
    carriers: z.array(handOverCarrierSchema),
    /** Today's, newest first. */
    ended: z.array(endedHandOverSchema),
  })
  .meta({ id: "HandOver" });
export type HandOver = z.infer<typeof handOverSchema>;

/** Highest number of parcels in each list of a truck. */
export const MOST_OF_A_TRUCK = 200;

export const truckSchema = z
  .object({
    /** Newest scan first. */
    loaded: z.array(
      handOverParcelSchema.extend({
        scannedAt: z.string(),
        scannedBy: z.string(),
        stationID: z.string(),
        isHere: z.boolean(),
        /** Whether the label was cancelled since, so that the parcel must come off. */
        isCanceled: z.boolean(),
        isPassed: z.boolean(),
      }),
    ),
    /** Parcels of the carrier that are not on the truck, oldest purchase first. */
    staying: z.array(
      handOverParcelSchema.extend({
        boughtAt: z.string(),
        /** State of the announcement to the carrier; "" in an account that announces nothing. */
        announcement: z.string(),
      }),
    ),
  })
  .meta({ id: "HandOverTruck" });
export type Truck = z.infer<typeof truckSchema>;

/** POST /station/hand-over/end */
export const endHandOverSchema = z.object({ carrier: carrierCode }).meta({ id: "EndHandOver" });
