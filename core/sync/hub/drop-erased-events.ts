/**
 * Drops the stream's beginning after an erasure: the changes there still name the person, and no
 * station needs them once each has them.
 */
import { jetstream, type JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { EVENT_STREAM } from "../hub-names.ts";
import { listSnapshots } from "../snapshot/exchange-snapshot.ts";
import { subjectOf } from "../stream/stream-message.ts";
import type { Station } from "./desks.schema.ts";
import { readStationLine } from "./station-line.ts";

/**
 * A message stays while a station that is admitted has not applied it, while it is the last one of
 * such a station, by which the station recognizes itself, and while the newest snapshot lacks it.
 * A station that was never there, or is away, so keeps what it lacks until the stream's days end.
 *
 * @param admin As the hub's user of the organization's account.
 * @returns How many messages were dropped; 0 while no erasure is newer than the stream's first.
 */
export async function dropErasedEvents(
  admin: NatsConnection,
  stations: readonly Pick<Station, "id" | "revokedAt" | "ended">[],
): Promise<number> {
  const js = jetstream(admin);
  const manager = await js.jetstreamManager(false);
  const admitted = stations.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
  const lines = await Promise.all(admitted.map((id) => readStationLine(manager, id)));
  const { state } = await manager.streams.info(EVENT_STREAM);
  const beganAt = Date.parse(state.first_ts);
  const isErasedSince = lines.some(
    ({ erasedAt }) => erasedAt !== undefined && Date.parse(erasedAt) > beganAt,
  );
  if (state.messages === 0 || !isErasedSince) return 0;
  const [newest] = await listSnapshots({ js });
  if (newest === undefined || newest.seq > state.last_seq) return 0;
  // The hub notes by its last message how far a revoked station had come.
  const needed = stations.filter(
    ({ revokedAt, ended }) => revokedAt === null || ended?.at !== revokedAt,
  );
  const lasts = await Promise.all(needed.map(({ id }) => lastOf(manager, id)));
  const first = Math.min(newest.seq, ...lines.map(({ place = 0 }) => place), ...lasts);
  if (first <= state.first_seq) return 0;
  return (await manager.streams.purge(EVENT_STREAM, { seq: first })).purged;
}

/** The place of the last message under a station's subject; behind all where there is none. */
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
