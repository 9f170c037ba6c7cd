/**
 * How far a station has applied the stream of its organization: kept with the rows, in the same
 * transaction.
 */
import type { Db } from "./database.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const PLACE = "sync_place";

/**
 * `seq`: of the last message in the stream that is applied; `anchor`: its id and when the hub
 * stored it, by which a stream with another history is recognized.
 */
export type Place = { readonly seq: number; readonly anchor: string };

export const NO_PLACE: Place = { seq: 0, anchor: "" };

/** The server states nanoseconds, which come with rounding. */
const ROUNDING_MS = 1;

/** @param id Of a message. @param atMs When the hub stored it, ms since the epoch. */
export function anchorOf(id: string, atMs: number): string {
  return `${id}@${atMs}`;
}

/**
 * Whether a message is the one that an anchor names. A hub that was set back is given the same
 * messages again, and the one at this number may be the same by its id with others before it than
 * then: the time tells them apart. Earlier versions noted the id alone.
 */
export function isAnchor(anchor: string, id: string, atMs: number): boolean {
  const [, known, knownMs] = /^(.*)@(\d+)$/.exec(anchor) ?? [];
  return known === undefined
    ? anchor === id
    : known === id && Math.abs(Number(knownMs) - atMs) <= ROUNDING_MS;
}

/** How far this station has applied the stream. */
export function readPlace(db: Pick<Db, "sql">): Place {
  const [, seq, anchor] = /^(\d+) (.*)$/.exec(findMeta(db, PLACE) ?? "") ?? [];
  return seq === undefined ? NO_PLACE : { seq: Number(seq), anchor: anchor ?? "" };
}

/**
 * Inside the transaction that applies the message, or later: messages that come again change
 * nothing.
 */
export function writePlace(db: Pick<Db, "sql">, { seq, anchor }: Place): void {
  writeMeta(db, PLACE, `${seq} ${anchor}`);
}
