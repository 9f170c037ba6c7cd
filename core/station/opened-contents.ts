/** The contents of an opened order: the products of its items, and its usual parcel. */
import type { ReadDeps } from "../db/deps.ts";
import { productsOfItems } from "../shipping/products/products.service.ts";
import { findUsualParcel } from "../shipping/products/usual-parcel.ts";
import { parcelItems } from "../shipping/shipments/joined-orders.ts";
import type { ShipmentRow } from "../shipping/shipments/shipments.service.ts";
import type { OpenedOrder } from "./station.schema.ts";

/** Returns whether an order waits for its purchase. */
export function isWaiting({ status, isReturn }: ShipmentRow): boolean {
  return (status === "CREATED" || status === "GOT_OFFERS") && isReturn === 0;
}

/** Reads what the desk knows of the order's contents. */
export function readContents(
  deps: ReadDeps,
  row: ShipmentRow,
): Pick<OpenedOrder, "products" | "usual"> {
  return {
    products: listItemProducts(deps, row),
    usual: isWaiting(row) ? findUsualParcel(deps, row) : null,
  };
}

function listItemProducts(deps: ReadDeps, row: ShipmentRow): OpenedOrder["products"] {
  const found = productsOfItems(deps, row.organizationID, parcelItems(row));
  return found.flatMap(({ itemID, product }) =>
    product === undefined
      ? []
      : [
          {
            itemID,
            shelf: product.shelf,
            barcodes: product.barcodes.filter((code) => !product.conflicts.includes(code)),
            conflicts: product.conflicts,
            hasPicture: product.imageURL !== "",
          },
        ],
  );
}
