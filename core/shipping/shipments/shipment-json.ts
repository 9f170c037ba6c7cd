/** JSON in the columns of a shipment: its items, and the caller's metadata. */
import { objectSchema, parseJsonOr } from "../../base/json.ts";
import { sparse, whole } from "../../base/sparse.ts";
import type { Item } from "./shipments.schema.ts";

const EMPTY_ITEM: Item = {
  id: "",
  createdAt: "",
  updatedAt: "",
  title: "",
  variantTitle: "",
  quantity: 1,
  unitWeight: "",
  totalPrice: "0.00",
  totalPriceLocal: "0.00",
  massUnit: "",
  unitPrice: "0.00",
  currency: "",
  unitPriceLocal: "0.00",
  currencyLocal: "",
  countryOfOrigin: "",
  maxShipTime: null,
  maxDeliveryTime: null,
  sku: "",
  ean: "",
  imageURL: "",
};

/** Formats items as JSON for a shipment's row, without empty fields. */
export function writeItems(items: readonly Item[]): string {
  return JSON.stringify(items.map((item) => sparse(item, EMPTY_ITEM)));
}

/** Reads the items of a row; empty when the text is not a list of items. */
export function readItems(text: string): Item[] {
  try {
    return itemsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Whether a stored value is a list of items. */
export function isItems(stored: unknown): boolean {
  try {
    itemsOf(stored);
    return true;
  } catch {
    return false;
  }
}

function itemsOf(stored: unknown): Item[] {
  if (!Array.isArray(stored)) throw new Error("the items of a shipment are not a list");
  return stored.map((item: unknown) => whole(item, EMPTY_ITEM, "an item of a shipment"));
}

/**
 * Reads the sender's reference, which labels and carriers show, from a row's metadata; "" when
 * there is none.
 */
export function readReference(metadata: string): string {
  if (metadata === "{}") return ""; // fast path for most rows
  const { reference1 }: Readonly<Record<string, unknown>> = parseJsonOr(metadata, objectSchema, {});
  return typeof reference1 === "string" ? reference1 : "";
}
