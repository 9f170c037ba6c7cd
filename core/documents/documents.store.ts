/** SQL for `documents`. A station's own table. */
import type { Db } from "../db/database.ts";
import { documentSchema, type Document, type DocumentFile } from "./documents.schema.ts";

type Row = { hash: string; kind: string; width_mm: number; height_mm: number; language: string; source: string; bytes: Buffer };

/** What a document was drawn of. `dpi` is 0 where the language has no dots. */
export type DrawnOf = Pick<Document, "kind" | "language"> & { readonly shipmentID: string; readonly dpi: number };

/** @returns Undefined when this station has no document of this hash. */
export function findDocument(db: Pick<Db, "sql">, hash: string): DocumentFile | undefined {
  return read(db.sql<Row>(`SELECT hash, kind, width_mm, height_mm, language, source, bytes FROM documents WHERE hash = ?`).get(hash));
}

/** @returns Undefined when it was not drawn yet, or deleted since. */
export function findDrawn(db: Pick<Db, "sql">, of: DrawnOf): DocumentFile | undefined {
  return read(
    db
      .sql<Row>(
        `SELECT hash, kind, width_mm, height_mm, language, source, bytes
           FROM documents
          WHERE source = 'drawn' AND shipment_id = :shipmentID AND kind = :kind AND language = :language AND dpi = :dpi`,
      )
      .get(of),
  );
}

/** Inserts a document unless its hash is known. A known drawn document that is inserted again as downloaded or uploaded takes that source: it can no longer be drawn again, so it is not pruned. */
export function insertDocument(db: Db, { media, ...file }: DocumentFile, of: Pick<DrawnOf, "shipmentID" | "dpi"> | null, now: string): void {
  db.sql(
    `INSERT INTO documents
       (hash, kind, width_mm, height_mm, language, source, shipment_id, dpi, created_at, bytes)
     VALUES
       (:hash, :kind, :widthMm, :heightMm, :language, :source, :shipmentID, :dpi, :now, :bytes)
     ON CONFLICT (hash) DO UPDATE SET source = excluded.source WHERE documents.source = 'drawn' AND excluded.source <> 'drawn'`,
  ).run({ ...file, ...media, shipmentID: of?.shipmentID ?? null, dpi: of?.dpi ?? 0, now });
}

/** Drawn ones that `kept` newer documents follow, oldest first. @returns How many were deleted. */
export function deleteOldDrawn(db: Db, kept: number, atMost: number): number {
  return db
    .sql(
      `DELETE FROM documents
        WHERE rowid IN (
                SELECT rowid
                  FROM documents INDEXED BY documents_drawn
                 WHERE source = 'drawn' AND rowid <= (SELECT max(rowid) FROM documents) - :kept
                 ORDER BY rowid
                 LIMIT :atMost)`,
    )
    .run({ kept, atMost }).changes;
}

function read(row: Row | undefined): DocumentFile | undefined {
  if (row === undefined) return undefined;
  const { width_mm: widthMm, height_mm: heightMm, bytes, ...rest } = row;
  return { ...documentSchema.parse({ ...rest, media: { widthMm, heightMm } }), bytes };
}
