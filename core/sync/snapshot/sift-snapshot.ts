/**
 * Checks rows of a snapshot by the rules for rows of the stream: rows that the station would
 * quarantine if they came by the stream are removed.
 */
import { siftRows, type SnapshotSift } from "../../db/snapshot/sift-rows.ts";
import { findMisfit, checkedColumns } from "../foreign-rows.ts";

/**
 * Removes invalid rows from a snapshot. Runs in a thread.
 *
 * @returns The reason for each removed row.
 * @throws Error for a snapshot with very many invalid rows.
 */
export function siftSnapshot(of: SnapshotSift): string[] {
  return siftRows(of, {
    columns: checkedColumns,
    whyNot: (here, change, stationID) => findMisfit(here, change, stationID)?.why,
  });
}
