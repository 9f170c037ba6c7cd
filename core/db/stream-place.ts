/** How far a station has applied the stream of its organization: kept with the rows, in the same transaction. */
import type { Db } from "./database.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

const PLACE = "sync_place";

/** `seq`: of the last message in the stream that is applied; `anchor`: its id, by which a stream with another history is recognized. */
export type Place = { readonly seq: number; readonly anchor: string };

export const NO_PLACE: Place = { seq: 0, anchor: "" };

/** How far this station has applied the stream. */
export function readPlace(db: Pick<Db, "sql">): Place {
  const [, seq, anchor] = /^(\d+) (.*)$/.exec(findMeta(db, PLACE) ?? "") ?? [];
  return seq === undefined ? NO_PLACE : { seq: Number(seq), anchor: anchor ?? "" };
}

/** Inside the transaction that applies the message, or later: messages that come again change nothing. */
export function writePlace(db: Pick<Db, "sql">, { seq, anchor }: Place): void {
  writeMeta(db, PLACE, `${seq} ${anchor}`);
}
