/**
 * The list of all projections. Each projection is declared in the room of the rows that it follows.
 */
import type { Projection } from "../db/projection.ts";
import { followAnnouncements } from "../fulfilment/announcements/announcements.projections.ts";
import { followHandOvers } from "../fulfilment/hand-over/hand-over.projections.ts";
import { followSharedPrinters } from "../fulfilment/shared-printers/shared-printers.projections.ts";
import { followJoined } from "../fulfilment/together/together.projections.ts";
import {
  adoptOwnPurchases,
  erasePurchases,
  foldForeignRows,
} from "../fulfilment/transactions/transactions.projections.ts";
import {
  followAttempts,
  followWebhooks,
  recordForeignScans,
} from "../fulfilment/webhooks/webhooks.projections.ts";
import {
  addForeignEntries,
  settleEnds,
  settleForeignDoubles,
} from "../organizations/ledger/ledger.projections.ts";
import { applyErasures, eraseUnknownPurchases } from "../records/privacy/privacy.projections.ts";
import {
  indexForeignAddresses,
  publishForeignAddresses,
} from "../shipping/addresses/addresses.projections.ts";
import { followHandled } from "../shipping/board/board.projections.ts";
import { followOrderChanges } from "../shipping/order-changes/order-changes.projections.ts";
import { publishForeignProducts } from "../shipping/products/products.projections.ts";
import { publishForeignSources } from "../shipping/sources/order-sources.projections.ts";
import { DELIVERED_FOR_MS } from "../shipping/shipments/record-tracking.ts";
import { markForeignPrints } from "../shipping/shipments/shipments.projections.ts";
import type { SyncDeps } from "./deps.ts";

/** In the order in which they run. */
export const PROJECTIONS: readonly Projection<SyncDeps>[] = [
  indexForeignAddresses,
  publishForeignAddresses,
  publishForeignProducts,
  publishForeignSources,
  adoptOwnPurchases,
  // Before the fold, whose fact about the same shipment has its status.
  followHandled,
  followHandOvers,
  foldForeignRows,
  followJoined,
  followOrderChanges,
  markForeignPrints,
  recordForeignScans,
  followAttempts,
  followWebhooks,
  followSharedPrinters,
  followAnnouncements,
  erasePurchases,
  applyErasures,
  eraseUnknownPurchases,
  addForeignEntries,
  settleForeignDoubles,
  settleEnds,
];

/** Computes the time before which scans count as old. */
export function oldestNews(deps: Pick<SyncDeps, "now">): string {
  return new Date(Date.parse(deps.now()) - DELIVERED_FOR_MS).toISOString();
}
