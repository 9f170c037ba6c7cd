/** SQL for `orders`. */
import { insertRow, updateRow } from "../../db/change.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import type { ManyRows } from "../../db/many-rows.ts";

export type OrderRow = {
  id: string;
  createdAt: string;
  updatedAt: string;
  organizationID: string;
  sourceCode: string;
  sourceIdentifier: string;
  orderNumber: string;
  orderCode: string;
  merchantCode: string;
  notes: string;
  buyerShipmentMethod: string;
  buyerShippingCost: number;
  totalAmount: number;
  totalAmountCurrency: string;
  totalTax: number;
  /** Who pays the carrier; '': the sender. */
  payer: "" | "recipient";
  /** How cash on delivery is collected; '': in cash. */
  collection: "" | "cash" | "card";
  /** Declared value of the contents, minor units; 0: none. */
  declaredValue: number;
  waybillNumber: string;
  invoiceNumber: string;
  /** Hash of an imported order's rows in the file; '' when unknown. */
  contentHash: string;
  /** Digests of the values in these rows, which `field-digests.ts` reads; '' when unknown. */
  fieldDigests: string;
};

/** Inserts an order into a synced table; needs an open transaction. */
export function insertOrder(db: Db, row: OrderRow): void {
  insertRow(db, "orders", row);
}

/**
 * Updates an order in a synced table; needs an open transaction.
 *
 * @param fields Only the changed columns.
 */
export function updateOrder(db: Db, id: string, fields: SqlRow): void {
  updateRow(db, "orders", id, fields);
}

/** Finds an order by its id, in any organization: the caller checks the access. */
export function findOrder(db: Pick<Db, "sql">, id: string): OrderRow | undefined {
  return db.sql<OrderRow>(`SELECT * FROM orders WHERE id = ?`).get(id);
}

export const ORDERS_BY_ID: ManyRows<OrderRow> = {
  sql: `SELECT * FROM orders WHERE id IN (SELECT value FROM json_each(:ids))`,
};
