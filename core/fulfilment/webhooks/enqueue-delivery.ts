/**
 * The jobs of deliveries: in order for each webhook and shipment, so many at once for each
 * receiver.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { nextAttemptMs } from "../../base/backoff.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { enqueueJob, refuseSequences } from "../../jobs/jobs.service.ts";
import { listAttempts, markQueued, type AttemptRow, type DeliveryRow } from "./deliveries.store.ts";
import type { WebhookRow } from "./webhooks.store.ts";

const HOUR_MS = 60 * 60 * 1_000;

export const DELIVERY_BACKOFF = { firstMs: 10_000, largestMs: 4 * HOUR_MS, forMs: 72 * HOUR_MS };

/**
 * Writes the job of a delivery. Inside a transaction.
 * @param at When, ISO 8601; absent: now.
 * @returns The job's id.
 */
export function enqueueDelivery(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  webhook: Pick<WebhookRow, "id" | "url" | "organization_id">,
  delivery: Pick<DeliveryRow, "id" | "shipment_id" | "fact_seq">,
  at?: string,
): string {
  markQueued(deps.db, delivery.id, true);
  return enqueueJob(deps, {
    kind: "webhook",
    lane: `webhook ${hostOf(webhook.url)}`,
    subjectID: delivery.id,
    organizationID: webhook.organization_id,
    shipmentID: delivery.shipment_id,
    sequence: {
      key: `${sequenceOf(webhook.id)}${delivery.shipment_id}`,
      position: delivery.fact_seq,
    },
    ...(at === undefined ? {} : { at }),
  });
}

/** Calls that failed at any station, since a person reopened the delivery last. */
export function failedCalls(deps: ReadDeps, deliveryID: string): AttemptRow[] {
  const all = listAttempts(deps.db, deliveryID);
  return all
    .slice(all.findLastIndex(({ outcome }) => outcome === "REOPENED") + 1)
    .filter(({ outcome }) => outcome === "");
}

/**
 * When a delivery is tried that another station tried before.
 * @returns ISO 8601; undefined: at once.
 */
export function nextTryAt(deps: ReadDeps, deliveryID: string): string | undefined {
  const failed = failedCalls(deps, deliveryID);
  const [first, last] = [failed[0], failed.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const next = nextAttemptMs(
    DELIVERY_BACKOFF,
    failed.length,
    Date.parse(first.at),
    Date.parse(last.at),
    Math.random(),
  );
  return next === undefined ? undefined : new Date(next).toISOString();
}

/**
 * A webhook was deleted: nothing more is sent to it. Inside a transaction.
 * @returns The deliveries, at most so many, whose jobs have ended.
 */
export function refuseSomeDeliveries(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  webhookID: string,
  atMost: number,
): string[] {
  const reason = "The webhook was deleted.";
  return refuseSequences(deps, "webhook", { prefix: sequenceOf(webhookID), atMost, reason });
}

function sequenceOf(webhookID: string): string {
  return `webhook ${webhookID} `;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
