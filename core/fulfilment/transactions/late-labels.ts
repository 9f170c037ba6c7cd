/** Labels that their carrier makes only after the packer has gone on. */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { enqueueFirstPrint } from "../../printing/request-print.ts";
import type { ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { takeLatePrint } from "./late-labels.store.ts";
import { isNotReady } from "./open-purchases.ts";
import { PAID_BY } from "./paid-by.ts";
import { findSnapshot, findTransactionRow, listLiveTransactions } from "./transactions.store.ts";

/** State of a label that its carrier may make some time after the order. */
export type LateLabel = {
  /** Whether the carrier has the order and has not made its label yet. */
  readonly isLabelAwaited: boolean;
  /** Whether a scan at this station prints the awaited label once the carrier has made it. */
  readonly isPrintedOnScan: boolean;
  /** Marketplace whose balance pays for the open purchase; "" when none does. */
  readonly paidAt: string;
};

/**
 * Finds the state of a shipment's late label. Only the station with the request to print the label
 * prints it on a scan: two stations that are disconnected would both print it.
 */
export function findLateLabel(
  { db }: ReadDeps,
  { id, status }: Pick<ShipmentRow, "id" | "status">,
): LateLabel {
  const live = status === "OFFER_ACCEPTED" ? listLiveTransactions(db, id) : [];
  const awaited = live.filter(isNotReady);
  const sold = live.find(({ onAccount }) => onAccount === PAID_BY.marketplace);
  const snapshot = sold === undefined ? undefined : findSnapshot(db, sold.id);
  return {
    isLabelAwaited: awaited.length > 0,
    isPrintedOnScan: awaited.some(({ printRequested }) => printRequested === 2),
    paidAt: snapshot?.offer.providerAccountName ?? "",
  };
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
