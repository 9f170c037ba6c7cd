/** Webhook deliveries for the owners of webhooks: listing, replaying and pruning. */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { PageOf } from "../../http/paging.schema.ts";
import { beginAgain, dropJobs, findJob, type Job } from "../../jobs/jobs.service.ts";
import { findPayload } from "../../db/outbox/outbox.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import * as deliveries from "./deliveries.store.ts";
import { attemptOf } from "./delivery-job.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";
import type { Delivery } from "./webhooks.schema.ts";
import { requireWebhook } from "./webhooks.service.ts";
import { findUndeletedWebhook, listWebhooks } from "./webhooks.store.ts";

const ENDED_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Lists deliveries of a webhook, newest first. @throws AppError E2016 */
export async function listDeliveries(
  deps: Pick<FulfilmentDeps, "db" | "reader">,
  actor: Actor,
  webhookID: string,
  page: { limit: number; page: number; offset: number },
): Promise<PageOf<Delivery>> {
  const webhook = requireWebhook(deps, actor, webhookID);
  const { rows, attempts, totalRows } = await deliveries.listDeliveries(
    deps.reader,
    webhook.id,
    page,
  );
  const attemptsOf = (id: string): deliveries.AttemptRow[] =>
    attempts.filter((attempt) => attempt.deliveryID === id);
  return {
    rows: rows.map((row) => presentDelivery(deps, row, attemptsOf(row.id))),
    limit: page.limit,
    page: page.page,
    sort: "created_at desc",
    totalRows,
  };
}

/**
 * Lists at most 50 deliveries of one shipment to the organization's webhooks, newest first, each
 * with the webhook's URL. The caller checks that the actor may see the shipment.
 */
export function listDeliveriesOf(
  deps: ReadDeps,
  actor: Actor,
  shipmentID: string,
): (Delivery & { url: string })[] {
  const webhooks = new Map(
    listWebhooks(deps.db, actor.organizationID).map(({ id, url }) => [id, url]),
  );
  return deliveries
    .listOfShipment(deps.db, shipmentID)
    .filter((row) => webhooks.has(row.webhookID))
    .map((row) => ({
      ...presentDelivery(deps, row, deliveries.listAttempts(deps.db, row.id)),
      url: webhooks.get(row.webhookID) ?? "",
    }));
}

/**
 * Sends a delivery again as soon as possible, whether it has ended or waits for its next attempt.
 *
 * @throws AppError E2016, E2042; E2043 when its event was pruned.
 */
export function replayDelivery(
  deps: WriteDeps & Pick<FulfilmentDeps, "turns">,
  actor: Actor,
  webhookID: string,
  deliveryID: string,
): Delivery {
  const webhook = requireWebhook(deps, actor, webhookID);
  return inTransaction(deps, () => {
    const row = deliveries.findDelivery(deps.db, webhook.id, deliveryID);
    if (row === undefined) throw errors.deliveryNotFound();
    markPending(deps, actor, row);
    // If another station is responsible, it gets the replay with the synced attempts.
    if (deps.turns.isMine(webhook, row)) beginAgain(deps, enqueueDelivery(deps, webhook, row));
    return presentDelivery(
      deps,
      deliveries.findDelivery(deps.db, webhook.id, row.id) ?? row,
      deliveries.listAttempts(deps.db, row.id),
    );
  });
}

/**
 * Reopens a given-up delivery when its job is retried: the delivery becomes pending, and its event
 * is kept until the delivery ends. A delivery whose webhook was deleted stays given up. Needs an
 * open transaction.
 *
 * @throws AppError E2043 when its event was pruned.
 */
export function reopenDelivery(deps: WriteDeps, job: Pick<Job, "subjectID">, actor: Actor): void {
  const row = deliveries.findDeliveryByID(deps.db, job.subjectID);
  if (row !== undefined && findUndeletedWebhook(deps.db, row.webhookID) !== undefined)
    markPending(deps, actor, row);
}

function markPending(deps: WriteDeps, actor: Actor, delivery: deliveries.DeliveryRow): void {
  const { id, webhookID, factSeq } = delivery;
  if (findPayload(deps, factSeq) === undefined) throw errors.deliveryEventDeleted();
  const at = deps.now();
  deliveries.markPending(deps.db, id, at);
  deliveries.insertAttempt(deps.db, {
    ...attemptOf(deps, actor.organizationID, delivery),
    at,
    statusCode: null,
    error: "",
    durationMs: 0,
    outcome: "REOPENED",
  });
  recordFact(deps, {
    topic: "webhook.changed",
    organizationID: actor.organizationID,
    subjectID: webhookID,
    visibleTo: actor.memberID,
    payload: { deliveryID: id, state: "PENDING" },
  });
}

/** Finds the oldest fact that must still be delivered: the outbox is pruned only before it. */
export function oldestUndeliveredFact(deps: ReadDeps): number | undefined {
  return deliveries.oldestOpenFact(deps.db);
}

/**
 * Deletes at most `atMost` deliveries that ended more than thirty days ago, with their jobs. This
 * includes given-up deliveries that wait for a person.
 *
 * @returns Number of deleted deliveries.
 */
export function pruneDeliveries(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - ENDED_KEPT_MS).toISOString();
  return inTransaction(deps, () => {
    const ids = deliveries.deleteEndedBefore(deps.db, before, atMost);
    for (const id of ids) dropJobs(deps, "webhook", id);
    return ids.length;
  });
}

function presentDelivery(
  deps: ReadDeps,
  row: deliveries.DeliveryRow,
  attempts: readonly deliveries.AttemptRow[],
): Delivery {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    webhookID: row.webhookID,
    eventID: row.eventID,
    shipmentID: row.shipmentID,
    state: row.state,
    nextAttemptAt:
      row.state === "PENDING" ? (findJob(deps, "webhook", row.id)?.nextAttemptAt ?? null) : null,
    attempts: attempts
      .filter(({ outcome }) => outcome !== "REOPENED")
      .map((a) => ({
        at: a.at,
        statusCode: a.statusCode,
        error: a.error,
        durationMs: a.durationMs,
      })),
  };
}
