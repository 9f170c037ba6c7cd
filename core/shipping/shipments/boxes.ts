/**
 * Boxes of an order: an order may be packed in several boxes, each a separate shipment. `listBoxes`
 * in shipments.service.ts lists them.
 */
import type { WriteDeps } from "../../db/deps.ts";
import { changeShipment } from "./move-shipment.ts";
import { writeItems } from "./shipments.store.ts";
import type { Item } from "./shipments.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** Replaces the items of a shipment whose label is not bought; needs an open transaction. */
export function changeItems(deps: WriteDeps, row: ShipmentRow, items: readonly Item[]): void {
  changeShipment(deps, row, { items: writeItems(items) });
}
