/** Status entry that a station writes about itself at the hub, as the other stations read it. */
import { z } from "zod";
import type { TextLimits } from "../base/bounded-json.ts";
import { packingSchema } from "../fulfilment/packing/packing.schema.ts";

/** Limits of a station's entry, which has a few hundred bytes. */
export const STATUS_LIMITS: TextLimits = { bytes: 16 * 1024, depth: 4, values: 100 };
/**
 * Characters that are invisible, break a line or reverse the text: they could forge another line of
 * a list.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;
const NAME_CHARACTERS = 80;

const shownSchema = z
  .string()
  .max(400)
  .transform((text) => text.replace(HIDDEN, ""));
export const statusEntrySchema = z.object({
  name: z
    .string()
    .transform((name) => [...name.replace(HIDDEN, "")].slice(0, NAME_CHARACTERS).join("")),
  /** By the station's clock, corrected to the hub's. */
  at: z.iso.datetime(),
  version: z
    .string()
    .max(80)
    .regex(/^\P{C}*$/u),
  schema: z.int().min(0),
  /** "12.50": amount that the station may spend without the hub; null before its first lease. */
  lease: z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,2})?$/)
    .nullable(),
  skewMs: z.int(),
  /** Transactions that the hub does not have yet. */
  waiting: z.int().min(0),
  /**
   * If no hub lists the stations: the key with which the organization's secrets are sealed for this
   * station.
   */
  boxPublicKey: z.string().max(200).optional(),
  /**
   * At an organization's own server: the name by which its administrator knows this station's user.
   */
  user: z
    .string()
    .max(400)
    .regex(/^\P{C}*$/u)
    .optional(),
  /**
   * Incarnation of the station's data, see `station_ends`. Earlier versions omit this and the
   * following fields.
   */
  incarnation: z.int().min(0).max(999_999_999).optional(),
  /** Sequence number in the stream of the last message that the station has applied. */
  place: z.int().min(0).optional(),
  /**
   * Time when a person was last erased. It lets the hub drop earlier changes once all stations have
   * applied them.
   */
  erasedAt: z.iso.datetime().optional(),
  /** Prints that wait for the station's printers, or for a person's answer. */
  prints: z.int().min(0).optional(),
  packing: packingSchema.extend({ order: shownSchema, member: shownSchema }).nullable().catch(null),
});
export type StatusEntry = z.output<typeof statusEntrySchema>;
