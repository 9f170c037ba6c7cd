/**
 * SQL for `station_ends`. An end states that an incarnation of a station is revoked, and which
 * message of this incarnation is the last that other stations apply.
 */
import { derivedId } from "../base/derived-id.ts";
import { insertRow } from "./change.ts";
import type { Db } from "./database.ts";

export type StationEnd = {
  readonly organizationID: string;
  readonly stationID: string;
  readonly incarnation: number;
  /** Number of the last outbox row that the hub has of the revoked station. */
  readonly lastNumber: number;
  /** The hub's signed entry about the station; absent if the hub does not sign. */
  readonly proof?: string;
};

/**
 * Inserts an end, which is sent to every station; does nothing if the end is known. Needs an open
 * transaction.
 */
export function writeEnd(
  db: Db,
  { organizationID, stationID, incarnation, lastNumber, proof = "" }: StationEnd,
  now: string,
): void {
  const id = endID({ stationID, incarnation });
  if (db.sql(`SELECT 1 FROM station_ends WHERE id = ?`).get(id) !== undefined) return;
  insertRow(db, "station_ends", {
    id,
    createdAt: now,
    organizationID,
    stationID,
    incarnation,
    lastNumber,
    proof,
  });
}

/** Derives the id that an end has at every station. */
export function endID({
  stationID,
  incarnation,
}: Pick<StationEnd, "stationID" | "incarnation">): string {
  return derivedId("station end", stationID, incarnation);
}

/** Returns whether this station is revoked in its current incarnation. */
export function isEndedHere(db: Pick<Db, "sql" | "stationID" | "incarnation">): boolean {
  return (findEnd(db, db.stationID)?.incarnation ?? -1) >= db.incarnation;
}

/** Finds the newest end of a station; undefined when the station was never revoked. */
export function findEnd(
  db: Pick<Db, "sql">,
  stationID: string,
): (Pick<StationEnd, "incarnation" | "lastNumber"> & { readonly createdAt: string }) | undefined {
  return db
    .sql<{ incarnation: number; lastNumber: number; createdAt: string }>(
      `SELECT incarnation, last_number AS lastNumber, created_at AS createdAt FROM station_ends WHERE station_id = ? ORDER BY incarnation DESC LIMIT 1`,
    )
    .get(stationID);
}

/**
 * Finds the station that revoked an incarnation: the writer of the end of this incarnation or, if
 * this incarnation has no end, of the nearest later one. Undefined when the incarnation is not
 * revoked.
 */
export function findEndedBy(
  db: Pick<Db, "sql" | "stamps">,
  { stationID, incarnation }: Pick<StationEnd, "stationID" | "incarnation">,
): Pick<StationEnd, "stationID" | "incarnation"> | undefined {
  const end = db
    .sql<{ stamp: string }>(
      `SELECT stamp FROM station_ends WHERE station_id = ? AND incarnation >= ? ORDER BY incarnation LIMIT 1`,
    )
    .get(stationID, incarnation);
  if (end === undefined) return undefined;
  const [id = "", no] = db.stamps.writerOf(end.stamp).split(".");
  return { stationID: id, incarnation: Number(no) };
}
