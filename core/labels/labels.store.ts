/** SQL for `labels` and `label_files`. */
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";
import type { LabelFormat } from "./label-renderer.ts";

export type LabelRow = { id: string; created_at: string; updated_at: string; organization_id: string; model: string };

export function insertLabel(db: Db, row: LabelRow): void {
  insertRow(db, "labels", row);
}

export function findLabel(db: Db, shipmentID: string): LabelRow | undefined {
  return db.sql<LabelRow>(`SELECT id, created_at, updated_at, organization_id, model FROM labels WHERE id = ?`).get(shipmentID);
}

export function findLabelFile(db: Db, key: { shipmentID: string; format: LabelFormat; dpi: number }): Buffer | undefined {
  return db
    .sql<{ bytes: Buffer }>(`SELECT bytes FROM label_files WHERE shipment_id = :shipmentID AND format = :format AND dpi = :dpi`)
    .get(key)?.bytes;
}

export function insertLabelFile(db: Db, row: { shipmentID: string; format: LabelFormat; dpi: number; hash: string; bytes: Uint8Array; now: string }): void {
  db.sql(
    `INSERT OR IGNORE INTO label_files (shipment_id, format, dpi, hash, bytes, created_at)
     VALUES (:shipmentID, :format, :dpi, :hash, :bytes, :now)`,
  ).run(row);
}
