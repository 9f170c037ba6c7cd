/** SQL for `documents`, a table that is not synced. */
import type { Db } from "../database.ts";
import { documentSchema, type Document, type DocumentFile } from "./documents.schema.ts";

type Row = {
  hash: string;
  kind: string;
  widthMm: number;
  heightMm: number;
  language: string;
  dpi: number;
  source: string;
  bytes: Buffer;
};

/** Layout and printer part of a drawn document's key. */
type DrawnBy = {
  readonly layout: { readonly name: string; readonly version: number };
  /** The printer's settings that change bytes, as a short text; "" for none. */
  readonly variant: string;
};

/**
 * Everything that the bytes of a drawn document depend on. `dpi` is the requested density, also for
 * a PDF.
 */
export type DrawnOf = Pick<Document, "kind" | "media" | "language" | "dpi"> &
  DrawnBy & { readonly shipmentID: string };

/**
 * A document's shipment, how it was drawn, and the hash of its first raster if the raster has
 * changed since (else "").
 */
export type DocumentOrigin = {
  readonly shipmentID: string | null;
  readonly drawnBy?: DrawnBy | undefined;
  readonly firstRaster?: string | undefined;
};

const COLUMNS = "hash, kind, width_mm, height_mm, language, dpi, source, bytes";

/**
 * A document is needed by a print that has not ended or may be repeated, and by a paper that waits
 * for its label.
 */
const IS_NEEDED = `(EXISTS (SELECT 1 FROM print_jobs AS j WHERE j.document_hash = documents.hash AND j.status IN ('QUEUED', 'SENDING', 'UNKNOWN'))
                  OR EXISTS (SELECT 1 FROM shipment_papers AS p WHERE p.document_hash = documents.hash AND p.print_job_id IS NULL))`;

/**
 * Finds a document by its hash.
 *
 * @returns Undefined when this station has no document of this hash.
 */
export function findDocument(db: Pick<Db, "sql">, hash: string): DocumentFile | undefined {
  return read(db.sql<Row>(`SELECT ${COLUMNS} FROM documents WHERE hash = ?`).get(hash));
}

/**
 * Finds the drawn document of a shipment; undefined when the document was not drawn yet or was
 * deleted.
 */
export function findDrawn(
  db: Pick<Db, "sql">,
  { media, layout, ...of }: DrawnOf,
): DocumentFile | undefined {
  return read(
    db
      .sql<Row>(
        `SELECT ${COLUMNS}
           FROM documents
          WHERE shipment_id = :shipmentID AND kind = :kind AND language = :language AND dpi = :dpi
            AND width_mm = :widthMm AND height_mm = :heightMm AND layout = :layout AND layout_version = :layoutVersion AND variant = :variant
            AND +source = 'drawn'`,
      )
      .get({ ...of, ...media, layout: layout.name, layoutVersion: layout.version }),
  );
}

/**
 * Inserts a document unless its hash is known. A known drawn document that is inserted as
 * downloaded or uploaded gets that source, so `deleteOldDrawn` no longer deletes it. A document that
 * is downloaded or uploaded again gets the new paper and counts as used. If the insertion names no
 * shipment, the document stays with its shipment, so that erasing the shipment's personal data
 * finds it.
 *
 * @returns The document's rowid, if it was inserted.
 */
export function insertDocument(
  db: Db,
  { media, ...file }: DocumentFile,
  { shipmentID, drawnBy, firstRaster = "" }: DocumentOrigin,
  now: string,
): number {
  const values = {
    ...file,
    ...media,
    shipmentID,
    layout: drawnBy?.layout.name ?? "",
    layoutVersion: drawnBy?.layout.version ?? 0,
    variant: drawnBy?.variant ?? "",
    firstRaster,
  };
  return Number(
    db
      .sql(
        `INSERT INTO documents
           (hash, kind, width_mm, height_mm, language, source, shipment_id, dpi, created_at, bytes, layout, layout_version, variant, first_raster, used_at, size)
         VALUES
           (:hash, :kind, :widthMm, :heightMm, :language, :source, :shipmentID, :dpi, :now, :bytes, :layout, :layoutVersion, :variant, :firstRaster, :now, :size)
         ON CONFLICT (hash) DO UPDATE
            SET source = excluded.source, shipment_id = coalesce(excluded.shipment_id, documents.shipment_id), width_mm = excluded.width_mm, height_mm = excluded.height_mm, dpi = excluded.dpi,
                layout = excluded.layout, layout_version = excluded.layout_version, variant = excluded.variant, first_raster = excluded.first_raster, used_at = excluded.used_at
          WHERE excluded.source <> 'drawn' AND documents.source IN ('drawn', excluded.source)`,
      )
      .run({ ...values, size: file.bytes.byteLength, now }).lastInsertRowid,
  );
}

/**
 * Records that a downloaded or uploaded document was used. Changes the time only if it is before
 * `unless`, because each change writes the whole row.
 */
