/** What follows here from webhooks and deliveries of other stations: what one of them delivered is not sent again, and nothing to a deleted webhook. */
import type { AppliedRow } from "../db/apply-remote.ts";
import type { Deps } from "../deps.ts";
import { endJob } from "../jobs/jobs.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import * as deliveries from "./deliveries.store.ts";
import { refuseDeliveries } from "./enqueue-delivery.ts";
import { findWebhookRow, listActive } from "./webhooks.store.ts";

/** Whether an organization has webhooks that get events. */
export function hasReceivers(deps: Pick<Deps, "db">, organizationID: string): boolean {
  return listActive(deps.db, organizationID).length > 0;
}

/** Inside the transaction of the rows. Of this station's own rows nothing changes. */
export function followDeliveries(deps: Deps, rows: readonly Pick<AppliedRow, "table" | "id">[]): void {
  for (const { table, id } of rows) {
    if (table === "delivery_attempts") followAttempt(deps, id);
    const deletedAt = table === "webhooks" ? findWebhookRow(deps.db, id)?.deleted_at : undefined;
    if (typeof deletedAt === "string") endAll(deps, id, deletedAt);
  }
}

function endAll(deps: Deps, webhookID: string, at: string): void {
  deliveries.markAllGivenUp(deps.db, webhookID, at);
  refuseDeliveries(deps, webhookID);
}

function followAttempt(deps: Deps, attemptID: string): void {
  const { db } = deps;
  const attempt = deliveries.findAttempt(db, attemptID);
  if (attempt === undefined) return;
  deliveries.insertOfAttempt(db, attempt);
  const { delivery_id: id, outcome, at } = attempt;
  if (outcome === "") return;
  if (outcome === "REOPENED") deliveries.markPending(db, id, at);
  else {
    deliveries.markEnded(db, id, outcome, at);
    endJob(deps, "webhook", id);
  }
  if (outcome !== "DELIVERED") recordFact(deps, { topic: "webhook.changed", organizationID: attempt.organization_id, subjectID: attempt.webhook_id, payload: { deliveryID: id, state: outcome === "REOPENED" ? "PENDING" : outcome } });
}
