/** Lists the orders that wait to be packed. */
import { measureText } from "../base/units.ts";
import type { Actor } from "../http/actor.ts";
import {
  countWaiting,
  listHeld,
  listWaiting,
  recipientsOf,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import type { StationDeps } from "./deps.ts";
import type { WaitingOrder } from "./station.schema.ts";

/** Maximum number of orders on hold in one list. */
const MOST_HELD = 50;

/**
 * Lists orders that wait to be packed.
 *
 * @returns `list`: at most `limit` orders without a label that are not on hold; `held`: at most 50
 *   orders on hold; `total`: the number of all orders without a label, including orders on hold.
 */
export function listWaitingOrders(
  deps: Pick<StationDeps, "db" | "geo">,
  actor: Actor,
  limit: number,
): { total: number; list: WaitingOrder[]; held: WaitingOrder[] } {
  const list = listWaiting(deps, actor, limit);
  const held = listHeld(deps, actor, MOST_HELD);
  const recipients = recipientsOf(deps, [...list, ...held]);
  const present = (row: ShipmentRow): WaitingOrder => {
    const recipient = recipients.get(row.id);
    return {
      shipmentID: row.id,
      orderNumber: row.orderNumber,
      shipmentNumber: row.number,
      recipientName: recipient?.name ?? "",
      districtName: recipient?.districtName ?? "",
      cityName: recipient?.cityName ?? "",
      weight: row.weight === null ? "" : measureText(row.weight),
      desi: measureText(row.desi),
      createdAt: row.createdAt,
      boxNo: row.boxNo,
      holdReason: row.holdReason,
    };
  };
  return { total: countWaiting(deps, actor), list: list.map(present), held: held.map(present) };
}