export function markUsed(db: Db, hash: string, now: string, unless: string): void {
  db.sql(
    `UPDATE documents SET used_at = :now WHERE hash = :hash AND used_at < :unless AND source <> 'drawn'`,
  ).run({ hash, now, unless });
}

/**
 * Deletes drawn documents, the oldest first, until `atMost` are deleted or the rest has at most
 * `keptBytes` bytes.
 *
 * @returns How many were deleted.
 */
export function deleteOldDrawn(db: Db, keptBytes: number, atMost: number): number {
  return db
    .sql(
      `DELETE FROM documents
        WHERE rowid IN (
                SELECT id
                  FROM (SELECT rowid AS id, sum(size) OVER (ORDER BY used_at DESC, size DESC, rowid DESC ROWS UNBOUNDED PRECEDING) AS total
                          FROM documents
                         WHERE source = 'drawn')
                 WHERE total > :keptBytes
                 ORDER BY total DESC
                 LIMIT :atMost)`,
    )
    .run({ keptBytes, atMost }).changes;
}

/**
 * Deletes documents of a source that were last used before a time, ISO 8601, and that no print or
 * paper needs.
 *
 * @returns How many were deleted.
 */
export function deleteUnused(
  db: Db,
  unused: { readonly source: Document["source"]; readonly before: string },
  atMost: number,
): number {
  return db
    .sql(
      `DELETE FROM documents
        WHERE rowid IN (
                SELECT rowid
                  FROM documents
                 WHERE source = :source AND used_at < :before AND NOT ${IS_NEEDED}
                 ORDER BY used_at, size, rowid
                 LIMIT :atMost)`,
    )
    .run({ ...unused, atMost }).changes;
}

/**
 * Returns whether a print that has not ended or may be repeated, or a waiting paper, needs this
 * document.
 */
export function isNeeded(db: Pick<Db, "sql">, hash: string): boolean {
  return db.sql(`SELECT 1 FROM documents WHERE hash = ? AND ${IS_NEEDED}`).get(hash) !== undefined;
}

/** Sums the size of uploaded documents, bytes. */
export function sumUploaded(db: Pick<Db, "sql">): number {
  return (
    db
      .sql<{ bytes: number }>(
        `SELECT coalesce(sum(size), 0) AS bytes FROM documents WHERE source = 'uploaded'`,
      )
      .get()?.bytes ?? 0
  );
}

/**
 * Deletes uploaded documents that no print or paper needs, the longest unused first, until `bytes`
 * are free or none is left.
 *
 * @param but Hash of a document that stays.
 */
export function deleteUploaded(db: Db, bytes: number, but: string): void {
  db.sql(
    `DELETE FROM documents
      WHERE rowid IN (
              SELECT id
                FROM (SELECT rowid AS id, sum(size) OVER (ORDER BY used_at, size, rowid ROWS UNBOUNDED PRECEDING) - size AS freed
                        FROM documents
                       WHERE source = 'uploaded' AND hash <> :but AND NOT ${IS_NEEDED})
               WHERE freed < :bytes)`,
  ).run({ bytes, but });
}

/** Deletes the document with this content hash, if it exists. */
export function deleteDocument(db: Db, hash: string): void {
  db.sql(`DELETE FROM documents WHERE hash = ?`).run(hash);
}

/**
 * Deletes all documents of a shipment: drawn and downloaded ones by its id, documents that its
 * prints used, and uploads that are its papers. A document of its prints or papers that another
 * shipment also printed or has as a paper stays until that shipment is erased.
 */
export function deleteOfShipment(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM documents WHERE shipment_id = ?`).run(shipmentID);
  db.sql(
    `DELETE FROM documents
      WHERE hash IN (SELECT document_hash FROM print_jobs WHERE shipment_id = :shipmentID AND document_hash IS NOT NULL
                     UNION ALL SELECT document_hash FROM shipment_papers WHERE shipment_id = :shipmentID)
        AND NOT EXISTS (SELECT 1 FROM print_jobs AS j WHERE j.document_hash = documents.hash AND j.shipment_id <> :shipmentID)
        AND NOT EXISTS (SELECT 1 FROM shipment_papers AS p WHERE p.document_hash = documents.hash AND p.shipment_id <> :shipmentID)`,
  ).run({ shipmentID });
  db.sql(`DELETE FROM shipment_papers WHERE shipment_id = ?`).run(shipmentID);
  // The prints no longer name the document; otherwise two shipments that share a document would
  // each keep it for the other. A waiting print ends, because its document is gone.
  db.sql(
    `UPDATE print_jobs SET document_hash = '' WHERE shipment_id = ? AND document_hash IS NOT NULL`,
  ).run(shipmentID);
}

function read(row: Row | undefined): DocumentFile | undefined {
  if (row === undefined) return undefined;
  const { widthMm, heightMm, bytes, ...rest } = row;
  return { ...documentSchema.parse({ ...rest, media: { widthMm, heightMm } }), bytes };
}
