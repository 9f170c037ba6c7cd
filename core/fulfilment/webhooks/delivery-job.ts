/**
 * Job that sends an event to a receiver. The receiver may get an event more than once: an event
 * that was sent but not recorded when the station stops is sent again with the same event id. While
 * the station runs, an outcome that the disk refuses is kept in memory, and the event is not sent
 * again.
 *
 * Attempts are synced to the other stations, so a station that takes over continues the same
 * backoff.
 */
import { nextAttemptMs } from "../../base/backoff.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Attempt, Job, JobKind } from "../../jobs/job.ts";
import { findPayload } from "../../db/outbox/outbox.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { callReceiver, RECEIVER_TIMEOUT_MS } from "./call-receiver.ts";
import * as deliveries from "./deliveries.store.ts";
import { DELIVERY_BACKOFF, failedCalls } from "./enqueue-delivery.ts";
import type { ReceiverAnswer } from "./webhooks.schema.ts";
import { findUndeletedWebhook } from "./webhooks.store.ts";

const AT_ONCE = 16;
const PER_RECEIVER = 4;
const NO_EVENT: ReceiverAnswer = {
  delivered: false,
  statusCode: null,
  error: "The event is no longer kept.",
  durationMs: 0,
  responseBody: "",
};
const GIVEN_UP =
  "a webhook's receiver did not accept an event within 72 hours; the event was given up";

/**
 * Creates the kind of job that calls a receiver for one delivery, with backoff, and gives up after
 * 72 hours and ten attempts. Limits the parallel calls to one receiver, so that a slow receiver
 * does not block the other receivers.
 */
export function createDeliveryJobs(deps: FulfilmentDeps): JobKind {
  return {
    kind: "webhook",
    atOnce: AT_ONCE,
    perLane: PER_RECEIVER,
    backoff: DELIVERY_BACKOFF,
    timeoutMs: () => 2 * RECEIVER_TIMEOUT_MS, // the call's shorter timeout gives a better error
    attempt: (job, signal) => deliver(deps, job.subjectID, signal),
    noteNeedsPerson: (job) => giveUp(deps, job),
  };
}

async function deliver(
  deps: FulfilmentDeps,
  deliveryID: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const { db } = deps;
  const at = deps.now();
  const delivery = deliveries.findDeliveryByID(db, deliveryID);
  const webhook = delivery === undefined ? undefined : findUndeletedWebhook(db, delivery.webhookID);
  if (delivery === undefined || webhook === undefined)
    return {
      end: "REFUSED",
      error: "The webhook was deleted.",
      write: () => deliveries.markGivenUp(db, [deliveryID], at),
    };
  // The delivery has ended at another station, or another station is responsible now: this job
  // ends, and a new job is created if this station becomes responsible again.
  if (delivery.state !== "PENDING" || !deps.turns.isMine(webhook, delivery))
    return { end: "DONE", error: "", write: () => deliveries.markQueued(db, deliveryID, false) };
  const payload = findPayload(deps, delivery.factSeq);
  const answer =
    payload === undefined
      ? NO_EVENT
      : await callReceiver(deps, webhook, { id: delivery.eventID, payload }, signal);
  signal.throwIfAborted();
  deps.faultPoint("webhook.sent");
  const call: Call = {
    ...attemptOf(deps, webhook.organizationID, delivery),
    at,
    statusCode: answer.statusCode,
    error: answer.error,
    durationMs: answer.durationMs,
  };
  return answer.delivered
    ? delivered(deps, call)
    : failed(deps, { delivery, call, organizationID: webhook.organizationID });
}

/** One call of a receiver, as a row of the log of attempts. */
type Call = Omit<deliveries.AttemptRow, "outcome">;

function delivered({ db }: ReadDeps, call: Call): Attempt {
  return {
    end: "DONE",
    error: "",
    write() {
      deliveries.insertAttempt(db, { ...call, outcome: "DELIVERED" });
      // A delivery that was given up because its webhook was deleted meanwhile stays given up.
      if (findUndeletedWebhook(db, call.webhookID) !== undefined)
        deliveries.markEnded(db, call.deliveryID, "DELIVERED", call.at);
    },
  };
}

/** Retries with backoff until 72 hours have passed and ten attempts were made; then gives up. */
function failed(
  deps: WriteDeps,
  {
    delivery,
    call,
    organizationID,
  }: {
    readonly delivery: deliveries.DeliveryRow;
    readonly call: Call;
    readonly organizationID: string;
  },
): Attempt {
  const earlier = failedCalls(deps, delivery.id);
  const next = nextAttemptMs(
    DELIVERY_BACKOFF,
    earlier.length + 1,
    Date.parse(earlier[0]?.at ?? call.at),
    Date.parse(deps.now()),
    Math.random(),
  );
  if (next !== undefined)
    return {
      end: "AGAIN",
      error: call.error,
      at: new Date(next).toISOString(),
      write: () => deliveries.insertAttempt(deps.db, { ...call, outcome: "" }),
    };
  return {
    end: "NEEDS_PERSON",
    error: call.error,
    write() {
      deliveries.insertAttempt(deps.db, { ...call, outcome: "GIVEN_UP" });
      noteGivenUp(deps, organizationID, delivery, call.at);
    },
  };
}

/** Gives up a job whose attempts had no outcome at all; needs an open transaction. */
function giveUp(deps: WriteDeps, job: Job): void {
  const delivery = deliveries.findDeliveryByID(deps.db, job.subjectID);
  if (delivery === undefined || delivery.state !== "PENDING") return;
  const organizationID = job.organizationID ?? "";
  const at = deps.now();
  deliveries.insertAttempt(deps.db, {
    ...attemptOf(deps, organizationID, delivery),
    at,
    statusCode: null,
    error: job.lastError,
    durationMs: 0,
    outcome: "GIVEN_UP",
  });
  noteGivenUp(deps, organizationID, delivery, at);
}

/**
 * Ends a delivery as given up, logs it and records the change as a fact; needs an open transaction.
 */
export function noteGivenUp(
  deps: WriteDeps,
  organizationID: string,
  delivery: deliveries.DeliveryRow,
  at: string,
): void {
  if (!deliveries.markEnded(deps.db, delivery.id, "GIVEN_UP", at)) return;
  deps.log.warn({ webhookID: delivery.webhookID, deliveryID: delivery.id }, GIVEN_UP);
  recordFact(deps, {
    topic: "webhook.changed",
    organizationID,
    subjectID: delivery.webhookID,
    payload: { deliveryID: delivery.id, state: "GIVEN_UP" },
  });
}

/** Collects the columns of a delivery that each row of the log repeats. */
export function attemptOf(
  deps: Pick<FulfilmentDeps, "newId">,
  organizationID: string,
  delivery: deliveries.DeliveryRow,
): Pick<
  deliveries.AttemptRow,
  "id" | "organizationID" | "webhookID" | "deliveryID" | "eventID" | "shipmentID" | "eventAt"
> {
  return {
    id: deps.newId(),
    organizationID,
    webhookID: delivery.webhookID,
    deliveryID: delivery.id,
    eventID: delivery.eventID,
    shipmentID: delivery.shipmentID,
    eventAt: delivery.createdAt,
  };
}
