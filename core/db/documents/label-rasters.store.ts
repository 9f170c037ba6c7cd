/**
 * SQL for `label_rasters`, a table that is not synced: the hash of a label's dots at its first
 * drawing.
 */
import type { Db } from "../database.ts";
import type { DrawnOf } from "./documents.store.ts";

/**
 * Everything that the dots of a label depend on. `copyNumber` is printed on the label as a mark; 0
 * for the label itself.
 */
export type RasterOf = Pick<DrawnOf, "shipmentID" | "layout" | "media" | "dpi"> & {
  readonly copyNumber: number;
};

/**
 * Makes the key of a raster. A copy counts as a separate layout, because the table has no column
 * for the copy's number.
 */
function keyOf({ shipmentID, layout, media, dpi, copyNumber }: RasterOf) {
  return {
    shipmentID,
    layout: copyNumber === 0 ? layout.name : `${layout.name}, copy ${copyNumber}`,
    layoutVersion: layout.version,
    ...media,
    dpi,
  };
}

/**
 * Inserts the hash of a first drawing unless one is known.
 *
 * @param hash SHA-256, hex.
 * @returns The hash of the first drawing, hex.
 */
export function insertRaster(db: Db, of: RasterOf, hash: string): string {
  const { changes } = db
    .sql(
      `INSERT INTO label_rasters
         (shipment_id, layout, layout_version, width_mm, height_mm, dpi, hash)
       VALUES
         (:shipmentID, :layout, :layoutVersion, :widthMm, :heightMm, :dpi, :hash)
       ON CONFLICT DO NOTHING`,
    )
    .run({ ...keyOf(of), hash: Buffer.from(hash, "hex") });
  return changes > 0 ? hash : (findRaster(db, of) ?? hash);
}

/** Finds the hash of the first drawing, hex; undefined before the first drawing. */
export function findRaster(db: Pick<Db, "sql">, of: RasterOf): string | undefined {
  return db
    .sql<{ hash: Buffer }>(
      `SELECT hash
         FROM label_rasters
        WHERE shipment_id = :shipmentID AND layout = :layout AND layout_version = :layoutVersion AND width_mm = :widthMm AND height_mm = :heightMm AND dpi = :dpi`,
    )
    .get(keyOf(of))
    ?.hash.toString("hex");
}

/**
 * Finds the hash of a label's dots at the first drawing, hex. Undefined when the hash is unknown,
 * or when the document was drawn with other dots.
 *
 * @param documentHash Hash of a document that this station drew.
 */
export function findRasterOfDocument(
  db: Pick<Db, "sql">,
  of: RasterOf,
  documentHash: string,
): string | undefined {
  return db
    .sql<{ hash: Buffer }>(
      `SELECT hash
         FROM label_rasters
        WHERE shipment_id = :shipmentID AND layout = :layout AND layout_version = :layoutVersion AND width_mm = :widthMm AND height_mm = :heightMm AND dpi = :dpi
          AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.hash = :documentHash AND first_raster <> '')`,
    )
    .get({ ...keyOf(of), documentHash })
    ?.hash.toString("hex");
}

/** Deletes a shipment's rasters. */
export function deleteRasters(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM label_rasters WHERE shipment_id = ?`).run(shipmentID);
}
