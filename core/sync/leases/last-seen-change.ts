/**
 * Stores the last change of the hub's bucket that this station has seen: a bucket without this
 * change is an older copy or another bucket.
 */
import { JetStreamApiError, type JetStreamManager } from "@nats-io/jetstream";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { inTransaction } from "../../db/change.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { Db } from "../../db/database.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { SCARCE_BUCKET } from "../hub-names.ts";

const SEEN_META = "scarce_seen";
const STREAM = `KV_${SCARCE_BUCKET}`;
const NOT_FOUND = 10_037;

/**
 * Forgets the history when the station leaves this hub, so that another hub's history is not
 * compared with it. Needs an open transaction.
 */
export function forgetHistory({ db }: ReadDeps): void {
  dropMeta(db, SEEN_META);
}

/**
 * The newest change of the bucket that this station has seen. `id`: name of the bucket's history.
 * `atMs`: when the hub stored the change, ms since the epoch; 0 for a change of this station, whose
 * time is unknown.
 */
const seenSchema = z.object({ id: z.string(), seq: z.int(), atMs: z.number() });
type Seen = z.output<typeof seenSchema>;

/** Records a change that this station has made: a bucket without this change is an older copy. */
export function noteOwn({ db }: ReadDeps, revision: number): void {
  const seen = readSeen(db);
  if (seen !== undefined && revision > seen.seq)
    writeMeta(db, SEEN_META, JSON.stringify({ ...seen, seq: revision, atMs: 0 } satisfies Seen));
}

type Seeing = {
  readonly deps: WriteDeps;
  readonly manager: JetStreamManager;
};

/**
 * Records the newest change of the bucket.
 *
 * @param id Name of the bucket's history.
 * @throws Error when the hub does not answer.
 */
export async function noteSeen({ deps, manager }: Seeing, id: string): Promise<void> {
  const { state } = await manager.streams.info(STREAM);
  const seen: Seen = { id, seq: state.last_seq, atMs: Date.parse(String(state.last_ts)) };
  const known = readSeen(deps.db);
  if (known?.id === id && known.seq >= seen.seq && known.atMs !== 0) return;
  inTransaction(deps, () => writeMeta(deps.db, SEEN_META, JSON.stringify(seen)));
}

/**
 * Reads the last change that this station has seen in the bucket.
 *
 * @returns Undefined before the first session, and after the station has left the hub.
 */
export function readSeen(db: Db): Seen | undefined {
  const text = findMeta(db, SEEN_META);
  return text === undefined
    ? undefined
    : parseJson(text, seenSchema, "what this station has seen of the hub");
}

/**
 * Returns whether the bucket is the one that this station has worked with: it has the last change
 * that the station saw, at the same position. False also when the time of that change is unknown.
 * @throws Error when the hub does not answer.
 */
export async function isSameBucket(db: Db, manager: JetStreamManager): Promise<boolean> {
  const seen = readSeen(db);
  if (seen === undefined || seen.atMs === 0) return false;
  try {
    return (
      (await manager.streams.getMessage(STREAM, { seq: seen.seq }))?.time.getTime() === seen.atMs
    );
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return false;
    throw error;
  }
}

/**
 * Returns whether the bucket ends before the change that this station has seen, or has another
 * change at its position.
 */
export async function isLess(manager: JetStreamManager, { seq, atMs }: Seen): Promise<boolean> {
  const { state } = await manager.streams.info(STREAM);
  if (state.last_seq < seq) return true;
  if (atMs === 0) return false;
  try {
    const message = await manager.streams.getMessage(STREAM, { seq });
    return message !== null && message.time.getTime() !== atMs;
  } catch (error) {
    // The hub keeps twenty revisions per key, and newer revisions have replaced this one.
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return false;
    throw error;
  }
}
