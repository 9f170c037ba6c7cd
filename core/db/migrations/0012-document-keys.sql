-- min_reader: 12
-- A drawn file is found by everything that its bytes depend on. Files of earlier versions have no such key: they are drawn again.
DELETE FROM documents WHERE source = 'drawn';
ALTER TABLE documents ADD COLUMN layout TEXT NOT NULL DEFAULT '';              -- drawn: by which layout; '' for others
ALTER TABLE documents ADD COLUMN layout_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN variant TEXT NOT NULL DEFAULT '';             -- drawn: the printer's settings that change bytes, as a short text
ALTER TABLE documents ADD COLUMN first_raster TEXT NOT NULL DEFAULT '';        -- drawn with other dots than the first time: the hash of the first ones
ALTER TABLE documents ADD COLUMN used_at TEXT NOT NULL DEFAULT '';             -- kept by this time: drawn, received, or last fetched or printed
ALTER TABLE documents ADD COLUMN size INTEGER NOT NULL DEFAULT 0;              -- of bytes
DROP INDEX documents_by_shipment;
DROP INDEX documents_drawn;
CREATE INDEX documents_by_shipment ON documents (shipment_id, kind, language, dpi) WHERE shipment_id IS NOT NULL;
-- What goes first: of drawn ones those beyond a number of bytes, of others those that were not used for long.
CREATE INDEX documents_by_use ON documents (source, used_at, size);

-- The dots of each own label when it was first drawn: it must look the same for good. Some 100 bytes a row, kept as long as the shipment.
CREATE TABLE label_rasters (
  shipment_id    TEXT NOT NULL,
  layout         TEXT NOT NULL,
  layout_version INTEGER NOT NULL,
  width_mm       REAL NOT NULL,
  height_mm      REAL NOT NULL,
  dpi            INTEGER NOT NULL,
  hash           BLOB NOT NULL,          -- SHA-256 of the 1-bit raster
  PRIMARY KEY (shipment_id, layout, layout_version, width_mm, height_mm, dpi)
) STRICT, WITHOUT ROWID;

-- Whether the label's symbols were read off the bytes that were sent: verified, unverifiable; '' before that.
ALTER TABLE print_jobs ADD COLUMN verification TEXT NOT NULL DEFAULT '';
