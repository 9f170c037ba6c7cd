/**
 * Wire shape of today: what waits, what failed, each carrier's day against its cut-off, packers by
 * hour, stations, parcels that need attention.
 */
import { z } from "zod";
import { REASONS } from "../../shipping/board/board.schema.ts";

/** A carrier's day. A return counts only under `returns`. */
const carrierDaySchema = z
  .object({
    providerCode: z.string(),
    carrierName: z.string(),
    /** Labels in force that were bought today, Turkish time. */
    bought: z.int(),
    /** The bought labels that this station sent to a printer. */
    printed: z.int(),
    /** Cost of the bought labels with tax; null for a member with limited access. */
    total: z.string().nullable(),
    /** Labels that wait to be announced to the carrier. */
    toAnnounce: z.int(),
    /**
     * Parcels bought on any day that are not on a truck and that no carrier has scanned, as in the
     * board's first column.
     */
    toHandOver: z.int(),
    /** Parcels that were scanned onto the carrier's truck today, and not taken back. */
    handedOver: z.int(),
    /** Returns with a label, on their way to this organization. */
    returns: z.int(),
    /**
     * Latest instant today at which the carrier takes parcels: as entered for its accounts, otherwise
     * that of its services with labels of today; null when none is known.
     */
    cutOffAt: z.string().nullable(),
    /** Whether the carrier takes no parcels today: a holiday, or a day without collection. */
    isClosed: z.boolean(),
  })
  .meta({ id: "CarrierDay" });
export type CarrierDay = z.infer<typeof carrierDaySchema>;

/** A member's labels of today. */
const packerHoursSchema = z
  .object({
    memberID: z.string(),
    name: z.string(),
    /** Labels in force. */
    labels: z.int(),
    /** Labels that were bought today and cancelled. */
    cancelled: z.int(),
    /** Time of the last label in force; null without one. */
    lastAt: z.string().nullable(),
    /** Number of labels in force by hour, from 0 to 23, Turkish time. */
    hours: z.array(z.int()),
  })
  .meta({ id: "PackerHours" });
export type PackerHours = z.infer<typeof packerHoursSchema>;

/** A station of the organization today. */
const stationDaySchema = z
  .object({
    id: z.string(),
    /** "" for a station that has left. */
    name: z.string(),
    isThis: z.boolean(),
    /** Whether the hub has seen the station within the last half minute. */
    isHere: z.boolean(),
    /** By the hub's clock; null for this station, and for one that has left. */
    lastSeen: z.string().nullable(),
    /** Labels in force that the station bought today. */
    labels: z.int(),
    /** Prints that wait for its printers or for an answer; null when the station reports none. */
    prints: z.int().nullable(),
  })
  .meta({ id: "StationDay" });
export type StationDay = z.infer<typeof stationDaySchema>;

export const todaySchema = z
  .object({
    /** Turkish time, YYYY-MM-DD. */
    day: z.string(),
    /** Orders that wait to be packed, without those on hold. */
    waiting: z.int(),
    held: z.int(),
    /** Shipments on which something failed that waits for a person. */
    failed: z.int(),
    /** The failed shipments by what failed; a shipment may count under several. */
    failures: z.object({
      /** Purchases without an answer, and orders whose purchase was refused since yesterday. */
      purchases: z.int(),
      /** Labels of this station that were not printed, or may not have been. */
      prints: z.int(),
      /** Labels that their carriers refused, or may not know. */
      announcements: z.int(),
    }),
    /**
     * Orders that a file has changed or cancelled and that wait for a decision, at most 1,000; for a
     * member with limited access, at most 50 that this member may see.
     */
    changedOrders: z.int(),
    currency: z.string(),
    /** Sorted by name. */
    carriers: z.array(carrierDaySchema),
    /** Number of labels bought in each hour, from 0 to 23, Turkish time. */
    hours: z.array(z.int()),
    /** Most labels first. A member with limited access gets only itself. */
    packers: z.array(packerHoursSchema),
    /** Sorted by name, this station first; empty for a member with limited access. */
    stations: z.array(stationDaySchema),
    /** Reasons with at least one parcel, most serious first. */
    attention: z.array(z.object({ reason: z.enum(REASONS), count: z.int() })),
    /** Agreements with a tenth of their barcodes or less. */
    fewBarcodes: z.array(z.object({ carrierName: z.string(), left: z.int() })),
  })
  .meta({ id: "Today" });
export type Today = z.infer<typeof todaySchema>;
