/** Finds a scanned code among the items of the open order, and counts scanned pieces. Pure. */
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";

/**
 * Returns the items of the order whose EAN or article number is the code; items with pieces still
 * to scan come first.
 */
export function findItems(parcel: OpenedOrder, code: string): readonly Item[] {
  const scanned = canonical(code);
  const isIt = (own: string): boolean => own !== "" && canonical(own) === scanned;
  const found = parcel.shipment.items.filter(({ sku, ean }) => isIt(ean) || isIt(sku));
  return found.toSorted((a, b) => Number(isComplete(parcel, a)) - Number(isComplete(parcel, b)));
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

/**
 * Normalizes a code: upper case, and article numbers of 12, 13 or 14 digits (UPC-A, EAN-13,
 * GTIN-14) padded with zeros.
 */
function canonical(code: string): string {
  const text = code.trim().toUpperCase();
  return /^\d{12,14}$/.test(text) ? text.padStart(14, "0") : text;
}
