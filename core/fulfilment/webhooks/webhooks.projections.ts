/** Derives deliveries, and facts that receivers get, from rows of other stations. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { recordForeignTracking } from "../../shipping/shipments/record-tracking.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { findPurchase } from "../transactions/transactions.service.ts";
import { followAttempt, followWebhook, hasReceivers } from "./follow-deliveries.ts";

export const recordForeignScans: Projection<WriteDeps & Pick<FulfilmentDeps, "origin" | "geo">> = {
  tables: { tracking_events: { where: "s.created_at > :since", reads: ["shipment_id"] } },
  when: "end",
  run: (deps, rows) =>
    recordForeignTracking(
      deps,
      rows.map(({ id, fields }) => ({ id, shipmentID: String(fields["shipment_id"]) })),
      {
        hasReceivers: (organizationID) => hasReceivers(deps, organizationID),
        findPurchase: (transactionID) => findPurchase(deps, transactionID),
      },
    ),
};

export const followAttempts: Projection = {
  tables: { delivery_attempts: {} },
  when: "slice",
  run: (deps, rows) => rows.forEach(({ id }) => followAttempt(deps, id)),
};

/** Runs after the attempts are applied: gives up the open deliveries of a deleted webhook. */
export const followWebhooks: Projection<WriteDeps & Pick<FulfilmentDeps, "turns">> = {
  tables: { webhooks: { where: "s.deleted_at IS NOT NULL" } },
  when: "end",
  run: (deps, rows) => rows.forEach(({ id }) => followWebhook(deps, id)),
};
