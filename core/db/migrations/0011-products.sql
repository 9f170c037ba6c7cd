-- min_reader: 1

-- A product of an organization. Its id follows from the organization and the folded stock code, so
-- that stations that add it while disconnected write the same row.
CREATE TABLE products (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  stock_code      TEXT NOT NULL,              -- as first written
  title           TEXT NOT NULL DEFAULT '',
  image_url       TEXT NOT NULL DEFAULT '',   -- http or https; '' without
  weight_grams    INTEGER NOT NULL DEFAULT 0, -- 0: unknown
  length_mm       INTEGER NOT NULL DEFAULT 0, -- 0: unknown
  width_mm        INTEGER NOT NULL DEFAULT 0,
  height_mm       INTEGER NOT NULL DEFAULT 0,
  shelf           TEXT NOT NULL DEFAULT '',
  words           TEXT NOT NULL DEFAULT '',   -- stock code, title and shelf, folded for the search
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

-- With the words, so that a search reads no rows that it does not find.
CREATE INDEX products_listed ON products (organization_id, stock_code, id, words)
  WHERE is_active = 1;

-- A barcode of a product. Rows, not a list in the product: two stations may each add one. Its id
-- follows from the product and the barcode.
CREATE TABLE product_barcodes (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  product_id      TEXT NOT NULL,
  barcode         TEXT NOT NULL,              -- as a scanner sends it
  scan_key        TEXT NOT NULL,              -- the form in which scans are compared
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

CREATE INDEX product_barcodes_of_product ON product_barcodes (product_id, barcode)
  WHERE is_active = 1;

-- Not unique: disconnected stations may give one barcode to two products.
CREATE INDEX product_barcodes_by_key ON product_barcodes (organization_id, scan_key, product_id)
  WHERE is_active = 1;

-- How an organization uses its products. Its id follows from the organization.
CREATE TABLE product_settings (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  -- 1: a weight that is unusual for the contents stops the purchase; 0: it only warns
  stops_weight    INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Barcode that is printed on the box; '' without.
ALTER TABLE parcel_templates ADD COLUMN barcode TEXT NOT NULL DEFAULT '';

-- Contents of a shipment: its stock codes and their numbers, sorted; NULL when an item has no stock
-- code, or when there are more than 50 stock codes.
CREATE VIEW shipment_contents AS
SELECT s.id AS shipment_id,
       s.organization_id,
       (SELECT CASE WHEN count(*) BETWEEN 1 AND 50 AND min(c.code) <> ''
                    THEN json_group_array(c.code || ' ' || c.pieces ORDER BY c.code) END
          FROM (SELECT iif(i.type = 'object', upper(trim(coalesce(i.value ->> '$.sku', ''))), '') AS code,
                       sum(iif(i.type = 'object', coalesce(i.value ->> '$.quantity', 1), 0)) AS pieces
                  FROM json_each(iif(json_valid(s.items), s.items, '[]')) AS i
                 GROUP BY 1) AS c) AS contents
  FROM shipments AS s;

-- Contents of each bought parcel, at each station derived from the shipments it has.
CREATE TABLE packed_contents (
  organization_id TEXT NOT NULL,
  test            INTEGER NOT NULL,           -- 1: a test parcel
  contents        TEXT NOT NULL,
  purchase_id     TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  PRIMARY KEY (organization_id, test, contents, purchase_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX packed_contents_of_shipment ON packed_contents (shipment_id);

INSERT INTO packed_contents
SELECT s.organization_id, s.test, c.contents, s.purchase_id, s.id
  FROM shipments AS s
  JOIN shipment_contents AS c ON c.shipment_id = s.id
 WHERE s.purchase_id IS NOT NULL
   AND s.is_return = 0
   AND s.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED')
   AND c.contents IS NOT NULL;

CREATE TRIGGER packed_contents_by_arrival AFTER INSERT ON shipments
WHEN NEW.purchase_id IS NOT NULL AND NEW.is_return = 0
 AND NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED') BEGIN
  INSERT OR IGNORE INTO packed_contents
  SELECT NEW.organization_id, NEW.test, contents, NEW.purchase_id, NEW.id
    FROM shipment_contents WHERE shipment_id = NEW.id AND contents IS NOT NULL;
END;

CREATE TRIGGER packed_contents_by_purchase
AFTER UPDATE OF status, purchase_id, items, test, is_return ON shipments
WHEN NEW.purchase_id IS NOT OLD.purchase_id
  OR NEW.items <> OLD.items
  OR NEW.test <> OLD.test
  OR NEW.is_return <> OLD.is_return
  OR (NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED'))
     <> (OLD.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED')) BEGIN
  DELETE FROM packed_contents WHERE shipment_id = NEW.id;
  INSERT OR IGNORE INTO packed_contents
  SELECT NEW.organization_id, NEW.test, contents, NEW.purchase_id, NEW.id
    FROM shipment_contents
   WHERE shipment_id = NEW.id
     AND contents IS NOT NULL
     AND NEW.purchase_id IS NOT NULL
     AND NEW.is_return = 0
     AND NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED');
END;
