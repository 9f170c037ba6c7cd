/**
 * Checks after each connection to the hub, before the station continues from its stream position:
 * the hub may have lost messages, and this station may be an older copy of itself.
 */
import type { JetStreamManager, StreamState } from "@nats-io/jetstream";
import { writerOf } from "../../db/hlc.ts";
import { findHead, findLastPublished, type SignedCheck } from "./last-published.ts";
import { STREAM } from "./stream-message.ts";
import { isAnchor, type StreamPosition } from "../../db/stream-position.ts";

/**
 * `on`: continue from the position. `gap`: messages after the position were deleted, so a snapshot
 * is needed. `other history`: the hub has lost messages that it had confirmed. `isOlderCopy`: the
 * hub has messages of this station that the station does not know.
 */
export type Checked = {
  readonly state: "on" | "gap" | "other history";
  readonly isOlderCopy: boolean;
  /**
   * The last row of this station's outbox that the hub has; undefined when the hub has none of its
   * rows.
   */
  readonly lastOwn: number | undefined;
  /** How far this machine's clock is behind the hub's, ms. */
  readonly behindMs: number;
};

/** Data by which a station recognizes the messages that it has published itself. */
export type OwnMessages = {
  readonly stationID: string;
  readonly incarnation: number;
  /** Finds the id of an outbox row: null when it was pruned, undefined when it was never written. */
  idOf(number: number): string | null | undefined;
  /** The outbox row up to which everything was published. */
  readonly published?: number;
  readonly isSigned?: SignedCheck | undefined;
};

/**
 * Checks the hub's stream before it is followed.
 *
 * @throws Error when the hub does not answer.
 */
export async function checkStream(
  manager: JetStreamManager,
  position: StreamPosition,
  own: OwnMessages,
): Promise<Checked> {
  const { state, behindMs } = await measureBehind(manager);
  const lastOwn = await findLastPublished(manager, own.stationID, own.isSigned, own.published);
  const isOlderCopy =
    lastOwn !== undefined &&
    writerOf(lastOwn.hlc) === `${own.stationID}.${own.incarnation}` &&
    isUnknown(own.idOf(lastOwn.number), lastOwn.id);
  const known = { isOlderCopy, lastOwn: lastOwn?.number, behindMs };
  const { first_seq: first, last_seq: last } = state;
  if (position.seq > last) return { state: "other history", ...known };
  if (position.seq > 0 && position.seq >= first) {
    const found = await findHead(manager, { seq: position.seq });
    if (found === undefined || !isAnchor(position.anchor, found.id, found.atMs))
      return { state: "other history", ...known };
  }
  return {
    state: first > position.seq + 1 && (position.seq > 0 || first > 1) ? "gap" : "on",
    ...known,
  };
}

/**
 * Asks the hub for its time.
 *
 * @returns How far this machine's clock is behind the hub's time, ms, and the state of the stream.
 * @throws Error when the hub does not answer.
 */
export async function measureBehind(
  manager: JetStreamManager,
): Promise<{ readonly behindMs: number; readonly state: StreamState }> {
  const asked = Date.now();
  const { state, ts } = await manager.streams.info(STREAM);
  return {
    state,
    behindMs: Math.round((ts === undefined ? asked : Date.parse(ts)) - (asked + Date.now()) / 2),
  };
}

/**
 * Returns whether the station did not write the message: its outbox has no such row, or another row
 * in its place. A large transaction is several messages "<id>/<n>".
 */
function isUnknown(row: string | null | undefined, id: string): boolean {
  return row === undefined || (row !== null && row !== id.split("/")[0]);
}

/**
 * Finds the last row of a station's outbox that the stream has; 0 when the stream has none of its
 * rows.
 */
export async function lastNumberOf(
  manager: JetStreamManager,
  stationID: string,
  isSigned?: SignedCheck,
): Promise<number> {
  return (await findLastPublished(manager, stationID, isSigned))?.number ?? 0;
}
