/**
 * Sets `deps.turns` of a station that has joined a hub: the webhooks it holds during a session, and
 * only its own events while it is disconnected.
 */
import type { KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import type { SyncDeps } from "../deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import type { MayAsk } from "../station-requests.ts";
import { PUBLISHED } from "../stream/publish-commits.ts";
import { holdTurns } from "./hold-turns.ts";

type Parts = {
  readonly deps: SyncDeps;
  readonly kv: KV;
  readonly nc: NatsConnection;
  readonly organizationID: string;
  readonly mayAsk: MayAsk;
};

/**
 * Sets the state without a session: at the start of a station that has joined, and after each
 * session.
 */
export function cutDeliveries(deps: Pick<SyncDeps, "db" | "turns">, organizationID: string): void {
  deps.turns.set({
    organizationID,
    published: () => readCursor(deps, PUBLISHED),
    holds: undefined,
  });
}

/**
 * Sets the state for a new session.
 *
 * @param caughtUp Resolves when all messages of the stream are applied here.
 * @returns A function that ends it.
 */
export async function shareDeliveries(
  { deps, ...parts }: Parts,
  caughtUp: () => Promise<void>,
): Promise<() => void> {
  const held = await holdTurns({ deps, ...parts, onChange: () => deps.turns.onChange() }, caughtUp);
  deps.turns.set({
    organizationID: parts.organizationID,
    published: () => readCursor(deps, PUBLISHED),
    holds: (webhookID) => held.holds(webhookID),
  });
  return () => {
    held.close();
    cutDeliveries(deps, parts.organizationID);
  };
}
