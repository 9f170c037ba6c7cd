/**
 * Checks rows of `station_ends` that other stations publish. Such a row states that an incarnation
 * of a station is revoked, and the number of that incarnation's last valid message.
 *
 * At a hub a row is valid if the hub has signed it. Any station may publish the row, so all
 * stations decide equally from the row alone. An organization's own server signs nothing: there a
 * row is valid if the founding station publishes it. Once the founder is revoked, any station that
 * is not revoked may publish it.
 */
import type { Db, RowChange, SqlRow } from "../db/database.ts";
import { endID, findEnd } from "../db/station-ends.ts";
import { findMeta, HUB_FOUNDER } from "../db/station-meta.ts";
import { readRosterEntry, type RosterEntry } from "./hub-roster.ts";
import type { Boundary } from "./stream/boundary.ts";

const TABLE = "station_ends";
/**
 * Number of cached proofs. Checking a signature takes milliseconds, and several stations publish
 * the same row.
 */
const CACHED = 1_000;

type Read = Pick<Db, "sql">;

/**
 * Creates the check of a row of `station_ends`. The check returns whether the row is valid when the
 * station `from` publishes it.
 *
 * @param hubKey The hub's public key, from the enrolment; "" at an organization's own server.
 */
export function createEndCheck(
  db: Read,
  hubKey: string,
): (id: string, row: SqlRow, from: string) => boolean {
  const known = new Map<string, RosterEntry>();
  const entryOf = (proof: string): RosterEntry | undefined => {
    const found = known.get(proof) ?? readRosterEntry(proof, hubKey);
    if (found === undefined) return undefined;
    if (known.size >= CACHED) known.clear();
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

/** Extends the boundary so that it also rejects changes with an invalid row of `station_ends`. */
export function withEnds(boundary: () => Boundary, db: Read, hubKey: string): () => Boundary {
  const isValid = createEndCheck(db, hubKey);
  return () => {
    const isRejected = boundary();
    const isForged = ([table, id, fields]: RowChange, from: string): boolean =>
      table === TABLE && !isValid(id, fields, from);
    return (changes, from) =>
      isRejected(changes, from) || changes.some((change) => isForged(change, from));
  };
}

/** Returns whether a station may publish ends at an organization's own server. */
function mayEnd(db: Read, stationID: string): boolean {
  const founder = findMeta(db, HUB_FOUNDER);
  if (founder === undefined || founder === stationID) return founder !== undefined;
  return findEnd(db, founder) !== undefined && findEnd(db, stationID) === undefined;
}
