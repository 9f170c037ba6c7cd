/**
 * Judges rows of a snapshot by the rules of the stream's rows: what is set aside there is left out
 * here.
 */
import { siftRows, type SnapshotSift } from "../../db/snapshot/sift-rows.ts";
import { findMisfit, judgedColumns } from "../foreign-rows.ts";

/**
 * Takes rows that do not fit out of a snapshot. For a thread.
 *
 * @returns Why each of them does not fit.
 * @throws Error for a snapshot of which very many rows do not fit
 */
export function siftSnapshot(of: SnapshotSift): string[] {
  return siftRows(of, {
    columns: judgedColumns,
    whyNot: (here, change, stationID) => findMisfit(here, change, stationID)?.why,
  });
}
