-- min_reader: 5
-- The id of an imported order is made of organization, source and order number: it is one row, however often and at
-- however many stations its file is read.
CREATE TABLE orders (
  id                      TEXT PRIMARY KEY,
  stamp                   TEXT NOT NULL,
  created_at              TEXT NOT NULL,
  updated_at              TEXT NOT NULL,
  organization_id         TEXT NOT NULL,
  source_code             TEXT NOT NULL DEFAULT 'API',
  source_identifier       TEXT NOT NULL DEFAULT '',
  order_number            TEXT NOT NULL DEFAULT '',
  order_code              TEXT NOT NULL DEFAULT '',
  merchant_code           TEXT NOT NULL DEFAULT '',
  notes                   TEXT NOT NULL DEFAULT '',
  buyer_shipment_method   TEXT NOT NULL DEFAULT '',
  buyer_shipping_cost     INTEGER NOT NULL DEFAULT 0, -- minor units
  total_amount            INTEGER NOT NULL DEFAULT 0, -- minor units; collected at the door for cash on delivery
  total_amount_currency   TEXT NOT NULL DEFAULT '',
  total_tax               INTEGER NOT NULL DEFAULT 0,
  -- Hash of an imported order's rows in its file: a changed row opens a cancelled order again.
  content_hash            TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE shipments (
  seq                   INTEGER PRIMARY KEY,          -- local; stable key of the search index
  id                    TEXT NOT NULL UNIQUE,
  stamp                 TEXT NOT NULL,
  created_at            TEXT NOT NULL,
  updated_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  number                INTEGER NOT NULL,             -- organizationShipmentID; stations that were cut off may have given it twice
  created_by            TEXT NOT NULL,                -- member
  test                  INTEGER NOT NULL,
  desi                  REAL NOT NULL DEFAULT 0,      -- volume / 3000, for lists and sorting
  sender_address_id     TEXT NOT NULL,
  return_address_id     TEXT NOT NULL,
  recipient_address_id  TEXT NOT NULL,
  order_id              TEXT,
  order_number          TEXT NOT NULL DEFAULT '',
  merchant_code         TEXT NOT NULL DEFAULT '',
  store_identifier      TEXT NOT NULL DEFAULT '',
  items                 TEXT NOT NULL DEFAULT '[]',   -- JSON
  metadata              TEXT NOT NULL DEFAULT '{}',   -- JSON
  payment_on_delivery   INTEGER NOT NULL DEFAULT 0,
  hide_contents         INTEGER NOT NULL DEFAULT 0,
  is_return             INTEGER NOT NULL DEFAULT 0,
  is_returned           INTEGER NOT NULL DEFAULT 0,
  original_shipment_id  TEXT,
  -- What follows is folded from the shipment's facts and copied from the purchase they name, at each station by itself.
  status                TEXT NOT NULL,                -- shipments/status-machine.ts
  purchase_id           TEXT,                         -- the transaction whose label is in force, or was
  provider_code         TEXT NOT NULL DEFAULT '',
  provider_service_code TEXT NOT NULL DEFAULT '',
  provider_account_id   TEXT,
  amount_minor          INTEGER NOT NULL DEFAULT 0,
  barcode               TEXT NOT NULL DEFAULT '',
  tracking_number       TEXT NOT NULL DEFAULT '',
  tracking_url          TEXT NOT NULL DEFAULT '',
  label_file_type       TEXT NOT NULL DEFAULT '',
  shipment_date         TEXT,
  accepted_at           TEXT,                         -- packageAcceptedAt
  cancel_date           TEXT,
  last_error_code       TEXT,
  last_error_message    TEXT,
  has_conflict          INTEGER NOT NULL DEFAULT 0,   -- 1: stations that were apart did what excludes each other; shown as E2053
  is_listed             INTEGER NOT NULL DEFAULT 0    -- local; 1: the indexes of lists have it: shipments/search-index.ts
) STRICT;

CREATE INDEX shipments_by_number ON shipments (organization_id, number);
CREATE INDEX shipments_by_order_number ON shipments (organization_id, order_number) WHERE order_number <> '';
-- Orders that have no label yet.
CREATE INDEX shipments_waiting ON shipments (organization_id, status, number) WHERE status = 'CREATED' OR status = 'GOT_OFFERS';
-- The filter isReturned; what is not returned is all but these.
CREATE INDEX shipments_returned ON shipments (organization_id, number) WHERE is_returned = 1;
-- Not unique: barcodes are a carrier's own, and two carriers may use the same.
CREATE INDEX shipments_by_barcode ON shipments (barcode) WHERE barcode <> '';

-- Filters and sorts of lists. A new shipment comes into them a moment after it was made, many at once, together with its
-- words for free text: one by one they would cost a purchase a page each. A list that needs them waits for that.
CREATE INDEX shipments_by_status ON shipments (organization_id, status, number) WHERE is_listed = 1;
-- limitedAccessUser sees its own.
CREATE INDEX shipments_by_member ON shipments (organization_id, created_by, number) WHERE is_listed = 1;
CREATE INDEX shipments_by_updated ON shipments (organization_id, updated_at) WHERE is_listed = 1;
CREATE INDEX shipments_by_created ON shipments (organization_id, created_at) WHERE is_listed = 1;
CREATE INDEX shipments_by_desi ON shipments (organization_id, desi, number) WHERE is_listed = 1;
CREATE INDEX shipments_by_amount ON shipments (organization_id, amount_minor, number) WHERE is_listed = 1;
CREATE INDEX shipments_by_merchant ON shipments (organization_id, merchant_code) WHERE is_listed = 1 AND merchant_code <> '';
CREATE INDEX shipments_by_store ON shipments (organization_id, store_identifier) WHERE is_listed = 1 AND store_identifier <> '';
CREATE INDEX shipments_by_service ON shipments (organization_id, provider_service_code, number) WHERE is_listed = 1 AND provider_service_code <> '';

-- A shipment's parcels, from position 0. The first has the shipment's id, further ones an id made of shipment and position.
CREATE TABLE parcels (
  id                 TEXT PRIMARY KEY,
  stamp              TEXT NOT NULL,
  shipment_id        TEXT NOT NULL,
  position           INTEGER NOT NULL,
  length             REAL,                         -- in distance_unit; null: not given
  width              REAL,
  height             REAL,
  distance_unit      TEXT NOT NULL DEFAULT 'cm',
  weight             REAL,                         -- in mass_unit
  mass_unit          TEXT NOT NULL DEFAULT 'kg',
  parcel_template_id TEXT
) STRICT, WITHOUT ROWID;

-- What was done with a shipment, append-only: its status is the fold of these and of its tracking events.
CREATE TABLE shipment_facts (
  shipment_id TEXT NOT NULL,
  id          TEXT NOT NULL,
  stamp       TEXT NOT NULL,
  events      TEXT NOT NULL,        -- of the status machine, in their order, separated by spaces: one act may be several moves
  source_id   TEXT,                 -- the transaction of a purchase, refusal or refund; the print job of a print
  at          TEXT NOT NULL,
  PRIMARY KEY (shipment_id, id)
) STRICT, WITHOUT ROWID;

-- Totals that lists need, kept as rows come and change, never counted at each call.
CREATE TABLE shipment_counts (
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  status          TEXT NOT NULL,
  n               INTEGER NOT NULL,
  PRIMARY KEY (organization_id, created_by, status)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER shipments_count_insert AFTER INSERT ON shipments BEGIN
  INSERT INTO shipment_counts VALUES (NEW.organization_id, NEW.created_by, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER shipments_count_update AFTER UPDATE OF status, created_by ON shipments WHEN NEW.status <> OLD.status OR NEW.created_by <> OLD.created_by BEGIN
  UPDATE shipment_counts SET n = n - 1 WHERE organization_id = OLD.organization_id AND created_by = OLD.created_by AND status = OLD.status;
  INSERT INTO shipment_counts VALUES (NEW.organization_id, NEW.created_by, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- Shipments that have changed since they were indexed. New ones are those above the last that was: `indexed_to` in station_meta.
CREATE TABLE unindexed_shipments (
  seq INTEGER PRIMARY KEY
) STRICT;

-- Free text: shipment number, order number, recipient, barcode, tracking number; folded, rowid = shipments.seq.
CREATE VIRTUAL TABLE shipments_search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');
