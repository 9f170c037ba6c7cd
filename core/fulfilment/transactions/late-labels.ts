/** Labels that their carrier makes only after the packer has gone on. */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { enqueueFirstPrint } from "../../printing/request-print.ts";
import type { ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { takeLatePrint } from "./late-labels.store.ts";
import { isNotReady } from "./open-purchases.ts";
import { findTransactionRow, listLiveTransactions } from "./transactions.store.ts";

/** Returns whether the carrier has the order of a shipment and has not made its label yet. */
export function isLabelAwaited(
  { db }: ReadDeps,
  { id, status }: Pick<ShipmentRow, "id" | "status">,
): boolean {
  return status === "OFFER_ACCEPTED" && listLiveTransactions(db, id).some(isNotReady);
}

/**
 * Prints a label when its order is scanned, once, if the packer had gone on before the carrier made
 * it. Does nothing for any other label.
 */
export function printLateLabel(
  deps: WriteDeps,
  shipment: Pick<ShipmentRow, "id" | "purchaseID" | "isReturn" | "status">,
): void {
  // A parcel that is on its way has its label.
  if (shipment.status !== "TRACKING_CODE_CREATED") return;
  const row =
    shipment.purchaseID === null ? undefined : findTransactionRow(deps.db, shipment.purchaseID);
  if (row?.status !== "DONE" || row.printRequested !== 2) return;
  const { organizationID, memberID, barcode } = row;
  inTransaction(deps, () => {
    if (takeLatePrint(deps.db, row.id))
      enqueueFirstPrint(
        deps,
        { shipmentID: shipment.id, organizationID, memberID, barcode },
        shipment,
      );
  });
}
