/** SQL for `orders`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";

export type OrderRow = {
  id: string;
  created_at: string;
  updated_at: string;
  organization_id: string;
  source_code: string;
  source_identifier: string;
  order_number: string;
  order_code: string;
  merchant_code: string;
  notes: string;
  buyer_shipment_method: string;
  buyer_shipping_cost: number;
  total_amount: number;
  total_amount_currency: string;
  total_tax: number;
  /** Hash of an imported order's rows in the file; '' when unknown. */
  content_hash: string;
};

/** Inserts an order into a synced table; needs an open transaction. */
export function insertOrder(db: Db, row: OrderRow): void {
  insertRow(db, "orders", row);
}

/**
 * Updates an order in a synced table; needs an open transaction. @param fields Only the changed
 * columns.
 */
export function updateOrder(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "orders", id, fields);
}

/** Finds an order of any organization: the caller has checked its shipment. */
export function findOrder(db: Pick<Db, "sql">, id: string): OrderRow | undefined {
  return db.sql<OrderRow>(`SELECT * FROM orders WHERE id = ?`).get(id);
}

export const ORDERS_BY_ID: ManyRows<OrderRow> = {
  sql: `SELECT * FROM orders WHERE id IN (SELECT value FROM json_each(:ids))`,
};
