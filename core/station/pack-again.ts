/**
 * Packing a cancelled order again: the cancelled shipment stays unchanged, and a copy for the same
 * order waits for a label.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { StationDeps } from "./deps.ts";
import { countReleased, releaseAround } from "../fulfilment/together/release-orders.ts";
import { findFirstOf } from "../shipping/shipments/joined-orders.ts";
import {
  findLiveOfOrder,
  findShipmentRow,
  getShipmentRow,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { withShipmentNumbers } from "../shipping/shipments/create-shipment.ts";
import { replaceCancelled } from "../fulfilment/transactions/copy-shipment.ts";

/**
 * Copies a cancelled shipment. Returns the existing copy when the order already waits again or has
 * been bought again.
 *
 * @param keep Stores the call's Idempotency-Key with the id of the live shipment, in the same
 *   transaction.
 * @returns The id of the order's live shipment.
 * @throws AppError E1051, E2047, E2131; E2261 for an order that is packed with another
 */
export async function packAgain(
  deps: WriteDeps & Pick<StationDeps, "geo" | "carriers" | "leases">,
  actor: Actor,
  shipmentID: string,
  keep?: (id: string) => void,
): Promise<string> {
  return await withShipmentNumbers(deps, actor, 1 + countReleased(deps, { id: shipmentID }), () =>
    inTransaction(deps, () => {
      const row = getShipmentRow(deps, actor, shipmentID);
      if (row.status !== "CANCELED") throw errors.orderNotCancelled();
      releaseAround(deps, row);
      requireNotPacked(deps, row);
      const id = findLiveOfOrder(deps, actor, row)?.id ?? replaceCancelled(deps, actor, shipmentID);
      keep?.(id);
      return id;
    }),
  );
}

/** Requires that an order's items are not in the parcel of another order. @throws AppError E2261 */
function requireNotPacked(deps: ReadDeps, row: ShipmentRow): void {
  const firstID = findFirstOf(deps, row);
  if (firstID === undefined) return;
  const first = findShipmentRow(deps, firstID);
  throw errors.orderPackedTogether(
    `This order is packed together with shipment #${first?.number ?? "?"}. Open that one; when its label is cancelled, each order waits again. Nothing was changed.`,
    { number: first?.number ?? 0 },
  );
}
