/**
 * The job that sends an event to a receiver: at least once. What was sent and not noted when the station stops is sent again
 * with the same event id; while the station runs an outcome that the disk does not take is held, and the event not sent again.
 */
import type { Deps } from "../deps.ts";
import type { Attempt, Job, JobKind } from "../jobs/job.ts";
import { findPayload } from "../outbox/outbox.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { callReceiver, RECEIVER_TIMEOUT_MS } from "./call-receiver.ts";
import * as deliveries from "./deliveries.store.ts";
import type { ReceiverAnswer } from "./webhooks.schema.ts";
import { findActiveWebhook } from "./webhooks.store.ts";

const AT_ONCE = 16;
const PER_RECEIVER = 4;
const HOUR_MS = 60 * 60 * 1_000;

export const DELIVERY_BACKOFF = { firstMs: 10_000, largestMs: 4 * HOUR_MS, forMs: 72 * HOUR_MS };

/**
 * Calls a receiver for one delivery, again by its backoff, and gives up after 72 hours and ten attempts. A slow receiver takes no
 * more than its own share of the calls that run at once.
 */
export function createDeliveryJobs(deps: Deps): JobKind {
  return {
    kind: "webhook",
    atOnce: AT_ONCE,
    perLane: PER_RECEIVER,
    backoff: DELIVERY_BACKOFF,
    timeoutMs: () => 2 * RECEIVER_TIMEOUT_MS, // the call ends itself before, with an error of its own
    attempt: (job, signal) => deliver(deps, job.subject_id, signal),
    giveUp: (job) => giveUp(deps, job),
  };
}

async function deliver(deps: Deps, deliveryID: string, signal: AbortSignal): Promise<Attempt> {
  const at = deps.now();
  const delivery = deliveries.findDeliveryByID(deps.db, deliveryID);
  const webhook = delivery === undefined ? undefined : findActiveWebhook(deps.db, delivery.webhook_id);
  if (delivery === undefined || webhook === undefined) return { end: "REFUSED", error: "The webhook was deleted." };
  const payload = findPayload(deps, delivery.fact_seq);
  const answer: ReceiverAnswer =
    payload === undefined
      ? { delivered: false, statusCode: null, error: "The event is no longer kept.", durationMs: 0, responseBody: "" }
      : await callReceiver(deps, webhook, { id: delivery.event_id, payload }, signal);
  signal.throwIfAborted();
  deps.faultPoint("webhook.sent");
  return {
    end: answer.delivered ? "DONE" : "AGAIN",
    error: answer.error,
    write() {
      deliveries.insertAttempt(deps.db, { id: deps.newId(), delivery_id: deliveryID, at, status_code: answer.statusCode, error: answer.error, duration_ms: answer.durationMs });
      // What was given up because its webhook was deleted meanwhile stays so.
      if (answer.delivered && findActiveWebhook(deps.db, webhook.id) !== undefined) deliveries.markEnded(deps.db, deliveryID, "DELIVERED", deps.now());
    },
  };
}

/** Inside a transaction. */
function giveUp(deps: Deps, job: Job): void {
  const delivery = deliveries.findDeliveryByID(deps.db, job.subject_id);
  if (delivery === undefined || !deliveries.markEnded(deps.db, delivery.id, "GIVEN_UP", deps.now())) return;
  deps.log.warn({ webhookID: delivery.webhook_id, deliveryID: delivery.id }, "a webhook's receiver took no event for 72 hours; the event was given up");
  recordFact(deps, { topic: "webhook.changed", organizationID: job.organization_id, subjectID: delivery.webhook_id, payload: { deliveryID: delivery.id, state: "GIVEN_UP" } });
}
