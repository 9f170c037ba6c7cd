/**
 * Drops the oldest messages of the stream after an erasure, because they may still name the erased
 * person and are not needed once each station has applied them.
 */
import { jetstream, type JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { EVENT_STREAM } from "../hub-names.ts";
import { listSnapshots } from "../snapshot/exchange-snapshot.ts";
import { subjectOf } from "../stream/stream-message.ts";
import type { Station } from "./station-registry.schema.ts";
import { readStatusEntry } from "./status-entry.ts";

/**
 * Drops all messages before the first message that is needed. A message is needed if an admitted
 * station has not applied it, or if the newest snapshot does not include it. The last message of an
 * admitted station is needed too, because the station recognizes itself by this message; so is the
 * last message of a revoked station until the hub has recorded its position. So messages that an
 * absent station has not applied stay until their retention ends.
 *
 * @param admin Connection as the hub's user in the organization's account.
 * @returns Number of dropped messages; 0 without a snapshot, and while no erasure is newer than the
 *   stream's first message.
 */
export async function dropErasedEvents(
  admin: NatsConnection,
  stations: readonly Pick<Station, "id" | "revokedAt" | "ended">[],
): Promise<number> {
  const js = jetstream(admin);
  const manager = await js.jetstreamManager(false);
  const admitted = stations.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
  const entries = await Promise.all(admitted.map((id) => readStatusEntry(manager, id)));
  const { state } = await manager.streams.info(EVENT_STREAM);
  const beganAt = Date.parse(state.first_ts);
  const isErasedSince = entries.some(
    ({ erasedAt }) => erasedAt !== undefined && Date.parse(erasedAt) > beganAt,
  );
  if (state.messages === 0 || !isErasedSince) return 0;
  const [newest] = await listSnapshots({ js });
  if (newest === undefined || newest.seq > state.last_seq) return 0;
  // The hub determines a revoked station's last position from its last message.
  const needed = stations.filter(
    ({ revokedAt, ended }) => revokedAt === null || ended?.at !== revokedAt,
  );
  const lasts = await Promise.all(needed.map(({ id }) => lastOf(manager, id)));
  const first = Math.min(newest.seq, ...entries.map(({ place = 0 }) => place), ...lasts);
  if (first <= state.first_seq) return 0;
  return (await manager.streams.purge(EVENT_STREAM, { seq: first })).purged;
}

/**
 * Finds the position of the last message under a station's subject; a number after all positions if
 * the station has published nothing.
 */
async function lastOf(manager: JetStreamManager, stationID: string): Promise<number> {
  const { state } = await manager.streams.info(EVENT_STREAM, {
    subjects_filter: subjectOf(stationID),
  });
  if (state.subjects?.[subjectOf(stationID)] === undefined) return Number.MAX_SAFE_INTEGER;
  const message = await manager.streams.getMessage(EVENT_STREAM, {
    last_by_subj: subjectOf(stationID),
  });
  return message?.seq ?? Number.MAX_SAFE_INTEGER;
}
