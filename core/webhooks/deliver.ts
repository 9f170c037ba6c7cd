/**
 * Sends what is planned: in order for each webhook and shipment, different shipments side by side, so that a slow
 * receiver holds up nobody else. What was sent but not yet noted when the station stops is sent again with the same
 * event id: at least once.
 */
import { commit, recordFact } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { findPayload } from "../outbox/outbox.service.ts";
import { callReceiver } from "./call-receiver.ts";
import * as deliveries from "./deliveries.store.ts";
import { createPlanner } from "./plan-deliveries.ts";
import { nextAttemptMs } from "./retry-gaps.ts";
import type { ReceiverAnswer } from "./webhooks.schema.ts";
import { listWithDue, type WebhookRow } from "./webhooks.store.ts";

const AT_ONCE = 16;
const PER_HOST = 4;
const LOOK_AGAIN_MS = 1_000;

export type Courier = {
  /** Begins what is due. @returns ms until it wants to look again; undefined when nothing waits. */
  step(): number | undefined;
  /** Ends calls that are open without noting them. */
  close(): Promise<void>;
};

/** @param wake Called when a call has ended and another may begin. */
export function createCourier(deps: Deps, wake: () => void): Courier {
  const planner = createPlanner(deps);
  const stopping = new AbortController();
  const open = new Map<string, { readonly host: string; readonly done: Promise<void> }>();

  const toHost = (host: string): number => [...open.values()].filter((call) => call.host === host).length;

  const begin = (webhook: WebhookRow, delivery: deliveries.DeliveryRow): void => {
    const key = keyOf(delivery);
    const noted = deliver(deps, webhook, delivery, stopping.signal).then(
      () => true,
      (error: unknown) => {
        deps.log.error({ deliveryID: delivery.id, err: error }, "a webhook delivery could not be noted; it will be sent again");
        return false;
      },
    );
    const done = noted.then((isNoted) => {
      open.delete(key);
      if (isNoted && !stopping.signal.aborted) wake();
    });
    open.set(key, { host: hostKey(webhook), done });
  };

  return {
    step() {
      while (planner.next());
      const now = deps.now();
      const queues = listWithDue(deps.db, now).map((webhook) => ({
        webhook,
        host: hostKey(webhook),
        due: deliveries.listDueHeads(deps.db, webhook.id, now, 2 * PER_HOST).filter((delivery) => !open.has(keyOf(delivery))),
      }));
      while (open.size < AT_ONCE) {
        // The host with the fewest open calls first: one that hangs cannot fill the places as they become free.
        const [queue] = queues.filter((q) => q.due.length > 0 && toHost(q.host) < PER_HOST).sort((a, b) => toHost(a.host) - toHost(b.host));
        const delivery = queue?.due.shift();
        if (queue === undefined || delivery === undefined) break;
        begin(queue.webhook, delivery);
      }
      return deliveries.oldestOpenFact(deps.db) === undefined ? undefined : LOOK_AGAIN_MS;
    },
    async close() {
      stopping.abort();
      await Promise.all([...open.values()].map((call) => call.done));
    },
  };
}

async function deliver(deps: Deps, webhook: WebhookRow, delivery: deliveries.DeliveryRow, signal: AbortSignal): Promise<void> {
  const at = deps.now();
  const payload = findPayload(deps, delivery.fact_seq);
  const answer: ReceiverAnswer =
    payload === undefined
      ? { delivered: false, statusCode: null, error: "The event is no longer kept.", durationMs: 0, responseBody: "" }
      : await callReceiver(deps, webhook, { id: delivery.event_id, payload }, signal);
  if (signal.aborted) return;
  deps.pass("webhook.sent");
  commit(deps, () => {
    deliveries.insertAttempt(deps.db, { id: deps.newId(), delivery_id: delivery.id, at, status_code: answer.statusCode, error: answer.error, duration_ms: answer.durationMs });
    if (answer.delivered) return deliveries.markEnded(deps.db, delivery.id, "DELIVERED", deps.now());
    noteFailure(deps, webhook, delivery, at);
  });
}

/** Inside a commit. */
function noteFailure(deps: Deps, webhook: WebhookRow, delivery: deliveries.DeliveryRow, at: string): void {
  const now = deps.now();
  const firstAttemptAt = delivery.first_attempt_at ?? at;
  const nextMs = nextAttemptMs(delivery.attempts + 1, Date.parse(firstAttemptAt), Date.parse(now), Math.random());
  if (nextMs !== undefined) {
    return deliveries.markWaiting(deps.db, delivery.id, { firstAttemptAt, nextAttemptAt: new Date(nextMs).toISOString(), now });
  }
  deliveries.markEnded(deps.db, delivery.id, "GIVEN_UP", now);
  deps.log.warn({ webhookID: webhook.id, deliveryID: delivery.id }, "a webhook's receiver took no event for 72 hours; the event was given up");
  recordFact(deps, { topic: "webhook.changed", organizationID: webhook.organization_id, subjectID: webhook.id, payload: { deliveryID: delivery.id, state: "GIVEN_UP" } });
}

function keyOf(delivery: deliveries.DeliveryRow): string {
  return `${delivery.webhook_id} ${delivery.shipment_id}`;
}

function hostKey(webhook: WebhookRow): string {
  return URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url;
}
