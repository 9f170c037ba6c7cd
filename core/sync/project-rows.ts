/** What follows from rows of other stations: the one list of which domain handles which table. */
import type { AppliedRow } from "../db/apply-remote.ts";
import { noteUnindexed } from "../addresses/addresses.service.ts";
import type { Deps } from "../deps.ts";
import { applyEntries } from "../ledger/apply-entries.ts";
import { followShared } from "../shared-printers/follow-shared.ts";
import { recordForeignTracking } from "../shipments/record-tracking.ts";
import { refoldShipment } from "../shipments/refold.ts";
import { adoptPurchases } from "../transactions/adopt-purchases.ts";
import { followErasures } from "../privacy/follow-erasures.ts";
import { followErasures as followPurchaseErasures } from "../transactions/erase-purchase.ts";
import { voidSurplus } from "../transactions/void-surplus.ts";
import { followDeliveries, hasReceivers } from "../webhooks/follow-deliveries.ts";
import { findPurchase, listShipmentsOf } from "../transactions/transactions.service.ts";

/** Cached reads need no projection: they are read again when their table is written. Inside a transaction. */
export function projectRows(deps: Deps, rows: readonly AppliedRow[]): void {
  const shipmentIDs = new Set<string>();
  const transactionIDs = new Set<string>();
  for (const { table, id, fields } of rows) {
    if (table === "shipments") shipmentIDs.add(id);
    else if (table === "shipment_facts" || table === "tracking_events") shipmentIDs.add(String(fields["shipment_id"]));
    else if (table === "addresses" && fields["is_saved"] !== 0) noteUnindexed(deps.db, id);
    else if (table === "transactions" || table === "purchase_snapshots") transactionIDs.add(id);
  }
  adoptPurchases(deps, rows.flatMap(({ table, id }) => (table === "transactions" ? [id] : [])));
  for (const shipmentID of listShipmentsOf(deps, [...transactionIDs])) shipmentIDs.add(shipmentID);
  for (const shipmentID of shipmentIDs) voidSurplus(deps, refoldShipment(deps, shipmentID, (id) => findPurchase(deps, id)));
  recordForeignTracking(deps, rows.flatMap(({ table, id, fields }) => (table === "tracking_events" ? [{ id, shipmentID: String(fields["shipment_id"]) }] : [])), (organizationID) => hasReceivers(deps, organizationID));
  followDeliveries(deps, rows);
  followShared(deps, rows);
  followPurchaseErasures(deps, rows.flatMap(({ table, id, fields }) => (table === "purchase_snapshots" ? [{ id, body: fields["body"] }] : [])));
  followErasures(deps, rows);
  applyEntries(deps, rows.filter(({ table }) => table === "ledger_entries").map(({ fields }) => fields));
}
