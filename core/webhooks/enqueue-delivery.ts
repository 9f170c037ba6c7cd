/** The jobs of deliveries: in order for each webhook and shipment, so many at once for each receiver. */
import type { Deps } from "../deps.ts";
import { enqueueJob, refuseSequences } from "../jobs/jobs.service.ts";
import type { DeliveryRow } from "./deliveries.store.ts";
import type { WebhookRow } from "./webhooks.store.ts";

/** Writes the job of a delivery. Inside a transaction. @returns The job's id. */
export function enqueueDelivery(deps: Deps, webhook: Pick<WebhookRow, "id" | "url" | "organization_id">, delivery: Pick<DeliveryRow, "id" | "shipment_id" | "fact_seq">): string {
  return enqueueJob(deps, {
    kind: "webhook",
    lane: `webhook ${hostOf(webhook.url)}`,
    subjectID: delivery.id,
    organizationID: webhook.organization_id,
    shipmentID: delivery.shipment_id,
    sequence: { key: `${sequenceOf(webhook.id)}${delivery.shipment_id}`, position: delivery.fact_seq },
  });
}

/** A webhook was deleted: nothing more is sent to it. Inside a transaction. */
export function refuseDeliveries(deps: Deps, webhookID: string): void {
  refuseSequences(deps, "webhook", sequenceOf(webhookID), "The webhook was deleted.");
}

function sequenceOf(webhookID: string): string {
  return `webhook ${webhookID} `;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
