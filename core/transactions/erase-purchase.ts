/**
 * Erasing the personal data of a purchase: what was frozen of its addresses and texts, and every file that shows them. Its barcode, its
 * price and its place in the ledger stay, since accounts are kept by law.
 */
import { AppError } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { eraseDocuments } from "../documents/documents.service.ts";
import { erased } from "../shipments/purchase-snapshot.ts";
import { findShipmentRow } from "../shipments/shipments.service.ts";
import * as store from "./transactions.store.ts";

/**
 * Erases what the purchase of a shipment froze, at every station, and the shipment's documents at this one. Its label cannot be drawn any more
 * (E2055). A second call changes nothing.
 *
 * @throws AppError E1051 when there is no such shipment, E2020 when no label was bought for it or its purchase is not on this station.
 */
export function erasePurchase(deps: Deps, shipmentID: string): void {
  inTransaction(deps, () => {
    const shipment = findShipmentRow(deps, shipmentID);
    if (shipment === undefined) throw new AppError("E1051");
    const snapshot = shipment.purchase_id === null ? undefined : store.findSnapshot(deps.db, shipment.purchase_id);
    if (shipment.purchase_id === null || snapshot === undefined) throw new AppError("E2020");
    if (!snapshot.isErased) store.updateSnapshot(deps.db, shipment.purchase_id, erased(snapshot));
    eraseDocuments(deps, shipmentID);
  });
}
