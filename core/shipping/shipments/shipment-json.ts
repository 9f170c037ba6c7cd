/** JSON in the columns of a shipment: its items, and the metadata of its caller. */
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

/**
 * A shipment's items as its row keeps them: JSON, without the fields that most items leave empty.
 */
export function writeItems(items: readonly Item[]): string {
  return JSON.stringify(items.map((item) => sparse(item, EMPTY_ITEM)));
}

/** The items of a row; none where the text is no list of items. */
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
  if (!Array.isArray(stored)) throw new Error("the items of a shipment are no list");
  return stored.map((item: unknown) => whole(item, EMPTY_ITEM, "an item of a shipment"));
}

/**
 * Of a row's metadata, JSON of the caller's own: the sender's reference, which labels and carriers
 * show; "" when there is none.
 */
export function readReference(metadata: string): string {
  if (metadata === "{}") return ""; // as most are
  const { reference1 }: Readonly<Record<string, unknown>> = parseJsonOr(metadata, objectSchema, {});
  return typeof reference1 === "string" ? reference1 : "";
}
