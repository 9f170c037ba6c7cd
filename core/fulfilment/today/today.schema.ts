/** Wire shape of today: what waits, each carrier's day, labels by hour, parcels that need attention. */
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
    /** Parcels bought on any day that no carrier has scanned, as in the board's first column. */
    toHandOver: z.int(),
    /** Returns with a label, on their way to this organization. */
    returns: z.int(),
  })
  .meta({ id: "CarrierDay" });
export type CarrierDay = z.infer<typeof carrierDaySchema>;

export const todaySchema = z
  .object({
    /** Turkish time, YYYY-MM-DD. */
    day: z.string(),
    /** Orders that wait to be packed, without those on hold. */
    waiting: z.int(),
    held: z.int(),
    currency: z.string(),
    /** Sorted by name. */
    carriers: z.array(carrierDaySchema),
    /** Number of labels bought in each hour, from 0 to 23, Turkish time. */
    hours: z.array(z.int()),
    /** Reasons with at least one parcel, most serious first. */
    attention: z.array(z.object({ reason: z.enum(REASONS), count: z.int() })),
    /** Agreements with a tenth of their barcodes or less. */
    fewBarcodes: z.array(z.object({ carrierName: z.string(), left: z.int() })),
  })
  .meta({ id: "Today" });
export type Today = z.infer<typeof todaySchema>;
