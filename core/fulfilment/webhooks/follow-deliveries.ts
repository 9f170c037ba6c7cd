/**
 * Applies webhooks and deliveries of other stations: an event that another station delivered is not
 * sent again, and nothing is sent to a deleted webhook.
 */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { endJob } from "../../jobs/end-jobs.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import * as deliveries from "./deliveries.store.ts";
import { startGivingUp } from "./give-up-deleted.ts";
import { findWebhookRow, listActive } from "./webhooks.store.ts";

/** Returns whether an organization has active webhooks. */
export function hasReceivers(deps: ReadDeps, organizationID: string): boolean {
  return listActive(deps.db, organizationID).length > 0;
}

/**
 * Gives up the open deliveries of a webhook that another station has deleted; needs the transaction
 * that applies its row.
 */
export function followWebhook(deps: WriteDeps & Pick<FulfilmentDeps, "turns">, id: string): void {
  const deletedAt = findWebhookRow(deps.db, id)?.deletedAt;
  if (typeof deletedAt !== "string") return;
  startGivingUp(deps, { id, deletedAt });
}

/** Applies the outcome of another station's attempt; needs the transaction that applies its row. */
export function followAttempt(deps: WriteDeps, attemptID: string): void {
  const { db } = deps;
  const attempt = deliveries.findAttempt(db, attemptID);
  if (attempt === undefined) return;
  deliveries.insertOfAttempt(db, attempt);
  const { deliveryID: id, outcome, at } = attempt;
  if (outcome === "") return;
  if (outcome === "REOPENED") deliveries.markPending(db, id, at);
  else {
    deliveries.markEnded(db, id, outcome, at);
    endJob(deps, "webhook", id);
  }
  if (outcome !== "DELIVERED")
    recordFact(deps, {
      topic: "webhook.changed",
      organizationID: attempt.organizationID,
      subjectID: attempt.webhookID,
      payload: { deliveryID: id, state: outcome === "REOPENED" ? "PENDING" : outcome },
    });
}
