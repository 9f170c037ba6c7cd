/**
 * Old snapshots go, so that neither the disk fills up nor what was erased since lives on in them. Only the hub may take something out of its
 * stores; the newest snapshot always stays.
 */
import { jetstream } from "@nats-io/jetstream";
import { Objm } from "@nats-io/obj";
import type { NatsConnection } from "@nats-io/transport-node";
import { SNAPSHOT_STORE } from "../sync/hub-names.ts";
import { describeSnapshot } from "../sync/snapshot/stored-snapshot.ts";

/** A station that has begun to fetch the one before is done by then. */
const FETCHED_WITHIN_MS = 60 * 60_000;

/** @param admin As the hub's admin of the organization. @returns How many were removed. */
export async function pruneSnapshots(admin: NatsConnection, nowMs = Date.now()): Promise<number> {
  const store = await new Objm(jetstream(admin)).open(SNAPSHOT_STORE);
  const all = (await store.list()).map(describeSnapshot).sort((a, b) => a.seq - b.seq || (a.madeAt < b.madeAt ? -1 : 1));
  const newest = all.pop();
  if (newest === undefined || Date.parse(newest.madeAt) > nowMs - FETCHED_WITHIN_MS) return 0;
  for (const { name } of all) await store.delete(name);
  return all.length;
}
