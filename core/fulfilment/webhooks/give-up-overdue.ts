/**
 * Gives up events that no station calls the receiver for: none that is connected may reach its
 * address or has the key of its secrets. Without an end they would wait for ever, and the outbox
 * with them.
 */
import { derivedId } from "../../base/derived-id.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { attemptOf, noteGivenUp } from "./delivery-job.ts";
import * as deliveries from "./deliveries.store.ts";
import { DELIVERY_BACKOFF } from "./enqueue-delivery.ts";
import type { WebhookRow } from "./webhooks.store.ts";

const AT_ONCE = 200;
const REASON =
  "No connected station could call the receiver for 72 hours: its address is not allowed there, or the secrets could not be opened. Allow the address at one station, then send the event again.";

/**
 * Ends deliveries of a webhook that wait for another station and of which nothing was heard for 72
 * hours: each yield is a turn of the core's thread.
 */
export function* giveUpOverdue(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  webhook: Pick<WebhookRow, "id" | "organization_id" | "url" | "home">,
): Generator<void, void> {
  const before = new Date(Date.parse(deps.now()) - DELIVERY_BACKOFF.forMs).toISOString();
  for (let after = 0; ;) {
    const some = deliveries.listWaiting(deps.db, { webhookID: webhook.id, after, atMost: AT_ONCE });
    const overdue = some.filter(
      (one) => !deps.turns.isMine(webhook, one) && lastHeard(deps, one) < before,
    );
    if (overdue.length > 0)
      inTransaction(deps, () =>
        overdue.forEach((one) => giveUp(deps, webhook.organization_id, one)),
      );
    // The oldest event comes first: where all of a page are younger, the rest is.
    if (some.length < AT_ONCE || some.every(({ created_at: at }) => at >= before)) return;
    after = some.at(-1)?.fact_seq ?? after;
    yield;
  }
}

/** When the event was made, or was called or reopened last at any station. ISO 8601 */
function lastHeard(
  { db }: ReadDeps,
  { id, created_at: madeAt, held_until: heldUntil }: deliveries.DeliveryRow,
): string {
  const times = [madeAt, heldUntil, deliveries.listAttempts(db, id).at(-1)?.at ?? ""];
  return times.reduce((latest, at) => (at > latest ? at : latest));
}

/** Stations that give up one event write the same row. */
function giveUp(deps: WriteDeps, organizationID: string, delivery: deliveries.DeliveryRow): void {
  const at = deps.now();
  const id = derivedId("delivery given up", delivery.id, lastHeard(deps, delivery));
  if (deliveries.findAttempt(deps.db, id) === undefined) {
    const attempt = { ...attemptOf(deps, organizationID, delivery), id, at, status_code: null };
    deliveries.insertAttempt(deps.db, {
      ...attempt,
      error: REASON,
      duration_ms: 0,
      outcome: "GIVEN_UP",
    });
  }
  noteGivenUp(deps, organizationID, delivery, at);
}
