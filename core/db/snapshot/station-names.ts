/**
 * Translates the station numbers in a snapshot's stamps to the numbers of this database. Stamps
 * name their station by a short number that each database assigns independently.
 */
import type { Db } from "../database.ts";

export type StationNames = {
  /** JSON object: number in the snapshot → number in this database. */
  readonly numbers: string;
  /** Converts a stamp of the snapshot to the same stamp with this database's number. */
  shorten(stamp: string): string;
  /** Converts a stamp of the snapshot to the whole stamp, with its station's name. */
  whole(stamp: string): string;
  /** The snapshot's numbers for the incarnations of one station. */
  numbersOf(stationID: string): number[];
};

const DIGITS = 16;

/**
 * Maps the snapshot's station numbers to the numbers of this database.
 *
 * @param db Database with the snapshot attached as `snap`. Stations that are new here get a number.
 */
export function nameStations(db: Db): StationNames {
  const names = new Map(
    db
      .sql<{ no: number; name: string }>("SELECT no, name FROM snap.names")
      .all()
      .map(({ no, name }) => [no, name]),
  );
  // The time in the stamp is irrelevant: only the number is needed.
  const numbers = new Map(
    [...names].map(([no, name]) => [
      no,
      Number(db.stamps.shorten(`${"0".repeat(DIGITS)}-${name}`).slice(DIGITS + 1)),
    ]),
  );
  const numberOf = (stamp: string): number => Number(stamp.slice(DIGITS + 1));
  return {
    numbers: JSON.stringify(
      Object.fromEntries([...numbers].map(([there, here]) => [there, String(here)])),
    ),
    shorten: (stamp) =>
      `${stamp.slice(0, DIGITS)}.${numbers.get(numberOf(stamp)) ?? numberOf(stamp)}`,
    whole: (stamp) => `${stamp.slice(0, DIGITS)}-${names.get(numberOf(stamp)) ?? ""}`,
    numbersOf: (stationID) =>
      [...names].flatMap(([no, name]) => (name.startsWith(`${stationID}.`) ? [no] : [])),
  };
}
