/**
 * Purchases of this station that come back to it: its database was put back from an older copy, and
 * other stations have what it wrote since. An open one is asked about again, with the same key; one
 * that has ended holds no money any more. Where the second answer differs from what had become of
 * the purchase, what is in the ledger stays: a label that was sold is bought though its carrier
 * refuses now, and one that was refunded is cancelled though it is sold once more.
 */
import { freeOnce } from "../../db/done-once.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { keepHeld } from "../../organizations/ledger/ledger.service.ts";
import { noteFact } from "../../shipping/shipments/move-shipment.ts";
import { carrierDeadlineMs, enqueuePurchase } from "./purchase-job.ts";
import { findWritten, markOwn, tryMoveTransaction, type WrittenRow } from "./transactions.store.ts";

/** @param ids Of transactions that came or were changed. Inside a transaction. */
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
        error_code: null,
        error_message: null,
        updated_at: deps.now(),
      });
    if (row.status !== "CANCELED" && row.is_refund === 1) stayCancelled(deps, row);
    if (row.status === "PENDING") {
      markOwn(db, id);
      // Its outcome may come before this time is over.
      enqueuePurchase(deps, row, {
        at: new Date(Date.parse(deps.now()) + carrierDeadlineMs(undefined)).toISOString(),
      });
    }
    keepHeld(deps, row.organization_id);
  }
}

/** A refund came before the second answer, and by its stamp is older. */
function stayCancelled(deps: Pick<FulfilmentDeps, "db" | "now" | "newId">, row: WrittenRow): void {
  const isCancelled = (["DONE", "FAILED"] as const).some((from) =>
    tryMoveTransaction(deps.db, row.id, from, {
      status: "CANCELED",
      error_code: null,
      error_message: null,
      updated_at: deps.now(),
    }),
  );
  if (!isCancelled) return;
  freeOnce(deps.db, "purchase", row.shipment_id);
  noteFact(deps, row.shipment_id, "cancelled", row.id);
}
