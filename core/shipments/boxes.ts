/** The boxes of an order: it may be packed in several, each a shipment of its own. */
import type { Deps } from "../deps.ts";
import type { Item } from "./shipments.schema.ts";
import { changeShipment } from "./shipments.service.ts";
import { listByOrderNumber, writeItems, type ShipmentRow } from "./shipments.store.ts";

/** The boxes of the order that a shipment packs, itself among them, without cancelled ones and returns. */
export function listBoxes(deps: Pick<Deps, "db">, row: Pick<ShipmentRow, "organization_id" | "order_number" | "order_id">): ShipmentRow[] {
  if (row.order_id === null || row.order_number === "") return [];
  return listByOrderNumber(deps.db, row.organization_id, row.order_number).filter((other) => other.order_id === row.order_id && other.is_return === 0 && other.status !== "CANCELED");
}

/** Another content of a shipment whose label is not bought. Inside a transaction. */
export function changeItems(deps: Deps, row: ShipmentRow, items: readonly Item[]): void {
  changeShipment(deps, row, { items: writeItems(items) });
}
