/** SQL for `label_files`. */
import type { Db } from "../db/database.ts";
import type { LabelFormat } from "./label-renderer.ts";

/** @returns The bytes as they were first drawn; undefined when this format and resolution was not drawn yet, or has been dropped from the cache. */
export function findLabelFile(db: Db, key: { shipmentID: string; format: LabelFormat; dpi: number }): Buffer | undefined {
  return db
    .sql<{ bytes: Buffer }>(`SELECT bytes FROM label_files WHERE shipment_id = :shipmentID AND format = :format AND dpi = :dpi`)
    .get(key)?.bytes;
}

/** Station table. The first bytes of a shipment, format and dpi stay: a second insert changes nothing. */
export function insertLabelFile(db: Db, row: { shipmentID: string; format: LabelFormat; dpi: number; hash: string; bytes: Uint8Array; now: string }): void {
  db.sql(
    `INSERT OR IGNORE INTO label_files (shipment_id, format, dpi, hash, bytes, created_at)
     VALUES (:shipmentID, :format, :dpi, :hash, :bytes, :now)`,
  ).run(row);
}

/** All but the newest `kept` files, oldest first. @returns How many were deleted. */
export function deleteOldFiles(db: Db, kept: number, atMost: number): number {
  return db
    .sql(`DELETE FROM label_files WHERE rowid IN (SELECT rowid FROM label_files WHERE rowid <= (SELECT max(rowid) FROM label_files) - :kept ORDER BY rowid LIMIT :atMost)`)
    .run({ kept, atMost }).changes;
}
