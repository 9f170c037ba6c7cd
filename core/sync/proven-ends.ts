/**
 * Decides which ends of stations, stated by other stations, are valid. At a hub: ends that the hub
 * has signed, from any sender, so that every station decides equally from the row itself. At an
 * organization's own server nobody signs: ends stated by the founding station, or by any station
 * once the founder's share is closed.
 */
import type { Db, RowChange, SqlRow } from "../db/database.ts";
import { endID, findEnd } from "../db/station-ends.ts";
import { findMeta, HUB_FOUNDER } from "../db/station-meta.ts";
import { readRosterEntry, type RosterEntry } from "./hub-roster.ts";
import type { Boundary } from "./stream/boundary.ts";

const TABLE = "station_ends";
/**
 * Cached proofs: checking a signature takes milliseconds, and each end comes from several stations.
 */
const REMEMBERED = 1_000;

type Read = Pick<Db, "sql">;

/**
 * @param hubKey Key from the enrolment; "" at an organization's own server.
 * @returns Whether a station may state such an end.
 */
export function createEndCheck(
  db: Read,
  hubKey: string,
): (id: string, row: SqlRow, from: string) => boolean {
  const known = new Map<string, RosterEntry>();
  const entryOf = (proof: string): RosterEntry | undefined => {
    const found = known.get(proof) ?? readRosterEntry(proof, hubKey);
    if (found === undefined) return undefined;
    if (known.size >= REMEMBERED) known.clear();
    known.set(proof, found);
    return found;
  };
  return (id, { station_id: stationID, incarnation, last_number: lastNumber, proof }, from) => {
    if (typeof stationID !== "string" || typeof incarnation !== "number") return false;
    if (id !== endID({ stationID, incarnation })) return false;
    if (hubKey === "") return mayEnd(db, from);
    const entry = typeof proof === "string" ? entryOf(proof) : undefined;
    if (entry?.id !== stationID || entry.revokedAt === null) return false;
    return entry.ended?.incarnation === incarnation && entry.ended.lastNumber === lastNumber;
  };
}

/** @returns The boundary, which also rejects a transaction with an invalid end. */
export function withEnds(boundary: () => Boundary, db: Read, hubKey: string): () => Boundary {
  const counts = createEndCheck(db, hubKey);
  return () => {
    const reaches = boundary();
    const isForged = ([table, id, fields]: RowChange, from: string): boolean =>
      table === TABLE && !counts(id, fields, from);
    return (changes, from) =>
      reaches(changes, from) || changes.some((change) => isForged(change, from));
  };
}

/** Whether a station may end others at an organization's own server. */
function mayEnd(db: Read, stationID: string): boolean {
  const founder = findMeta(db, HUB_FOUNDER);
  if (founder === undefined || founder === stationID) return founder !== undefined;
  return findEnd(db, founder) !== undefined && findEnd(db, stationID) === undefined;
}
