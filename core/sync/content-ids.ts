/** Checks rows of other stations whose ids follow from their content. */
import { derivedId } from "../base/derived-id.ts";
import type { SqlRow } from "../db/database.ts";
import { handedOverID } from "../fulfilment/hand-over/handed-over-id.ts";
import { joinedOrderID } from "../shipping/shipments/joined-order-id.ts";
import { orderChangeID } from "../shipping/order-changes/order-change-id.ts";
import {
  productBarcodeID,
  productID,
  productSettingsID,
} from "../shipping/products/product-ids.ts";
import { orderSourceID } from "../shipping/sources/order-source-id.ts";

/** Columns from which the id of a table's rows follows. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  frozen_addresses: ["body"],
  handed_over: ["transaction_id"],
  joined_orders: ["shipment_id"],
  order_changes: ["order_id"],
  products: ["organization_id", "stock_code"],
  product_barcodes: ["product_id", "barcode"],
  product_settings: ["organization_id"],
  order_sources: ["organization_id", "name"],
};

const IDS: Readonly<Record<string, (...values: readonly [string, string]) => string>> = {
  frozen_addresses: (body) => derivedId("frozen address", body),
  handed_over: handedOverID,
  joined_orders: joinedOrderID,
  order_changes: orderChangeID,
  products: productID,
  product_barcodes: productBarcodeID,
  product_settings: productSettingsID,
  order_sources: orderSourceID,
};

/** Lists the columns from which the ids of a table's rows follow; none for other tables. */
export function namingColumns(table: string): readonly string[] {
  return NAMING[table] ?? [];
}

/**
 * Returns whether the id fits the content. A frozen address is identified by its content, and
 * emptied when its person is erased. A label on a truck is identified by its transaction, so that
 * no label counts twice, a joined order by its shipment, and the change of an order by its order; a product by its stock code, so that two stations have one row of it.
 */
export function isItsContent(table: string, id: string, fields: SqlRow): boolean {
  const columns = namingColumns(table);
  if (columns.every((column) => fields[column] === undefined)) return true;
  if (table === "frozen_addresses" && fields["body"] === "{}") return true;
  const [first, second = ""] = columns.map((column) => fields[column]);
  // The organization of a settings row and of a product is never changed alone.
  if (typeof first !== "string" || typeof second !== "string") return false;
  return id === IDS[table]?.(first, second);
}
