/**
 * The boxes of an order: it may be packed in several, each a shipment of its own. Which there are:
 * `listBoxes` in shipments.service.ts.
 */
import type { WriteDeps } from "../../db/deps.ts";
import { changeShipment } from "./move-shipment.ts";
import { writeItems } from "./shipment-json.ts";
import type { Item } from "./shipments.schema.ts";
import type { ShipmentRow } from "./shipments.store.ts";

/** Another content of a shipment whose label is not bought. Inside a transaction. */
export function changeItems(deps: WriteDeps, row: ShipmentRow, items: readonly Item[]): void {
  changeShipment(deps, row, { items: writeItems(items) });
}
