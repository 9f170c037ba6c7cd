/** SQL for `label_rasters`: the dots that a label had when it was first drawn. A station's own table. */
import type { Db } from "../db/database.ts";
import type { DrawnOf } from "./documents.store.ts";

/** What the dots of a label depend on. */
export type RasterOf = Pick<DrawnOf, "shipmentID" | "layout" | "media" | "dpi">;

/** Inserts the hash of a first drawing; a known one stays. @param hash SHA-256, hex. @returns The hash of the first drawing, hex. */
export function insertRaster(db: Db, { shipmentID, layout, media, dpi }: RasterOf, hash: string): string {
  const of = { shipmentID, layout: layout.name, layoutVersion: layout.version, ...media, dpi };
  const { changes } = db
    .sql(
      `INSERT INTO label_rasters
         (shipment_id, layout, layout_version, width_mm, height_mm, dpi, hash)
       VALUES
         (:shipmentID, :layout, :layoutVersion, :widthMm, :heightMm, :dpi, :hash)
       ON CONFLICT DO NOTHING`,
    )
    .run({ ...of, hash: Buffer.from(hash, "hex") });
  return changes > 0 ? hash : (findRaster(db, { shipmentID, layout, media, dpi }) ?? hash);
}

/** @returns The hash of the first drawing, hex; undefined before it. */
export function findRaster(db: Pick<Db, "sql">, { shipmentID, layout, media, dpi }: RasterOf): string | undefined {
  return db
    .sql<{ hash: Buffer }>(
      `SELECT hash
         FROM label_rasters
        WHERE shipment_id = :shipmentID AND layout = :layout AND layout_version = :layoutVersion AND width_mm = :widthMm AND height_mm = :heightMm AND dpi = :dpi`,
    )
    .get({ shipmentID, layout: layout.name, layoutVersion: layout.version, ...media, dpi })
    ?.hash.toString("hex");
}

/**
 * @param documentHash Of a document that this station drew.
 * @returns The hash of its dots, hex: of the first drawing. Undefined when it is not known, or the document was drawn with other dots.
 */
export function findRasterOfDocument(db: Pick<Db, "sql">, { shipmentID, layout, media, dpi }: RasterOf, documentHash: string): string | undefined {
  return db
    .sql<{ hash: Buffer }>(
      `SELECT hash
         FROM label_rasters
        WHERE shipment_id = :shipmentID AND layout = :layout AND layout_version = :layoutVersion AND width_mm = :widthMm AND height_mm = :heightMm AND dpi = :dpi
          AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.hash = :documentHash AND first_raster <> '')`,
    )
    .get({ shipmentID, layout: layout.name, layoutVersion: layout.version, ...media, dpi, documentHash })
    ?.hash.toString("hex");
}

/** Deletes all of a shipment. */
export function deleteRasters(db: Db, shipmentID: string): void {
  db.sql(`DELETE FROM label_rasters WHERE shipment_id = ?`).run(shipmentID);
}
