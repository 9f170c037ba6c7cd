/**
 * Sorted lists of the window: the sequence numbers of all rows in an order, so that the window knows
 * every position at once and reads only the rows that it shows.
 */
import { z } from "zod";

/** Highest number of rows that are sorted by any column; longer lists have the orders of indexes. */
export const MOST_SORTED = 20_000;
/** Highest number of rows that are read by their sequence numbers in one request. */
const MOST_SEQS = 100;

export const sortedListSchema = z
  .object({
    /** Sequence numbers at this station, in the order asked for. */
    seqs: z.array(z.number().int()),
    /** Whether more than MOST_SORTED rows match. */
    isMore: z.boolean(),
  })
  .meta({ id: "SortedList" });
export type SortedList = z.infer<typeof sortedListSchema>;

/** Sequence numbers with commas; other filters and keys are ignored. */
export const seqsSchema = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, `must be up to ${MOST_SEQS} numbers with commas`)
  .transform((text) => text.split(",").map(Number))
  .optional();

/** Makes the answer from the first MOST_SORTED + 1 sequence numbers. */
export function sortedListOf(seqs: readonly number[]): SortedList {
  return { seqs: seqs.slice(0, MOST_SORTED), isMore: seqs.length > MOST_SORTED };
}
