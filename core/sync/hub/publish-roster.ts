/**
 * Publishes the hub's list of stations, including revoked stations: each entry is signed, in a
 * durable bucket that all stations read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Kvm, KvWatchInclude, type KvWatchEntry } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { rosterKey, SEEN_BUCKET } from "../hub-names.ts";
import { signRosterEntry } from "../hub-roster.ts";
import { keysOf, type Station } from "./station-registry.schema.ts";
import type { HubTimes } from "./hub-times.ts";

export type PublishedRoster = {
  /** Writes each entry that differs from the entry in the bucket. */
  publish(stations: readonly Station[]): Promise<void>;
  /**
   * Watches the entries from now on, because JetStream lets a desk overwrite the newest entry with
   * a copy of an earlier entry.
   *
   * @param again Called soon after an entry was overwritten.
   */
  watch(again: () => Promise<void>): Promise<void>;
};

/**
 * Creates the publisher of the hub's list of stations.
 *
 * @param nc Connection as the hub's admin of the organization.
 * @param seed Seed of the key by which stations know the hub.
 */
export function createRoster(
  nc: NatsConnection,
  seed: string,
  { overwrittenMs }: Pick<HubTimes, "overwrittenMs">,
): PublishedRoster {
  // Signatures are cached, because signing takes milliseconds and entries rarely change.
  const signed = new Map<string, { readonly of: string; readonly value: string }>();
  const valueOf = (station: Station): string => {
    const of = `${station.enrolledAt} ${station.revokedAt} ${station.name} ${station.boxPublicKey} ${keysOf(station).join()} ${station.ended?.incarnation} ${station.ended?.lastNumber}`;
    const known = signed.get(station.id);
    if (known?.of === of) return known.value;
    const { ended, ...listed } = station;
    const value = signRosterEntry(
      {
        ...listed,
        keys: keysOf(station),
        ...(ended === null
          ? {}
          : { ended: { incarnation: ended.incarnation, lastNumber: ended.lastNumber } }),
      },
      seed,
    );
    signed.set(station.id, { of, value });
    return value;
  };
  const isForeign = ({ key, operation, value }: KvWatchEntry): boolean => {
    const known = signed.get(key.slice(rosterKey("").length));
    return (
      known !== undefined &&
      (operation !== "PUT" || new TextDecoder().decode(value) !== known.value)
    );
  };
  return {
    async publish(stations) {
      const bucket = await new Kvm(nc).open(SEEN_BUCKET);
      const write = async (station: Station): Promise<void> => {
        const value = valueOf(station);
        if ((await bucket.get(rosterKey(station.id)))?.string() !== value)
          await bucket.put(rosterKey(station.id), value);
      };
      await Promise.all(stations.map(write));
    },
    async watch(again) {
      const entries = await (
        await new Kvm(nc).open(SEEN_BUCKET)
      ).watch({ key: rosterKey("*"), include: KvWatchInclude.UpdatesOnly });
      for await (const entry of entries) {
        if (!isForeign(entry)) continue;
        await sleep(overwrittenMs);
        await again();
      }
    },
  };
}
