/** A shipment's items as its row keeps them: JSON, without the fields that most items leave empty. */
import { sparse, whole } from "../base/sparse.ts";
import type { Item } from "./shipments.schema.ts";

const EMPTY: Item = {
  id: "", createdAt: "", updatedAt: "", title: "", variantTitle: "", quantity: 1, unitWeight: "", totalPrice: "0.00", totalPriceLocal: "0.00", massUnit: "",
  unitPrice: "0.00", currency: "", unitPriceLocal: "0.00", currencyLocal: "", countryOfOrigin: "", maxShipTime: null, maxDeliveryTime: null, sku: "",
};

/** @returns JSON for the row. */
export function writeItems(items: readonly Item[]): string {
  return JSON.stringify(items.map((item) => sparse(item, EMPTY)));
}

/** @throws Error when the text is no list of items. */
export function readItems(text: string): Item[] {
  const stored: unknown = JSON.parse(text);
  if (!Array.isArray(stored)) throw new Error("the items of a shipment are no list");
  return stored.map((item: unknown) => whole(item, EMPTY, "an item of a shipment"));
}
