/** SQL for `label_files`, a synced table, and for the mark that the hub's store has a document. */
import { insertRow } from "../change.ts";
import type { Db } from "../database.ts";

export type LabelFileRow = {
  id: string;
  shipmentID: string;
  hash: string;
  kind: string;
  widthMm: number;
  heightMm: number;
  language: string;
  dpi: number;
  /** Name of the computer that received the file. */
  desk: string;
};

/** Finds a label file by hash, of any shipment at any station. */
export function findLabelFile(db: Pick<Db, "sql">, hash: string): LabelFileRow | undefined {
  return db
    .sql<LabelFileRow>(`SELECT * FROM label_files WHERE hash = ? ORDER BY id LIMIT 1`)
    .get(hash);
}

/** Finds another shipment whose label is this file; undefined when there is none. */
export function findOtherOwner(
  db: Pick<Db, "sql">,
  hash: string,
  shipmentID: string,
): string | undefined {
  return db
    .sql<{ shipmentID: string }>(
      `SELECT shipment_id FROM label_files WHERE hash = ? AND shipment_id <> ? LIMIT 1`,
    )
    .get(hash, shipmentID)?.shipmentID;
}

/**
 * Finds the hash of a file of a kind that was received for a shipment: one that this station has, or
 * else one that another station has.
 */
export function findFileOfShipment(
  db: Pick<Db, "sql">,
  shipmentID: string,
  kind: string,
): string | undefined {
  return db
    .sql<{ hash: string }>(
      `SELECT f.hash
         FROM label_files AS f
         LEFT JOIN documents AS d ON d.hash = f.hash
        WHERE f.shipment_id = ? AND f.kind = ?
        ORDER BY d.hash IS NULL, f.id
        LIMIT 1`,
    )
    .get(shipmentID, kind)?.hash;
}

/** Inserts a label file unless it is known. Inside a transaction. */
export function insertLabelFile(db: Db, row: LabelFileRow): void {
  if (db.sql(`SELECT 1 FROM label_files WHERE id = ?`).get(row.id) === undefined)
    insertRow(db, "label_files", row);
}

/** Deletes a shipment's label files at this station only; each station deletes its own copies. */
export function deleteLabelFiles(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM label_files WHERE shipment_id = ?`).run(shipmentID);
}

/** Position of a document in the order of last use. */
export type SharePosition = { readonly usedAt: string; readonly rowid: number };

/**
 * Lists downloaded documents of this station that the hub's store does not have, the longest unused
 * first. Documents of other organizations are included, with `isOwn` 0.
 */
export function listUnshared(
  db: Pick<Db, "sql">,
  organizationID: string,
  after: SharePosition,
  atMost: number,
): (SharePosition & { readonly hash: string; readonly isOwn: 0 | 1 })[] {
  return db
    .sql<SharePosition & { hash: string; isOwn: 0 | 1 }>(
      `SELECT d.used_at AS usedAt, d.rowid AS rowid, d.hash, s.id IS NOT NULL AS isOwn
         FROM documents AS d INDEXED BY documents_to_share
         LEFT JOIN shipments AS s ON s.id = d.shipment_id AND s.organization_id = :organizationID
        WHERE d.source = 'downloaded' AND d.shared_at IS NULL AND (d.used_at, d.rowid) > (:usedAt, :rowid)
        ORDER BY d.used_at, d.rowid
        LIMIT :atMost`,
    )
    .all({ organizationID, usedAt: after.usedAt, rowid: after.rowid, atMost });
}

/** Returns the document's bytes; undefined when the document was erased. */
export function findBytes(db: Pick<Db, "sql">, hash: string): Buffer | undefined {
  return db.sql<{ bytes: Buffer }>(`SELECT bytes FROM documents WHERE hash = ?`).get(hash)?.bytes;
}

/** Records that the hub's store has the document; the column is not synced. */
export function markShared(db: Db, hash: string, now: string): void {
  db.sql(`UPDATE documents SET shared_at = ? WHERE hash = ?`).run(now, hash);
}
