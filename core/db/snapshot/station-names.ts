/** Stamps name their station by a short number that each database gives by itself: how the numbers of a snapshot read here. */
import type { Db } from "../database.ts";

export type StationNames = {
  /** @param stamp An expression of SQL. @returns One for the same stamp with this database's number. */
  toLocal(stamp: string): string;
  /** The same for a stamp that is in hand. */
  shorten(stamp: string): string;
  /** The whole stamp, with its station's name. */
  whole(stamp: string): string;
  /** The numbers in the snapshot of the incarnations of one station. */
  numbersOf(stationID: string): number[];
};

const DIGITS = 16;

/** @param db Has the snapshot attached as `snap`. Stations that are new here get a number. */
export function nameStations(db: Db): StationNames {
  const names = new Map(db.sql<{ no: number; name: string }>("SELECT no, name FROM snap.names").all().map(({ no, name }) => [no, name]));
  // Only the number is wanted: a stamp of time zero.
  const numbers = new Map([...names].map(([no, name]) => [no, Number(db.stamps.shorten(`${"0".repeat(DIGITS)}-${name}`).slice(DIGITS + 1))]));
  const changed = [...numbers].filter(([there, here]) => there !== here);
  const numberOf = (stamp: string): number => Number(stamp.slice(DIGITS + 1));
  return {
    toLocal(stamp) {
      if (changed.length === 0) return stamp;
      const cases = changed.map(([there, here]) => `WHEN '${there}' THEN '${here}'`).join(" ");
      return `substr(${stamp}, 1, ${DIGITS + 1}) || CASE substr(${stamp}, ${DIGITS + 2}) ${cases} ELSE substr(${stamp}, ${DIGITS + 2}) END`;
    },
    shorten: (stamp) => `${stamp.slice(0, DIGITS)}.${numbers.get(numberOf(stamp)) ?? numberOf(stamp)}`,
    whole: (stamp) => `${stamp.slice(0, DIGITS)}-${names.get(numberOf(stamp)) ?? ""}`,
    numbersOf: (stationID) => [...names].flatMap(([no, name]) => (name.startsWith(`${stationID}.`) ? [no] : [])),
  };
}
