/** Accepts an offer of a stored shipment: buys its label. */
import { inSharedTransaction } from "../../db/shared-transaction.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { withMeasuredLabels } from "../../labels/label-fit.ts";
import { draftOf } from "../../shipping/shipments/consign-shipment.ts";
import { indexShipment } from "../../shipping/shipments/shipments.service.ts";
import { requireMove } from "../../shipping/shipments/move-shipment.ts";
import { purchaseColumns } from "../../shipping/shipments/purchase-columns.ts";
import { getAcceptable } from "./acceptable-offer.ts";
import { buyOffer, type PurchaseOptions, type Reserved } from "./buy-offer.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { awaitPurchases } from "./transactions.service.ts";

/**
 * Buys the label of an offer or sub-offer.
 *
 * @returns The id of the settled transaction.
 * @throws AppError E1064, E1065, E1066, E1071, E1072, E2057: nothing was bought.
 * @throws AppError E2033: the carrier refused; nothing was bought, and the offer can be accepted
 *   again.
 * @throws AppError E2008: the outcome is unknown; the purchase stays open and its job retries.
 */
export async function acceptOffer(
  deps: FulfilmentDeps,
  actor: Actor,
  offerID: string,
  options: PurchaseOptions,
): Promise<string> {
  const reserved = await withMeasuredLabels(deps.labels, () =>
    inSharedTransaction(deps, () => reserve(deps, actor, offerID, options)),
  );
  await awaitPurchases(deps, [reserved]);
  return reserved.transactionID;
}

/** Reserves the purchase; needs an open transaction. With a local carrier this buys the label. */
export function reserve(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "carriers">,
  actor: Actor,
  offerID: string,
  options: PurchaseOptions,
): Reserved {
  const { offer, shipment } = getAcceptable(deps, actor, offerID);
  return buyOffer(
    deps,
    actor,
    { shipment: draftOf(deps, shipment), offer, options },
    {
      opened: (row) => {
        requireMove(deps, shipment, "purchaseOpened", {}, row.id);
        return enqueuePurchase(deps, row);
      },
      bought: (row) => {
        requireMove(
          deps,
          shipment,
          ["purchaseOpened", "bought"],
          purchaseColumns(row, offer),
          row.id,
        );
        indexShipment(deps, shipment);
      },
    },
  );
}
