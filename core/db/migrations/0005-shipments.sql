-- min_reader: 5
CREATE TABLE orders (
  id                      TEXT PRIMARY KEY,
  created_at              TEXT NOT NULL,
  updated_at              TEXT NOT NULL,
  clocks                  TEXT NOT NULL,
  organization_id         TEXT NOT NULL REFERENCES organizations (id),
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
  total_tax               INTEGER NOT NULL DEFAULT 0
) STRICT;

-- An imported order is taken once, however often its file is read.
CREATE UNIQUE INDEX orders_imported_once ON orders (organization_id, source_identifier, order_number) WHERE source_code = 'IMPORT';

CREATE TABLE shipments (
  seq                   INTEGER PRIMARY KEY,          -- local; stable key of the search index
  id                    TEXT NOT NULL UNIQUE,
  created_at            TEXT NOT NULL,
  updated_at            TEXT NOT NULL,
  clocks                TEXT NOT NULL,
  organization_id       TEXT NOT NULL REFERENCES organizations (id),
  number                INTEGER NOT NULL,             -- organizationShipmentID
  created_by            TEXT NOT NULL,                -- member
  test                  INTEGER NOT NULL,
  status                TEXT NOT NULL CHECK (status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'TRACKING_CODE_CREATED', 'LABEL_PRINTED',
                          'SHIPPED', 'DELIVERED', 'CANCELED', 'RETURNED', 'RETURN_SHIPPED', 'FAILED')),
  length                REAL,                         -- in distance_unit; null: not told
  width                 REAL,
  height                REAL,
  distance_unit         TEXT NOT NULL DEFAULT 'cm',
  weight                REAL,                         -- in mass_unit
  mass_unit             TEXT NOT NULL DEFAULT 'kg',
  desi                  REAL NOT NULL DEFAULT 0,      -- volume / 3000, for lists and sorting
  sender_address_id     TEXT NOT NULL,
  return_address_id     TEXT NOT NULL,
  recipient_address_id  TEXT NOT NULL,
  parcel_template_id    TEXT,
  frozen_addresses      TEXT,                         -- JSON { sender, recipient, return } as they were at purchase
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
  provider_code         TEXT NOT NULL DEFAULT '',
  provider_service_code TEXT NOT NULL DEFAULT '',
  provider_account_id   TEXT,
  accepted_offer        TEXT,                         -- JSON of the offer as it was bought
  amount_minor          INTEGER NOT NULL DEFAULT 0,
  barcode               TEXT NOT NULL DEFAULT '',
  tracking_number       TEXT NOT NULL DEFAULT '',
  tracking_url          TEXT NOT NULL DEFAULT '',
  label_file_type       TEXT NOT NULL DEFAULT '',
  shipment_date         TEXT,
  accepted_at           TEXT,                         -- packageAcceptedAt
  cancel_date           TEXT,
  last_error_code       TEXT,
  last_error_message    TEXT
) STRICT;

CREATE UNIQUE INDEX shipments_by_number ON shipments (organization_id, number);
-- limitedAccessUser sees its own.
CREATE INDEX shipments_by_member ON shipments (organization_id, created_by, number);
CREATE INDEX shipments_by_status ON shipments (organization_id, status, number);
CREATE INDEX shipments_by_updated ON shipments (organization_id, updated_at);
CREATE INDEX shipments_by_created ON shipments (organization_id, created_at);
CREATE INDEX shipments_by_desi ON shipments (organization_id, desi, number);
CREATE INDEX shipments_by_amount ON shipments (organization_id, amount_minor, number);
CREATE INDEX shipments_by_order_number ON shipments (organization_id, order_number) WHERE order_number <> '';
CREATE INDEX shipments_by_merchant ON shipments (organization_id, merchant_code) WHERE merchant_code <> '';
CREATE INDEX shipments_by_store ON shipments (organization_id, store_identifier) WHERE store_identifier <> '';
CREATE INDEX shipments_by_service ON shipments (organization_id, provider_service_code, number) WHERE provider_service_code <> '';
-- A barcode is on one parcel.
CREATE UNIQUE INDEX shipments_by_barcode ON shipments (barcode) WHERE barcode <> '';

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
CREATE TRIGGER shipments_count_update AFTER UPDATE OF status ON shipments WHEN NEW.status <> OLD.status BEGIN
  UPDATE shipment_counts SET n = n - 1 WHERE organization_id = OLD.organization_id AND created_by = OLD.created_by AND status = OLD.status;
  INSERT INTO shipment_counts VALUES (NEW.organization_id, NEW.created_by, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- organizationShipmentID and barcode numbers: the next one of each range.
CREATE TABLE number_ranges (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Free text: shipment number, order number, recipient, barcode, tracking number; folded, rowid = shipments.seq.
CREATE VIRTUAL TABLE shipments_search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');
