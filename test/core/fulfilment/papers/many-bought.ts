/** Copies one bought shipment many times, because buying thousands would take a test minutes. */
import { newId } from "../../../../core/base/ids.ts";
import type { Db } from "../../../../core/db/database.ts";

type Row = Record<string, string | number | null>;

/**
 * Copies a bought shipment. @returns Ids of the new shipments, each with a copy of the purchase and
 * with another number and barcode.
 */
export function copyBought({ raw }: Db, shipmentID: string, count: number): string[] {
  const read = (sql: string, id: unknown): Row => raw.prepare<unknown[], Row>(sql).get(id) ?? {};
  const shipment = read("SELECT * FROM shipments WHERE id = ?", shipmentID);
  const parcel = read("SELECT * FROM parcels WHERE id = ?", shipmentID);
  const transaction = read("SELECT * FROM transactions WHERE id = ?", shipment["purchase_id"]);
  const snapshot = read("SELECT * FROM purchase_snapshots WHERE id = ?", shipment["purchase_id"]);
  const last = read(
    "SELECT max(seq) AS seq, max(number) AS number FROM shipments WHERE ? IS NOT NULL",
    shipmentID,
  );
  const insertInto = (table: string, row: Row) =>
    raw.prepare(
      `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
        .map((name) => `@${name}`)
        .join(", ")})`,
    );
  const inserts = {
    shipments: insertInto("shipments", shipment),
    parcels: insertInto("parcels", parcel),
    transactions: insertInto("transactions", transaction),
    snapshots: insertInto("purchase_snapshots", snapshot),
  };
  const ids: string[] = [];
  raw.transaction(() => {
    for (let i = 1; i <= count; i++) {
      const [id, purchase] = [newId(), newId()];
      const barcode = `PB9${String(i).padStart(12, "0")}`;
      inserts.shipments.run({
        ...shipment,
        id,
        purchase_id: purchase,
        barcode,
        seq: Number(last["seq"]) + i,
        number: Number(last["number"]) + i,
      });
      inserts.parcels.run({ ...parcel, id, shipment_id: id });
      inserts.transactions.run({ ...transaction, id: purchase, shipment_id: id, barcode });
      inserts.snapshots.run({ ...snapshot, id: purchase });
      ids.push(id);
    }
  })();
  return ids;
}
