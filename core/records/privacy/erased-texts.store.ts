/**
 * SQL for personal texts in synced rows. A desk without a connection, or an older version, may
 * write such a text again after its erasure. Every station empties these texts in the same way and
 * without a stamp, so that all stations have equal rows, whichever station wrote last.
 */
import type { Db, SqlRow } from "../../db/database.ts";
import { emptyParked } from "../../db/erased.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import { declarationOf } from "../../db/tables.ts";
import { PURCHASES_OF } from "../../shipping/shipments/purchases-of.ts";

/**
 * Returns the columns of a table that hold personal data, each with the value that it gets when it
 * is erased.
 *
 * @throws Error for a table that declares no personal data.
 */
export function withoutPerson(db: Pick<Db, "tables">, table: string): SqlRow {
  const { personal } = declarationOf(db, table);
  if (personal === undefined) throw new Error(`the table ${table} declares no personal data`);
  return personal;
}

/**
 * Makes the SQL condition for rows that still have personal data. Its parameters are the values of
 * `withoutPerson`.
 */
function differs(db: Pick<Db, "tables">, table: string): string {
  const columns = Object.keys(withoutPerson(db, table));
  return `(${columns.map((column) => `${column} IS NOT :${column}`).join(" OR ")})`;
}

function emptying(db: Db, table: string, where: string): string {
  const columns = Object.keys(withoutPerson(db, table));
  return `UPDATE ${table}
      SET ${columns.map((column) => `${column} = :${column}`).join(", ")}
    WHERE ${where} AND ${differs(db, table)}`;
}

/** Notes of an order stay until all its parcels are erased. */
const ALL_BOXES_ERASED = `NOT EXISTS (
        SELECT 1 FROM shipments AS s
         WHERE s.organization_id = orders.organization_id AND s.order_number = orders.order_number
           AND s.order_number <> '' AND s.order_id = orders.id
           AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id))`;
const ITS_CHANGE = `order_id = (SELECT order_id FROM shipments WHERE id = :id)
      AND EXISTS (SELECT 1 FROM orders WHERE orders.id = order_changes.order_id AND ${ALL_BOXES_ERASED})`;
const ITS_ORDER = `id = (SELECT order_id FROM shipments WHERE id = :id) AND ${ALL_BOXES_ERASED}`;

/**
 * Empties the texts of an erased shipment, of its purchases, and of its order and the order's change
 * in a file once all shipments of the order are erased; needs an open transaction.
 */
export function emptyShipment(db: Db, id: string): void {
  run(db, "shipments", "id = :id", id);
  run(db, "transactions", `id IN (${PURCHASES_OF})`, id);
  run(db, "orders", ITS_ORDER, id);
  run(db, "order_changes", ITS_CHANGE, id);
  emptyParked(db, id);
}

/** Empties an erased address; needs an open transaction. */
export function emptyAddress(db: Db, id: string): void {
  run(db, "addresses", "id = :id", id);
  emptyParked(db, id);
}

function run(db: Db, table: string, where: string, id: string): void {
  const { changes } = db.sql(emptying(db, table, where)).run({ id, ...withoutPerson(db, table) });
  if (changes > 0) noteWrite(db, table);
}

/** Returns whether an address still has personal texts. */
export function hasAddressText(db: Pick<Db, "sql" | "tables">, id: string): boolean {
  const found = db.sql(`SELECT 1 FROM addresses WHERE id = :id AND ${differs(db, "addresses")}`);
  return found.get({ id, ...withoutPerson(db, "addresses") }) !== undefined;
}

/**
 * Returns whether a shipment, its purchases or its customer's address still have personal texts. The
 * texts of its order count only when all shipments of the order are erased.
 */
export function hasShipmentText(db: Pick<Db, "sql" | "tables">, id: string): boolean {
  const found = db.sql(
    `SELECT 1 FROM shipments WHERE id = :id AND ${differs(db, "shipments")}
      UNION ALL
     SELECT 1 FROM transactions WHERE id IN (${PURCHASES_OF}) AND ${differs(db, "transactions")}
      UNION ALL
     SELECT 1 FROM purchase_snapshots
      WHERE id IN (${PURCHASES_OF}) AND body ->> '$.erased' IS NOT 1
      UNION ALL
     SELECT 1 FROM orders WHERE ${ITS_ORDER} AND ${differs(db, "orders")}
      UNION ALL
     SELECT 1 FROM order_changes WHERE ${ITS_CHANGE} AND ${differs(db, "order_changes")}
      UNION ALL
     SELECT 1
       FROM shipments AS s
       JOIN addresses AS a ON a.id = s.recipient_address_id
                           OR (s.is_return = 1 AND a.id = s.sender_address_id)
      WHERE s.id = :id AND a.name <> ''
      LIMIT 1`,
  );
  return (
    found.get({
      id,
      ...withoutPerson(db, "shipments"),
      ...withoutPerson(db, "transactions"),
      ...withoutPerson(db, "orders"),
      ...withoutPerson(db, "order_changes"),
    }) !== undefined
  );
}

/** Finds an erased shipment of this order. */
export function findErasedOf(db: Pick<Db, "sql">, orderID: string): string | undefined {
  return db
    .sql<{ id: string }>(
      `SELECT s.id
         FROM orders AS o
         JOIN shipments AS s ON s.organization_id = o.organization_id
                            AND s.order_number = o.order_number AND s.order_id = o.id
         JOIN erasures AS e ON e.id = s.id
        WHERE o.id = ? AND o.order_number <> ''
        LIMIT 1`,
    )
    .get(orderID)?.id;
}

/** Finds an erased shipment of the order of a change. */
export function findErasedOfChange(db: Pick<Db, "sql">, changeID: string): string | undefined {
  const orderID = db
    .sql<{ id: string }>(`SELECT order_id AS id FROM order_changes WHERE id = ?`)
    .get(changeID)?.id;
  return orderID === undefined ? undefined : findErasedOf(db, orderID);
}

/** Finds the shipment of a purchase; undefined until the purchase has arrived. */
export function findShipmentOf(db: Pick<Db, "sql">, purchaseID: string): string | undefined {
  return db
    .sql<{ id: string }>(`SELECT shipment_id AS id FROM transactions WHERE id = ?`)
    .get(purchaseID)?.id;
}
