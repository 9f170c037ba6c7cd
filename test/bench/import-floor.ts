/**
 * The least work of an order import: copies the rows of one imported order under new ids, ten
 * orders in each durable transaction.
 */
import BetterSqlite3 from "better-sqlite3";
import { newId } from "../../core/base/ids.ts";

/**
 * Tables to which an imported order adds rows, and the columns that must differ from row to row.
 */
const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  addresses: ["id"],
  orders: ["id", "order_number"],
  shipments: ["id", "number", "order_number", "order_id"],
  parcels: ["id", "shipment_id"],
  outbox: ["id"],
};
const AT_ONCE = 10;

/**
 * Writes the rows of `orders` orders.
 * @param file Database with at least one imported order. It is changed.
 * @returns Time, ms.
 */
export function importFloor(file: string, orders: number): number {
  const db = new BetterSqlite3(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  const newest = db
    .prepare("SELECT * FROM shipments WHERE status = 'CREATED' ORDER BY seq DESC LIMIT 1")
    .get() as Record<string, unknown>;
  // A new shipment is not in the indexes of lists.
  const shipment: Record<string, unknown> = { ...newest, is_listed: 0 };
  const rowOf = (table: string): Record<string, unknown>[] => {
    if (table === "shipments") return [shipment];
    if (table === "parcels")
      return [
        db.prepare("SELECT * FROM parcels WHERE id = ?").get(shipment["id"]) as Record<
          string,
          unknown
        >,
      ];
    const id =
      table === "addresses"
        ? shipment["recipient_address_id"]
        : table === "orders"
          ? shipment["order_id"]
          : undefined;
    if (id !== undefined)
      return [db.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id) as Record<string, unknown>];
    return db
      .prepare(
        "SELECT * FROM outbox WHERE topic IN ('shipment.changed', 'commit') ORDER BY seq DESC LIMIT 2",
      )
      .all() as Record<string, unknown>[];
  };
  const writers = Object.entries(UNIQUE).flatMap(([table, unique]) =>
    rowOf(table).map(({ seq: _, ...row }) => {
      const columns = Object.keys(row);
      return {
        row,
        unique,
        insert: db.prepare(
          `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((c) => `:${c}`).join(", ")})`,
        ),
      };
    }),
  );
  let number = Number(db.prepare("SELECT max(number) FROM shipments").pluck().get()) + 1_000_000;
  const commit = db.transaction((n: number) => {
    for (let i = 0; i < n; i += 1) {
      number += 1;
      const id = newId();
      for (const { row, unique, insert } of writers) {
        insert.run({
          ...row,
          ...Object.fromEntries(
            unique.map((column) => [
              column,
              column === "number" ? number : column === "id" && "topic" in row ? newId() : id,
            ]),
          ),
        });
      }
    }
  });
  const began = performance.now();
  for (let left = orders; left > 0; left -= AT_ONCE) commit(Math.min(left, AT_ONCE));
  const took = performance.now() - began;
  db.close();
  return took;
}
