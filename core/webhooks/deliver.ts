/**
 * Sends what is planned: in order for each webhook and shipment, different shipments side by side, so that a slow
 * receiver holds up nobody else. What was sent but not yet noted when the station stops is sent again with the same
 * event id: at least once. While the station runs an outcome that the disk does not take is held, not sent again.
 */
import { guarded } from "../base/guarded.ts";
import { commit } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { findPayload } from "../outbox/outbox.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
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
  const unnoted = new Map<string, () => void>();

  let lookedAt = "";

  const toHost = (host: string): number => [...open.values()].filter((call) => call.host === host).length;

  const begin = (webhook: WebhookRow, delivery: deliveries.DeliveryRow): void => {
    const key = keyOf(delivery);
    const done = deliver(deps, webhook, delivery, stopping.signal).then(
      (note) => {
        if (note === undefined) return void open.delete(key);
        unnoted.set(key, note);
        if (noteOne(key, note) && !stopping.signal.aborted) wake();
      },
      (err: unknown) => {
        deps.log.error({ deliveryID: delivery.id, err }, "a webhook delivery could not be made; it will be tried again");
        open.delete(key);
      },
    );
    open.set(key, { host: hostKey(webhook), done });
  };
  /** What waits by a clock that was set back, now or before the first look, is due. It costs a look at all that waits, so it is done only then. */
  const dueAfterSetBack = (now: string): void => {
    const isBack = lookedAt === "" || now < lookedAt;
    const mark = (): void => void commit(deps, () => deliveries.markWrittenLaterDue(deps.db, now));
    if (!isBack || guarded(deps.log, "webhook deliveries put off by a clock that was set back could not be made due; it will be tried again", mark)) lookedAt = now;
  };
  /** Until it is noted a delivery stays open, so that it is not sent again. */
  const noteOne = (key: string, note: () => void): boolean => {
    const isNoted = guarded(deps.log, "the outcome of a webhook delivery could not be noted; it will be tried again", note);
    if (isNoted) {
      unnoted.delete(key);
      open.delete(key);
    }
    return isNoted;
  };

  return {
    step() {
      for (const [key, note] of unnoted) noteOne(key, note);
      while (planner.next());
      const now = deps.now();
      dueAfterSetBack(now);
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

/** @returns Notes what became of it; undefined when the station stops first. */
async function deliver(deps: Deps, webhook: WebhookRow, delivery: deliveries.DeliveryRow, signal: AbortSignal): Promise<(() => void) | undefined> {
  const at = deps.now();
  const payload = findPayload(deps, delivery.fact_seq);
  const answer: ReceiverAnswer =
    payload === undefined
      ? { delivered: false, statusCode: null, error: "The event is no longer kept.", durationMs: 0, responseBody: "" }
      : await callReceiver(deps, webhook, { id: delivery.event_id, payload }, signal);
  if (signal.aborted) return undefined;
  deps.pass("webhook.sent");
  return () =>
    commit(deps, () => {
      deliveries.insertAttempt(deps.db, { id: deps.newId(), delivery_id: delivery.id, at, status_code: answer.statusCode, error: answer.error, duration_ms: answer.durationMs });
      if (answer.delivered) deliveries.markEnded(deps.db, delivery.id, "DELIVERED", deps.now());
      else noteFailure(deps, webhook, delivery, at);
    });
}

/** Inside a commit. */
function noteFailure(deps: Deps, webhook: WebhookRow, delivery: deliveries.DeliveryRow, at: string): void {
  const now = deps.now();
  const firstAttemptAt = delivery.first_attempt_at ?? at;
  const nextMs = nextAttemptMs(delivery.attempts + 1, Date.parse(firstAttemptAt), Date.parse(now), Math.random());
  if (nextMs !== undefined) {
    deliveries.markWaiting(deps.db, delivery.id, { firstAttemptAt, nextAttemptAt: new Date(nextMs).toISOString(), now });
    return;
  }
  if (!deliveries.markEnded(deps.db, delivery.id, "GIVEN_UP", now)) return;
  deps.log.warn({ webhookID: webhook.id, deliveryID: delivery.id }, "a webhook's receiver took no event for 72 hours; the event was given up");
  recordFact(deps, { topic: "webhook.changed", organizationID: webhook.organization_id, subjectID: webhook.id, payload: { deliveryID: delivery.id, state: "GIVEN_UP" } });
}

function keyOf(delivery: deliveries.DeliveryRow): string {
  return `${delivery.webhook_id} ${delivery.shipment_id}`;
}

function hostKey(webhook: WebhookRow): string {
  return URL.canParse(webhook.url) ? new URL(webhook.url).host : webhook.url;
}
