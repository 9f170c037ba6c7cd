/**
 * Old snapshots go, so that neither the disk fills up nor what was erased since lives on in them.
 * Only the hub may take something out of its stores; the newest snapshot always stays.
 */
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import type { NatsConnection } from "@nats-io/transport-node";
import { SNAPSHOT_STORE } from "../hub-names.ts";
import { listSnapshots } from "../snapshot/exchange-snapshot.ts";

/** A station that has begun to fetch the one before is done by then. */
const FETCHED_WITHIN_MS = 60 * 60_000;

/** @param admin As the hub's admin of the organization. @returns How many were removed. */
export async function pruneSnapshots(admin: NatsConnection, nowMs = Date.now()): Promise<number> {
  const js = jetstream(admin);
  const store = await new Objm(js).open(SNAPSHOT_STORE);
  const [newest, ...others] = await listSnapshots({ js });
  if (newest === undefined || Date.parse(newest.madeAt) > nowMs - FETCHED_WITHIN_MS) return 0;
  for (const { name } of others) await store.delete(name);
  return others.length;
}
