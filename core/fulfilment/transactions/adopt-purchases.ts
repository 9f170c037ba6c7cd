/**
 * Reconciles this station's purchases after its database was restored from an older copy, and the
 * other stations sent back the rows that it had written since. An open purchase is sent to its
 * carrier again, with the same key; a completed purchase holds no funds.
 *
 * The ledger wins when the carrier's second answer differs from the first outcome: a label that was
 * sold counts as bought although the carrier now refuses, and a refunded label counts as cancelled
 * although the carrier sells it again.
 */
import { freeOnce } from "../../db/done-once.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { keepHeld } from "../../organizations/ledger/ledger.service.ts";
import { noteFact } from "../../shipping/shipments/move-shipment.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { CARRIER_TIMEOUT_MS } from "./seller.ts";
import { findWritten, markOwn, tryMoveTransaction, type WrittenRow } from "./transactions.store.ts";

/**
 * Adopts this station's purchases among the transactions that arrived; needs an open transaction.
 *
 * @param ids Ids of the transactions that were inserted or changed.
 */
export function adoptPurchases(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  ids: readonly string[],
): void {
  const { db } = deps;
  for (const id of ids) {
    const row = findWritten(db, id);
    if (row === undefined || !db.stamps.writerOf(row.stamp).startsWith(`${db.stationID}.`))
      continue;
    if (row.status === "FAILED" && row.barcode !== "")
      tryMoveTransaction(db, id, "FAILED", {
        status: "DONE",
        errorCode: null,
        errorMessage: null,
        updatedAt: deps.now(),
      });
    if (row.status !== "CANCELED" && row.isRefund === 1) stayCancelled(deps, row);
    if (row.status === "PENDING") {
      markOwn(db, id);
      // The delay lets the earlier outcome arrive from other stations first.
      enqueuePurchase(deps, row, {
        at: new Date(Date.parse(deps.now()) + CARRIER_TIMEOUT_MS).toISOString(),
      });
    }
    keepHeld(deps, row.organizationID);
  }
}

/**
 * Cancels a purchase whose refund arrived before the carrier's second answer, which has the newer
 * stamp.
 */
function stayCancelled(deps: Pick<FulfilmentDeps, "db" | "now" | "newId">, row: WrittenRow): void {
  const isCancelled = (["DONE", "FAILED"] as const).some((from) =>
    tryMoveTransaction(deps.db, row.id, from, {
      status: "CANCELED",
      errorCode: null,
      errorMessage: null,
      updatedAt: deps.now(),
    }),
  );
  if (!isCancelled) return;
  freeOnce(deps.db, "purchase", row.shipmentID);
  noteFact(deps, row.shipmentID, "cancelled", row.id);
}
