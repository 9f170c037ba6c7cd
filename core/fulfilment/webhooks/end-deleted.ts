/**
 * Ends the undelivered events of a deleted webhook, some at a time: a webhook whose receiver did
 * not answer for days has very many.
 */
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { markGivenUp, markSomeGivenUp } from "./deliveries.store.ts";
import { refuseSomeDeliveries } from "./enqueue-delivery.ts";
import type { WebhookRow } from "./webhooks.store.ts";

const AT_ONCE = 200;

/**
 * Gives up some events of a deleted webhook, with their jobs. Works inside or outside a
 * transaction.
 *
 * @returns Whether there may be more.
 */
export function giveUpSome(
  deps: WriteDeps,
  { id, deletedAt }: Pick<WebhookRow, "id" | "deletedAt">,
): boolean {
  const now = deletedAt ?? deps.now();
  return inTransaction(deps, () => {
    const refused = refuseSomeDeliveries(deps, id, AT_ONCE);
    markGivenUp(deps.db, refused, now);
    const waiting = markSomeGivenUp(deps.db, { webhookID: id, now, atMost: AT_ONCE });
    return refused.length === AT_ONCE || waiting === AT_ONCE;
  });
}

/** Gives up the first events; the delivery planner gives up the rest. Needs an open transaction. */
export function beginEnding(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  webhook: Pick<WebhookRow, "id" | "deletedAt">,
): void {
  if (giveUpSome(deps, webhook)) deps.turns.onChange();
}
