/** SQL for `label_files`, which travels, and for which documents the hub's store has. */
import { insertRow } from "../db/change.ts";
import type { Db } from "../db/database.ts";

export type LabelFileRow = { id: string; shipment_id: string; hash: string; kind: string; width_mm: number; height_mm: number; language: string; dpi: number; /** Name of the computer that got it. */ desk: string };

/** Of one of the shipments that have it, at any station. */
export function findLabelFile(db: Pick<Db, "sql">, hash: string): LabelFileRow | undefined {
  return db.sql<LabelFileRow>(`SELECT * FROM label_files WHERE hash = ? ORDER BY id LIMIT 1`).get(hash);
}

/** Does nothing for one that is known. Inside a transaction. */
export function insertLabelFile(db: Db, row: LabelFileRow): void {
  if (db.sql(`SELECT 1 FROM label_files WHERE id = ?`).get(row.id) === undefined) insertRow(db, "label_files", row);
}

/** At this station; each one does it for itself. */
export function deleteLabelFiles(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM label_files WHERE shipment_id = ?`).run(shipmentID);
}

/** Hash and bytes of the document of an organization that the hub's store does not have, the longest unused first. */
export function nextToShare(db: Pick<Db, "sql">, organizationID: string): { readonly hash: string; readonly bytes: Buffer } | undefined {
  return db
    .sql<{ hash: string; bytes: Buffer }>(
      `SELECT d.hash, d.bytes
         FROM documents AS d INDEXED BY documents_to_share
         JOIN shipments AS s ON s.id = d.shipment_id
        WHERE d.source = 'downloaded' AND d.shared_at IS NULL AND s.organization_id = ?
        ORDER BY d.used_at
        LIMIT 1`,
    )
    .get(organizationID);
}

/** Station table. */
export function markShared(db: Db, hash: string, now: string): void {
  db.sql(`UPDATE documents SET shared_at = ? WHERE hash = ?`).run(now, hash);
}
