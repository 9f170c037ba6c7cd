/**
 * Gives up the undelivered events of a deleted webhook, in chunks: a webhook whose receiver did not
 * answer for days has very many events.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { markGivenUp, markSomeGivenUp } from "./deliveries.store.ts";
import { refuseSomeDeliveries } from "./enqueue-delivery.ts";
import type { WebhookRow } from "./webhooks.store.ts";

/** Events per transaction. */
const CHUNK = 200;

/**
 * Gives up one chunk of a deleted webhook's events, and ends their jobs. Works inside or outside a
 * transaction.
 *
 * @returns Whether more events may be left.
 */
export function giveUpChunk(
  deps: WriteDeps,
  { id, deletedAt }: Pick<WebhookRow, "id" | "deletedAt">,
): boolean {
  const now = deletedAt ?? deps.now();
  return inTransaction(deps, () => {
    const refused = refuseSomeDeliveries(deps, id, CHUNK);
    markGivenUp(deps.db, refused, now);
    const waiting = markSomeGivenUp(deps.db, { webhookID: id, now, atMost: CHUNK });
    return refused.length === CHUNK || waiting === CHUNK;
  });
}

/**
 * Gives up the first chunk of a deleted webhook's events. When more are left, wakes the delivery
 * planner, which gives up the rest. Needs an open transaction.
 */
export function startGivingUp(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  webhook: Pick<WebhookRow, "id" | "deletedAt">,
): void {
  if (giveUpChunk(deps, webhook)) deps.turns.onChange();
}
