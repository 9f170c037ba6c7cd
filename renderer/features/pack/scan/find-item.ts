/** Finds a scanned code among the items of the open order, and counts scanned pieces. Pure. */
import { scanKey } from "../../../../core/base/scan-key.ts";
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";

/**
 * Returns the items of the order whose EAN or article number is the code, otherwise the items whose
 * product has the code as a barcode; items with pieces still to scan come first.
 */
export function findItems(parcel: OpenedOrder, code: string): readonly Item[] {
  const scanned = scanKey(code);
  const isIt = (own: string): boolean => own !== "" && scanKey(own) === scanned;
  const { items } = parcel.shipment;
  const own = items.filter(({ sku, ean }) => isIt(ean) || isIt(sku));
  const known = new Set(
    parcel.products.filter(({ barcodes }) => barcodes.some(isIt)).map(({ itemID }) => itemID),
  );
  const found = own.length > 0 ? own : items.filter(({ id }) => known.has(id));
  return found.toSorted((a, b) => Number(isComplete(parcel, a)) - Number(isComplete(parcel, b)));
}

/** Returns whether several products have the code, so that a scan of it counts no item. */
export function isSharedCode({ products }: Pick<OpenedOrder, "products">, code: string): boolean {
  return products.some(({ conflicts }) => conflicts.some((one) => scanKey(one) === scanKey(code)));
}

/** Most items that a digit can name. */
const MOST_NAMED = 9;

/**
 * Returns the items that an unknown code may belong to: items without an EAN, with a stock code,
 * and with pieces still to scan.
 */
export function learnableItems(parcel: OpenedOrder): readonly Item[] {
  return parcel.shipment.items
    .filter((item) => item.ean === "" && item.sku !== "" && !isComplete(parcel, item))
    .slice(0, MOST_NAMED);
}

/** Returns how many pieces of an item were scanned. */
export function scannedOf({ ticks }: Pick<OpenedOrder, "ticks">, { id }: Pick<Item, "id">): number {
  return ticks.find(({ itemID }) => itemID === id)?.scanned ?? 0;
}

/** Returns whether all pieces of an item were scanned. */
export function isComplete(parcel: Pick<OpenedOrder, "ticks">, item: Item): boolean {
  return scannedOf(parcel, item) >= item.quantity;
}

/** Counts the pieces of the order: all pieces, pieces with a code, and scanned pieces. */
export function piecesOf(parcel: OpenedOrder): {
  readonly all: number;
  readonly withCode: number;
  readonly scanned: number;
} {
  const sum = (items: readonly Item[], of: (item: Item) => number): number =>
    items.reduce((total, item) => total + of(item), 0);
  const { items } = parcel.shipment;
  const quantity = (item: Item): number => item.quantity;
  return {
    all: sum(items, quantity),
    withCode: sum(items.filter(hasCode), quantity),
    scanned: sum(items, (item) => Math.min(item.quantity, scannedOf(parcel, item))),
  };
}

/** Returns whether the item has a code to scan. */
export function hasCode({ ean, sku }: Item): boolean {
  return ean !== "" || sku !== "";
}

/**
 * Returns whether a code is an article's barcode by its length and its check digit: EAN-8, UPC-A,
 * EAN-13 or GTIN-14.
 */
export function isArticleCode(code: string): boolean {
  const digits = code.trim();
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits.padStart(14, "0")].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}
