/** A scanned code as an item of the open order. Pure. */
import type { Item } from "../../../core/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";

/** Returns the item of the order whose article number is the code; undefined when there is none. */
export function findItem(parcel: OpenedOrder, code: string): Item | undefined {
  const scanned = canonical(code);
  return parcel.shipment.items.find(({ sku }) => sku !== "" && canonical(sku) === scanned);
}

/** Codes come in any case. The same article number is written with 12, 13 or 14 digits, filled with zeros in front (UPC-A, EAN-13, GTIN-14). */
function canonical(code: string): string {
  const text = code.trim().toUpperCase();
  return /^\d{12,14}$/.test(text) ? text.padStart(14, "0") : text;
}
