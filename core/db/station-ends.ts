/**
 * SQL for `station_ends`: incarnations of stations that were revoked, up to which all that they
 * published is applied.
 */
import { derivedId } from "../base/derived-id.ts";
import { insertRow } from "./change.ts";
import type { Db } from "./database.ts";

export type StationEnd = {
  readonly organizationID: string;
  readonly stationID: string;
  readonly incarnation: number;
  /** The last row of its outbox that the hub had. */
  readonly lastNumber: number;
  /** The hub's entry about the station as it signed it; absent where no hub signs. */
  readonly proof?: string;
};

/** Notes an end, at every station; a second note changes nothing. Inside a transaction. */
export function writeEnd(
  db: Db,
  { organizationID, stationID, incarnation, lastNumber, proof = "" }: StationEnd,
  now: string,
): void {
  const id = endID({ stationID, incarnation });
  if (db.sql(`SELECT 1 FROM station_ends WHERE id = ?`).get(id) !== undefined) return;
  insertRow(db, "station_ends", {
    id,
    created_at: now,
    organization_id: organizationID,
    station_id: stationID,
    incarnation,
    last_number: lastNumber,
    proof,
  });
}

/** The id that an end has at every station. */
export function endID({
  stationID,
  incarnation,
}: Pick<StationEnd, "stationID" | "incarnation">): string {
  return derivedId("station end", stationID, incarnation);
}

/** Whether a station is shut out: the incarnation that it is now was ended. */
export function isEndedHere(db: Pick<Db, "sql" | "stationID" | "incarnation">): boolean {
  return (findEnd(db, db.stationID)?.incarnation ?? -1) >= db.incarnation;
}

/** The newest end of a station; undefined when it was never revoked. */
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
 * Which station has noted the end of an incarnation; undefined while none has. The earliest note
 * counts, and names its writer.
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
