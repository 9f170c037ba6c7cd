-- min_reader: 6
-- The offers container of a shipment: its last rate request. Prices are this station's alone; what is
-- bought travels as a copy in purchase_snapshots.
CREATE TABLE rate_requests (
  shipment_id TEXT PRIMARY KEY,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  request_no  INTEGER NOT NULL,
  requested   INTEGER NOT NULL,
  completed   INTEGER NOT NULL,
  ineligible  TEXT NOT NULL DEFAULT '[]' -- services without an offer, and why: JSON [{ providerCode, providerServiceCode, name, reason }]
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
  id                    TEXT PRIMARY KEY,
  created_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  shipment_id           TEXT NOT NULL,
  request_no            INTEGER NOT NULL,
  parent_offer_id       TEXT,               -- a sub-offer: an appointment of its parent
  schedule_date         TEXT,
  carrier_id            TEXT NOT NULL,      -- which carrier quoted and will buy
  provider_code         TEXT NOT NULL,
  provider_service_code TEXT NOT NULL,
  service_name          TEXT NOT NULL,
  provider_account_id   TEXT,
  provider_account_name TEXT,
  amount_minor          INTEGER NOT NULL CHECK (amount_minor >= 0),
  tax_minor             INTEGER NOT NULL,
  vat_minor             INTEGER NOT NULL,
  total_minor           INTEGER NOT NULL,
  estimated_hours       INTEGER NOT NULL,
  duration_terms        TEXT NOT NULL DEFAULT '',
  rating                REAL NOT NULL DEFAULT 0,
  expires_at            TEXT,
  details               TEXT NOT NULL DEFAULT '{}' -- JSON: what the adapter needs to buy; answered to no caller
) STRICT, WITHOUT ROWID;
CREATE INDEX offers_by_shipment ON offers (shipment_id, request_no, total_minor, id);

-- At most one live purchase per shipment at this station, whichever offer: `done_once`. Those of a shipment are found by
-- its facts, which name them. Of two stations' purchases of one
-- shipment both stay, and the later is a conflict that is shown.
CREATE TABLE transactions (
  id                    TEXT PRIMARY KEY,
  stamp                 TEXT NOT NULL,
  created_at            TEXT NOT NULL,
  updated_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  member_id             TEXT NOT NULL,
  shipment_id           TEXT NOT NULL,
  offer_id              TEXT NOT NULL,
  status                TEXT NOT NULL,              -- PENDING, DONE, FAILED, CANCELED
  total_minor           INTEGER NOT NULL,
  on_account            INTEGER NOT NULL DEFAULT 0, -- own agreement settled with the carrier, not from the balance
  is_custom_charge      INTEGER NOT NULL DEFAULT 0,
  old_balance_minor     INTEGER NOT NULL DEFAULT 0,
  new_balance_minor     INTEGER NOT NULL DEFAULT 0,
  is_refund             INTEGER NOT NULL DEFAULT 0,
  cancel_description    TEXT NOT NULL DEFAULT '',
  error_code            TEXT,
  error_message         TEXT,
  -- What the carrier answered.
  carrier_name          TEXT NOT NULL DEFAULT '',
  barcode               TEXT NOT NULL DEFAULT '',
  tracking_number       TEXT NOT NULL DEFAULT '',
  tracking_url          TEXT NOT NULL DEFAULT '',
  label_file_type       TEXT NOT NULL DEFAULT '',
  -- Of the station that buys, alone.
  is_own                INTEGER NOT NULL DEFAULT 0, -- made here: this station asks its carrier and holds its money
  print_requested       INTEGER NOT NULL DEFAULT 0,
  request_hash          TEXT,                       -- member + body of a one-step purchase, to join a repeat of it
  answered_at           TEXT                        -- when the answer was handed to the caller's connection
) STRICT;
CREATE INDEX transactions_open ON transactions (organization_id) WHERE status = 'PENDING';
-- By time first: those of ten minutes are few, and new ones lie together.
CREATE INDEX transactions_unanswered ON transactions (created_at, request_hash, id, status) WHERE answered_at IS NULL AND request_hash IS NOT NULL;

-- A purchase as it was reserved: addresses, offer and what the label says, frozen.
CREATE TABLE purchase_snapshots (
  id        TEXT PRIMARY KEY,         -- the transaction's
  stamp     TEXT NOT NULL,
  sender_id TEXT NOT NULL,            -- of frozen_addresses
  body      TEXT NOT NULL             -- JSON with its version: shipments/purchase-snapshot.ts
) STRICT;

-- Senders as they were: each state once, by an id made of it. It is changed seldom and used by every purchase.
CREATE TABLE frozen_addresses (
  id    TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  body  TEXT NOT NULL                 -- JSON
) STRICT, WITHOUT ROWID;

-- Idempotency-Key: bound to member, method, path and body; kept 30 days.
CREATE TABLE idempotency_keys (
  member_id    TEXT NOT NULL,
  key          TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  subject_id   TEXT,               -- the transaction or shipment made under the key, written in its first transaction
  status       INTEGER,            -- null: in flight, or its answer was never stored
  body         TEXT,
  PRIMARY KEY (member_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- A shipment with what stands beside it: its first parcel and what was frozen when its label was bought.
CREATE VIEW whole_shipments AS
SELECT s.*,
       p.length, p.width, p.height, coalesce(p.distance_unit, 'cm') AS distance_unit, p.weight, coalesce(p.mass_unit, 'kg') AS mass_unit, p.parcel_template_id,
       x.body AS purchase, f.body AS purchase_sender
  FROM shipments AS s
  LEFT JOIN parcels AS p ON p.id = s.id
  LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
  LEFT JOIN frozen_addresses AS f ON f.id = x.sender_id;
