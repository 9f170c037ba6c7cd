/**
 * Deletes old snapshots, so that the disk does not fill up and no snapshot keeps erased data. Only
 * the hub may delete from its stores; the newest snapshot always stays.
 */
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import type { NatsConnection } from "@nats-io/transport-node";
import { SNAPSHOT_STORE } from "../hub-names.ts";
import { listSnapshots } from "../snapshot/exchange-snapshot.ts";

/** Time within which a station that started to fetch the previous snapshot finishes, ms. */
const FETCHED_WITHIN_MS = 60 * 60_000;

/**
 * Deletes all snapshots but the newest from the hub's store, once the newest is an hour old.
 *
 * @param admin Connection as the hub's admin of the organization.
 * @returns The number of deleted snapshots.
 */
export async function pruneSnapshots(admin: NatsConnection, nowMs = Date.now()): Promise<number> {
  const js = jetstream(admin);
  const store = await new Objm(js).open(SNAPSHOT_STORE);
  const [newest, ...others] = await listSnapshots({ js });
  if (newest === undefined || Date.parse(newest.madeAt) > nowMs - FETCHED_WITHIN_MS) return 0;
  for (const { name } of others) await store.delete(name);
  return others.length;
}
