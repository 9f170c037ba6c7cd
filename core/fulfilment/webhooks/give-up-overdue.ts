/**
 * Gives up events whose receiver no station calls, because each connected station lacks the
 * permission to call the address or the key of the webhook's secrets. Otherwise these events, and
 * the outbox, would be kept forever.
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
 * Ends deliveries of a webhook that wait for another station and had no activity for 72 hours; each
 * yield ends a turn of the core's thread.
 */
export function* giveUpOverdue(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  webhook: Pick<WebhookRow, "id" | "organizationID" | "url" | "home">,
): Generator<void, void> {
  const before = new Date(Date.parse(deps.now()) - DELIVERY_BACKOFF.forMs).toISOString();
  for (let after = 0; ;) {
    const some = deliveries.listWaiting(deps.db, { webhookID: webhook.id, after, atMost: AT_ONCE });
    const overdue = some.filter(
      (one) => !deps.turns.isMine(webhook, one) && lastActivityAt(deps, one) < before,
    );
    if (overdue.length > 0)
      inTransaction(deps, () =>
        overdue.forEach((one) => giveUp(deps, webhook.organizationID, one)),
      );
    // The oldest events come first: when all events of a page are too young, the remaining events
    // are too.
    if (some.length < AT_ONCE || some.every(({ createdAt: at }) => at >= before)) return;
    after = some.at(-1)?.factSeq ?? after;
    yield;
  }
}

/**
 * Finds the time of a delivery's last activity: when its event was made, until when the delivery
 * was held back, or when it was last called or reopened at any station. ISO 8601.
 */
function lastActivityAt(
  { db }: ReadDeps,
  { id, createdAt: madeAt, heldUntil }: deliveries.DeliveryRow,
): string {
  const times = [madeAt, heldUntil, deliveries.listAttempts(db, id).at(-1)?.at ?? ""];
  return times.reduce((latest, at) => (at > latest ? at : latest));
}

/**
 * Gives up a delivery. The id of its attempt is derived, so that stations that give up the same
 * event write the same row.
 */
function giveUp(deps: WriteDeps, organizationID: string, delivery: deliveries.DeliveryRow): void {
  const at = deps.now();
  const id = derivedId("delivery given up", delivery.id, lastActivityAt(deps, delivery));
  if (deliveries.findAttempt(deps.db, id) === undefined) {
    const attempt = { ...attemptOf(deps, organizationID, delivery), id, at, statusCode: null };
    deliveries.insertAttempt(deps.db, {
      ...attempt,
      error: REASON,
      durationMs: 0,
      outcome: "GIVEN_UP",
    });
  }
  noteGivenUp(deps, organizationID, delivery, at);
}
