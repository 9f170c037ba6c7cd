/**
 * Gives the open purchase of a lost station to this one. The carrier is asked with the same key, so
 * a label that the lost station has bought, or buys yet, is the same one.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { PAID_BY } from "./paid-by.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { findTransactionRow, listLiveTransactions, markOwn } from "./transactions.store.ts";

/**
 * Takes over the open purchase of a shipment.
 *
 * @throws AppError E1051; E1073 when no purchase is open, it is this station's, or it is paid from
 *   the balance: the lost station holds that money.
 */
export function takeOverPurchase(
  deps: WriteDeps & Pick<FulfilmentDeps, "jobs">,
  actor: Actor,
  shipmentID: string,
): void {
  inTransaction(deps, () => {
    const { id } = getShipmentRow(deps, actor, shipmentID);
    const [open] = listLiveTransactions(deps.db, id).filter(({ status }) => status === "PENDING");
    const row = open === undefined ? undefined : findTransactionRow(deps.db, open.id);
    if (row === undefined)
      throw errors.shipmentNotChangeable(
        "This shipment has no open purchase. Nothing was changed.",
      );
    if (row.isOwn === 1)
      throw errors.shipmentNotChangeable(
        "This station asks about the purchase already. Nothing was changed.",
      );
    if (row.onAccount === PAID_BY.balance)
      throw errors.shipmentNotChangeable(
        "The station that bought this label holds its money. Remove that station under Stations first. Nothing was changed.",
      );
    markOwn(deps.db, row.id);
    enqueuePurchase(deps, row, { at: deps.now() });
  });
  deps.jobs.wake();
}
