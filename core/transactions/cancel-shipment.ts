/** Cancelling: an unbought shipment ends; a bought one is refunded while the carrier does not have the parcel. */
import { AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { postEntry } from "../ledger/ledger.service.ts";
import { dropOpen } from "../printing/printing.service.ts";
import { getShipmentRow, moveShipment } from "../shipments/shipments.service.ts";
import { findLiveTransaction, moveTransaction } from "./transactions.store.ts";

/** Cancelling twice changes nothing the second time. @throws AppError E1051, E2009, E2022 */
export function cancelShipment(deps: Deps, actor: Actor, shipmentID: string): void {
  commit(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (shipment.status === "CANCELED") return;
    const live = findLiveTransaction(deps.db, shipmentID);
    if (live?.status === "PENDING") throw new AppError("E2009", "The purchase of this label is still open. Cancel the shipment when its outcome is known.");
    if (!moveShipment(deps, shipment, "cancelled", { cancel_date: deps.now() })) throw new AppError("E2022");
    dropOpen(deps, shipmentID);
    if (live === undefined) return;
    moveTransaction(deps.db, live.id, "DONE", { status: "CANCELED", is_refund: 1, cancel_description: "Cancelled by the sender", updated_at: deps.now() });
    if (live.on_account === 1) return;
    const { newBalance } = postEntry(deps, {
      organizationID: actor.organizationID,
      kind: "REFUND",
      amount: live.total_minor,
      transactionID: live.id,
      reference: String(shipment.number),
    });
    recordFact(deps, { topic: "balance.changed", organizationID: actor.organizationID, subjectID: actor.organizationID, visibleTo: actor.memberID, payload: { balance: moneyText(newBalance) } });
  });
}
