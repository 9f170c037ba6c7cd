/**
 * SQL for personal texts in synced rows. A desk without a connection, or an older version, may
 * write such a text again after its erasure. Every station empties these texts the same way and
 * without a stamp, so that all stations have equal rows, whichever wrote last.
 */
import { namesOf } from "../../base/objects.ts";
import type { Db, SqlRow } from "../../db/database.ts";
import { emptyParked } from "../../db/erased.ts";
import { noteWrite } from "../../db/open-transaction.ts";
import type { SyncedTable } from "../../db/tables.ts";
import { PURCHASES_OF } from "../../shipping/shipments/purchases-of.ts";

/** Columns and their values without a person. */
export const WITHOUT_PERSON = {
  shipments: { items: "[]", metadata: "{}", hold_reason: "" },
  transactions: { cancel_description: "", error_message: null },
  orders: { notes: "" },
  addresses: {
    short_name: "",
    name: "",
    email: "",
    phone: "",
    address1: "",
    address2: "",
    street_name: "",
    state: "",
    zip: "",
    is_active: 0,
  },
} as const satisfies Partial<Record<SyncedTable, SqlRow>>;

type Emptied = keyof typeof WITHOUT_PERSON;

/** Condition for rows that differ from `WITHOUT_PERSON[table]`, with its parameters. */
const differs = (table: Emptied): string =>
  `(${namesOf(WITHOUT_PERSON[table])
    .map((column) => `${column} IS NOT :${column}`)
    .join(" OR ")})`;

const emptying = (table: Emptied, where: string): string =>
  `UPDATE ${table}
      SET ${namesOf(WITHOUT_PERSON[table])
        .map((column) => `${column} = :${column}`)
        .join(", ")}
    WHERE ${where} AND ${differs(table)}`;

/** Notes of an order stay until all its parcels are erased. */
const ALL_BOXES_ERASED = `NOT EXISTS (
        SELECT 1 FROM shipments AS s
         WHERE s.organization_id = orders.organization_id AND s.order_number = orders.order_number
           AND s.order_number <> '' AND s.order_id = orders.id
           AND NOT EXISTS (SELECT 1 FROM erasures AS e WHERE e.id = s.id))`;
const ITS_ORDER = `id = (SELECT order_id FROM shipments WHERE id = :id) AND ${ALL_BOXES_ERASED}`;

/**
 * Empties the texts of an erased shipment, its purchases and its order; needs an open transaction.
 */
export function emptyShipment(db: Db, id: string): void {
  run(db, "shipments", "id = :id", id);
  run(db, "transactions", `id IN (${PURCHASES_OF})`, id);
  run(db, "orders", ITS_ORDER, id);
  emptyParked(db, id, WITHOUT_PERSON);
}

/** Empties an erased address; needs an open transaction. */
export function emptyAddress(db: Db, id: string): void {
  run(db, "addresses", "id = :id", id);
  emptyParked(db, id, WITHOUT_PERSON);
}

function run(db: Db, table: Emptied, where: string, id: string): void {
  const { changes } = db.sql(emptying(table, where)).run({ id, ...WITHOUT_PERSON[table] });
  if (changes > 0) noteWrite(db, table);
}

/** Whether an address still has personal texts. */
export function hasAddressText(db: Pick<Db, "sql">, id: string): boolean {
  const found = db.sql(`SELECT 1 FROM addresses WHERE id = :id AND ${differs("addresses")}`);
  return found.get({ id, ...WITHOUT_PERSON.addresses }) !== undefined;
}

/** Whether a shipment, its purchases, its order or its addresses still have personal texts. */
export function hasShipmentText(db: Pick<Db, "sql">, id: string): boolean {
  const found = db.sql(
    `SELECT 1 FROM shipments WHERE id = :id AND ${differs("shipments")}
      UNION ALL
     SELECT 1 FROM transactions WHERE id IN (${PURCHASES_OF}) AND ${differs("transactions")}
      UNION ALL
     SELECT 1 FROM purchase_snapshots
      WHERE id IN (${PURCHASES_OF}) AND body ->> '$.erased' IS NOT 1
      UNION ALL
     SELECT 1 FROM orders WHERE ${ITS_ORDER} AND ${differs("orders")}
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
      ...WITHOUT_PERSON.shipments,
      ...WITHOUT_PERSON.transactions,
      ...WITHOUT_PERSON.orders,
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

/** Finds the shipment of a purchase; undefined until the purchase has arrived. */
export function findShipmentOf(db: Pick<Db, "sql">, purchaseID: string): string | undefined {
  return db
    .sql<{ id: string }>(`SELECT shipment_id AS id FROM transactions WHERE id = ?`)
    .get(purchaseID)?.id;
}
