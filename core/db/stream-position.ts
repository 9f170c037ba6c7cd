/**
 * Stores how far a station has applied its organization's stream, usually in the transaction that
 * applies the rows.
 */
import type { Db } from "./database.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const POSITION = "sync_place";

/**
 * `seq`: the last applied message of the stream. `anchor`: the message's id and the time when the
 * hub stored it, to detect a stream with another history.
 */
export type StreamPosition = { readonly seq: number; readonly anchor: string };

export const STREAM_START: StreamPosition = { seq: 0, anchor: "" };

/**
 * Maximum difference of two readings of one message's time, ms: the server states nanoseconds,
 * which arrive rounded.
 */
const ROUNDING_MS = 1;

/**
 * Makes the anchor that identifies a message in the stream.
 *
 * @param id Id of a message.
 * @param atMs When the hub stored the message, ms since the epoch.
 */
export function anchorOf(id: string, atMs: number): string {
  return `${id}@${atMs}`;
}

/**
 * Returns whether a message is the one that an anchor names. A hub that was restored receives the
 * same messages again. The message at this number may then have the same id but other predecessors;
 * the time distinguishes them. Anchors of earlier versions have only the id.
 */
export function isAnchor(anchor: string, id: string, atMs: number): boolean {
  const [, known, knownMs] = /^(.*)@(\d+)$/.exec(anchor) ?? [];
  return known === undefined
    ? anchor === id
    : known === id && Math.abs(Number(knownMs) - atMs) <= ROUNDING_MS;
}

/** Reads the last position of the stream that this station has applied. */
export function readPosition(db: Pick<Db, "sql">): StreamPosition {
  const [, seq, anchor] = /^(\d+) (.*)$/.exec(findMeta(db, POSITION) ?? "") ?? [];
  return seq === undefined ? STREAM_START : { seq: Number(seq), anchor: anchor ?? "" };
}

/**
 * Stores the position. Inside the transaction that applies the message, or later, because applying
 * a message again changes nothing.
 */
export function writePosition(db: Pick<Db, "sql">, { seq, anchor }: StreamPosition): void {
  writeMeta(db, POSITION, `${seq} ${anchor}`);
}
