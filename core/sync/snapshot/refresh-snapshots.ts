/**
 * Keeps a fresh snapshot at the hub. A new station starts with the newest snapshot, and so does a
 * station that was disconnected for longer than the stream keeps messages. The connected stations
 * make snapshots, one station at a time.
 */
import { JetStreamApiError } from "@nats-io/jetstream";
import type { KV } from "@nats-io/kv";
import { z } from "zod";
import { readKeptBack } from "../../db/kept-back.ts";
import type { SyncDeps } from "../deps.ts";
import { newestErasure } from "../../records/privacy/privacy.service.ts";
import type { Session } from "../stream/session.ts";
import { STREAM } from "../stream/stream-message.ts";
import { findSnapshot, putSnapshot } from "./exchange-snapshot.ts";
import { isUnfit } from "./unfit-note.ts";
import { parseNote } from "../parse-note.ts";

const KEY = "claim.snapshot";
/** Error code of NATS: another station wrote the key first. */
const WRONG_LAST_SEQUENCE = 10071;
const FRESH_FOR_MS = 20 * 60 * 60 * 1_000;
/** Messages after which another snapshot is needed. A new station applies so many in seconds. */
const MAX_MESSAGES_AFTER = 100_000;
/**
 * How long an erasure at another station may take to arrive here. A snapshot made within this time
 * after the erasure may still contain the erased data.
 */
const ON_ITS_WAY_MS = 5 * 60_000;
/** How long an erasure may take to empty all rows of the person. */
const SETTLED_MS = 2_000;
/** How long a station's claim to make the snapshot is valid. A large snapshot takes minutes. */
const CLAIMED_FOR_MS = 60 * 60_000;

const claimSchema = z.object({ by: z.uuid(), at: z.iso.datetime() });

type RefreshSetup = {
  readonly deps: Pick<SyncDeps, "db" | "now" | "log" | "syncTimes">;
  readonly folder: string;
  readonly session: Session;
  readonly kv: KV;
};

/**
 * Checks periodically whether a snapshot is needed. This station makes a snapshot only while it is
 * in step: changes wait neither here nor at the hub for long.
 *
 * @returns A function that stops the checks.
 */
export function refreshSnapshots(setup: RefreshSetup, organizationID: string): () => void {
  const { deps, session, kv } = setup;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let neededSince = Infinity;
  const look = async (): Promise<void> => {
    try {
      const isWanted = session.isInStep() && (await isNeeded(setup, organizationID));
      neededSince = isWanted ? Math.min(neededSince, performance.now()) : Infinity;
      if (isWanted && !isLeftToOthers(setup, neededSince) && (await claim(setup))) {
        await putSnapshot(setup, organizationID);
        await kv.delete(KEY);
      }
    } catch (err) {
      if (!isStopped)
        deps.log.warn(
          { err },
          "making a snapshot of the organization failed; the snapshot is retried",
        );
    }
    if (!isStopped) timer = setTimeout(() => void look(), deps.syncTimes.snapshotLookMs).unref();
  };
  const { least, spread } = deps.syncTimes.firstSnapshotLookMs;
  // All stations reconnect at once when the hub comes back; a random delay spreads their checks.
  timer = setTimeout(() => void look(), least + Math.random() * spread).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Returns whether to let other stations make the snapshot first, because this station has rows that
 * it may not publish: a new station would get these rows with the snapshot, and other stations
 * would never get them.
 */
function isLeftToOthers({ deps }: RefreshSetup, neededSince: number): boolean {
  return (
    readKeptBack(deps.db) > 0 && performance.now() - neededSince < deps.syncTimes.snapshotLeftMs
  );
}

async function isNeeded(
  { deps, session, kv }: RefreshSetup,
  organizationID: string,
): Promise<boolean> {
  // Snapshots ahead of the stream are ignored: the hub has lost messages, or a snapshot is forged.
  const newest = await findSnapshot(session);
  if (newest === undefined || Date.parse(newest.madeAt) < Date.now() - FRESH_FOR_MS) return true;
  // Erased data must not survive in the snapshot with which new stations start.
  const erasedAt = newestErasure(deps, organizationID);
  if (
    erasedAt !== undefined &&
    Date.parse(newest.madeAt) < Date.parse(erasedAt) + ON_ITS_WAY_MS &&
    Date.parse(erasedAt) < Date.now() - SETTLED_MS
  )
    return true;
  if (await isUnfit(kv, newest.name)) return true;
  const { state } = await session.manager.streams.info(STREAM);
  return state.last_seq - newest.seq > MAX_MESSAGES_AFTER;
}

/**
 * Claims the making of the snapshot.
 *
 * @returns False while another station has the claim.
 */
async function claim({ deps, kv }: RefreshSetup): Promise<boolean> {
  const entry = await kv.get(KEY);
  const known = entry === null ? undefined : parseNote(entry, claimSchema);
  if (
    known !== undefined &&
    known.by !== deps.db.stationID &&
    Math.abs(Date.parse(known.at) - Date.now()) < CLAIMED_FOR_MS
  )
    return false;
  const body = JSON.stringify({ by: deps.db.stationID, at: new Date().toISOString() });
  try {
    await (entry === null || entry.operation !== "PUT"
      ? kv.create(KEY, body)
      : kv.update(KEY, body, entry.revision));
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return false;
    throw error;
  }
}
