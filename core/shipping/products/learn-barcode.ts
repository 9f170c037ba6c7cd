/** Remembers a scanned code as the barcode of an item's product. */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { parcelItems } from "../shipments/joined-orders.ts";
import { getShipmentRow } from "../shipments/shipments.service.ts";
import type { LearnBarcode, Product } from "./products.schema.ts";
import { addBarcode } from "./products.service.ts";

/**
 * Adds the code to the product with the item's stock code; a repeated call changes nothing.
 *
 * @throws AppError E1051 when there is no such shipment or item, E2251 when another product has the
 *   code, E2252 when the item has no stock code.
 */
export function learnBarcode(deps: WriteDeps, actor: Actor, input: LearnBarcode): Product {
  return inTransaction(deps, () => {
    const item = parcelItems(getShipmentRow(deps, actor, input.shipmentID)).find(
      ({ id }) => id === input.itemID,
    );
    if (item === undefined) throw errors.shipmentNotFound("This shipment has no such item.");
    if (item.sku === "") throw errors.itemWithoutStockCode();
    const title = `${item.title} ${item.variantTitle}`.trim().slice(0, 300);
    return addBarcode(deps, actor, { stockCode: item.sku, title, barcode: input.barcode });
  });
}
