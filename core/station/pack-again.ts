/**
 * Packing a cancelled order again: what was cancelled stays as it is, and a copy that keeps the
 * order waits in its place.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { findLiveOfOrder, getShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { replaceCancelled } from "../fulfilment/transactions/copy-shipment.ts";

/**
 * Made once: an order that waits again already, or was bought again, is answered instead of a
 * second copy.
 *
 * @param keep Keeps the call's Idempotency-Key with the shipment, in the transaction that makes it.
 * @returns The id of the shipment that is the order now.
 * @throws AppError E1051, E2047
 */
export function packAgain(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers">,
  actor: Actor,
  shipmentID: string,
  keep?: (id: string) => void,
): string {
  return inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    if (row.status !== "CANCELED") throw errors.orderNotCancelled();
    const id = findLiveOfOrder(deps, actor, row)?.id ?? replaceCancelled(deps, actor, shipmentID);
    keep?.(id);
    return id;
  });
}
