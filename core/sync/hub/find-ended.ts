/**
 * Finds the last published position of a revoked station: its incarnation and the last row of its
 * outbox.
 */
import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { findLastPublished, incarnationOf } from "../stream/last-published.ts";
import { isSigned, signedText, verifierOf } from "../stream/message-signature.ts";
import { subjectOf } from "../stream/stream-message.ts";
import { keysOf, type Ended, type Station } from "./station-registry.schema.ts";
import { readStatusEntry } from "./status-entry.ts";

/**
 * Finds how far a revoked station has published.
 *
 * @param admin Connection as the hub's user in the organization's account. The server must already
 *   reject the station.
 * @returns Undefined for a station that has no message in the stream and that states no incarnation
 *   in its status entry.
 */
export async function findEnded(
  admin: NatsConnection,
  station: Pick<Station, "id" | "userKey" | "earlierKeys">,
): Promise<Omit<Ended, "at"> | undefined> {
  const manager = await jetstreamManager(admin);
  const { id: stationID } = station;
  const keys = keysOf(station).map(verifierOf);
  const last = await findLastPublished(manager, stationID, (head) =>
    isSigned(signedText({ ...head, subject: subjectOf(stationID) }), head.signature, keys),
  );
  const { incarnation: stated } = await readStatusEntry(manager, stationID);
  const published = last === undefined ? undefined : incarnationOf(last);
  if (published === undefined && stated === undefined) return undefined;
  return { incarnation: Math.max(published ?? 0, stated ?? 0), lastNumber: last?.number ?? 0 };
}
