/** Publishes which stations there are and which were revoked, durably: each entry is signed, in a bucket that all stations read. */
import { Kvm } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { rosterKey, SEEN_BUCKET } from "../sync/hub-names.ts";
import { signRosterEntry } from "../sync/hub-roster.ts";
import type { Station } from "./desks.schema.ts";

/**
 * @param nc As the hub's admin of the organization.
 * @param seed Of the key that stations know the hub by.
 * @returns Writes each entry that differs in the bucket.
 */
export function createRoster(nc: NatsConnection, seed: string): (stations: readonly Station[]) => Promise<void> {
  // To sign takes milliseconds, and most entries never change.
  const signed = new Map<string, { readonly of: string; readonly value: string }>();
  const valueOf = (station: Station): string => {
    const of = `${station.enrolledAt} ${station.revokedAt} ${station.name} ${station.boxPublicKey}`;
    const known = signed.get(station.id);
    if (known?.of === of) return known.value;
    const value = signRosterEntry(station, seed);
    signed.set(station.id, { of, value });
    return value;
  };
  return async (stations) => {
    const bucket = await new Kvm(nc).open(SEEN_BUCKET);
    const write = async (station: Station): Promise<void> => {
      const value = valueOf(station);
      if ((await bucket.get(rosterKey(station.id)))?.string() !== value) await bucket.put(rosterKey(station.id), value);
    };
    await Promise.all(stations.map(write));
  };
}
