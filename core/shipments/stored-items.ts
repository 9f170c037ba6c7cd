/** A shipment's items as its row keeps them: JSON, without the fields that most items leave empty. */
import { sparse } from "../base/sparse.ts";
import type { Item } from "./shipments.schema.ts";

const EMPTY: Item = {
  id: "", createdAt: "", updatedAt: "", title: "", variantTitle: "", quantity: 1, unitWeight: "", totalPrice: "0.00", totalPriceLocal: "0.00", massUnit: "",
  unitPrice: "0.00", currency: "", unitPriceLocal: "0.00", currencyLocal: "", countryOfOrigin: "", maxShipTime: null, maxDeliveryTime: null, sku: "",
};

export function writeItems(items: readonly Item[]): string {
  return JSON.stringify(items.map((item) => sparse(item, EMPTY)));
}

export function readItems(text: string): Item[] {
  return (JSON.parse(text) as Partial<Item>[]).map((item) => ({ ...EMPTY, ...item }));
}
