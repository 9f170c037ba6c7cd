/**
 * Creates the jobs of deliveries. The jobs of one webhook and shipment run in order, and the
 * parallel jobs of one receiver are limited.
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
 * Creates the job of a delivery; needs an open transaction.
 *
 * @param at Time of the first attempt, ISO 8601; absent: now.
 * @returns The job's id.
 */
export function enqueueDelivery(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  webhook: Pick<WebhookRow, "id" | "url" | "organizationID">,
  delivery: Pick<DeliveryRow, "id" | "shipmentID" | "factSeq">,
  at?: string,
): string {
  markQueued(deps.db, delivery.id, true);
  return enqueueJob(deps, {
    kind: "webhook",
    lane: `webhook ${hostOf(webhook.url)}`,
    subjectID: delivery.id,
    organizationID: webhook.organizationID,
    shipmentID: delivery.shipmentID,
    sequence: {
      key: `${sequenceOf(webhook.id)}${delivery.shipmentID}`,
      position: delivery.factSeq,
    },
    ...(at === undefined ? {} : { at }),
  });
}

/** Lists the failed calls at any station since a person last reopened the delivery. */
export function failedCalls(deps: ReadDeps, deliveryID: string): AttemptRow[] {
  const all = listAttempts(deps.db, deliveryID);
  return all
    .slice(all.findLastIndex(({ outcome }) => outcome === "REOPENED") + 1)
    .filter(({ outcome }) => outcome === "");
}

/**
 * Computes the time of the next attempt of a delivery that another station tried before.
 *
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
 * Ends at most `atMost` jobs of a deleted webhook, so that their events are not sent; needs an open
 * transaction.
 *
 * @returns The deliveries whose jobs have ended, at most `atMost`.
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
