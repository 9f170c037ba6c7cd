/** Cancelling: an unbought shipment ends; a bought one is refunded while the carrier does not have the parcel. */
import { AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { commit } from "../db/change.ts";
import { freeOnce } from "../db/done-once.ts";
import type { Actor, Deps } from "../deps.ts";
import { postEntry } from "../ledger/ledger.service.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { dropOpen } from "../printing/printing.service.ts";
import { getShipmentRow, moveShipment, noteFact, type ShipmentRow } from "../shipments/shipments.service.ts";
import { listLiveTransactions, tryMoveTransaction, type TransactionRow } from "./transactions.store.ts";

/** Cancelling twice changes nothing the second time. @throws AppError E1051, E2009, E2022 */
export function cancelShipment(deps: Deps, actor: Actor, shipmentID: string): void {
  commit(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (shipment.status === "CANCELED") return;
    const live = listLiveTransactions(deps.db, shipmentID);
    if (live.some(({ status }) => status === "PENDING")) throw new AppError("E2009", "The purchase of this label is still open. Cancel the shipment when its outcome is known.");
    if (!moveShipment(deps, shipment, "cancelled", {}, shipment.purchase_id)) throw new AppError("E2022");
    dropOpen(deps, shipmentID);
    for (const row of live) {
      if (row.id !== shipment.purchase_id) noteFact(deps, shipmentID, "cancelled", row.id); // or the fold would put it in force
      refund(deps, actor, shipment, row);
    }
  });
}

/** Also a label that another station bought for the same shipment: nothing of a cancelled shipment stays paid. */
function refund(deps: Deps, actor: Actor, shipment: ShipmentRow, row: TransactionRow): void {
  const isCancelled = tryMoveTransaction(deps.db, row.id, "DONE", { status: "CANCELED", is_refund: 1, cancel_description: "Cancelled by the sender", updated_at: deps.now() });
  if (!isCancelled) return;
  freeOnce(deps.db, "purchase", shipment.id);
  if (row.on_account === 1) return;
  const { newBalance } = postEntry(deps, {
    organizationID: actor.organizationID,
    kind: "REFUND",
    amount: row.total_minor,
    transactionID: row.id,
    reference: String(shipment.number),
  });
  recordFact(deps, { topic: "balance.changed", organizationID: actor.organizationID, subjectID: actor.organizationID, visibleTo: actor.memberID, payload: { balance: moneyText(newBalance) } });
}
