/** Reads an order as it is now, for the comparison with its rows in a file. */
import type { ReadDeps } from "../../db/deps.ts";
import { isErased } from "../../db/erased.ts";
import { findImportedShipments } from "../shipments/imported-order.ts";
import { findFirstOf } from "../shipments/joined-orders.ts";
import {
  findOrderOf,
  isHandedOver,
  listShipmentRows,
  type OrderRow,
  type ShipmentRow,
} from "../shipments/shipments.service.ts";
import { isBought, type ShipmentStatus } from "../shipments/status-machine.ts";
import type { ChangeStage } from "./order-changes.schema.ts";

export type OrderNow = {
  /** The order that a file brought. */
  readonly importedID: string;
  /** Digests of the values in the rows that the order has now. */
  readonly fieldDigests: string;
  /** The order of the shown shipment: a shipment that was packed again has a copy of its order. */
  readonly order: OrderRow;
  /** All shipments of the order, without returns. */
  readonly ids: readonly string[];
  /** Shipments that pack the order, by box; without cancelled shipments and returns. */
  readonly boxes: readonly ShipmentRow[];
  /** The first box; without a box, the newest shipment. */
  readonly shown: ShipmentRow;
  /** The stage without a look at the differences, so never BOXES. */
  readonly stage: Exclude<ChangeStage, "BOXES">;
  /** Whether all parcels have arrived or came back. */
  readonly hasEnded: boolean;
  readonly isErased: boolean;
};

const ENDED: ReadonlySet<ShipmentStatus> = new Set(["DELIVERED", "RETURNED"]);
const SENT: ReadonlySet<ShipmentStatus> = new Set([
  ...ENDED,
  "SHIPPED",
  "RETURN_SHIPPED",
  "FAILED",
]);

/** Finds an order of a file; undefined while it, or its shipments, have not arrived. */
export function findOrderNow(deps: ReadDeps, importedID: string): OrderNow | undefined {
  const found = findImportedShipments(deps, importedID);
  if (found === undefined) return undefined;
  const { imported, ids } = found;
  const byID = listShipmentRows(deps, ids);
  const rows = ids.flatMap((id) => byID.get(id) ?? []);
  const boxes = rows
    .filter(({ status }) => status !== "CANCELED")
    .toSorted((a, b) => a.boxNo - b.boxNo);
  const shown = boxes[0] ?? rows[0];
  if (shown === undefined) return undefined;
  const order = findOrderOf(deps, shown) ?? imported;
  return {
    importedID,
    fieldDigests: imported.fieldDigests,
    order,
    ids,
    boxes,
    shown,
    stage: stageOf(deps, rows, boxes),
    hasEnded: boxes.length > 0 && boxes.every(({ status }) => ENDED.has(status)),
    isErased: ids.some((id) => isErased(deps.db, id)),
  };
}

function stageOf(
  deps: ReadDeps,
  rows: readonly ShipmentRow[],
  boxes: readonly ShipmentRow[],
): OrderNow["stage"] {
  if (boxes.length === 0)
    return rows.some((row) => findFirstOf(deps, row) !== undefined) ? "JOINED" : "CANCELED";
  const bought = boxes.filter(({ status }) => isBought(status));
  if (bought.some((box) => SENT.has(box.status) || isHandedOver(deps.db, box))) return "SENT";
  if (bought.length > 0) return "BOUGHT";
  if (boxes.some(({ status }) => status === "OFFER_ACCEPTED")) return "BUYING";
  return boxes.some(({ joined }) => joined !== null) ? "JOINED" : "WAITING";
}
