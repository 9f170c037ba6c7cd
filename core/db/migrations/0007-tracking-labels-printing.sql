-- min_reader: 7
CREATE TABLE tracking_events (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  clocks          TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  code            TEXT NOT NULL,
  sub_code        TEXT NOT NULL,
  details         TEXT NOT NULL DEFAULT '',
  status_date     TEXT NOT NULL,
  location_name   TEXT NOT NULL DEFAULT '',
  location_lat    REAL,
  location_lng    REAL,
  hash            TEXT NOT NULL,
  is_applied      INTEGER NOT NULL       -- 0: it fitted no move of the status machine; stored and shown only
) STRICT;
-- A scan that is told twice is one event.
CREATE UNIQUE INDEX tracking_events_once ON tracking_events (shipment_id, hash);
CREATE INDEX tracking_events_by_shipment ON tracking_events (shipment_id, status_date, id);

-- The label model, frozen at purchase; bytes are drawn from it at first fetch or print and kept by hash.
CREATE TABLE labels (
  id              TEXT PRIMARY KEY,      -- the shipment's id
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  clocks          TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  model           TEXT NOT NULL          -- JSON, labels.schema.ts
) STRICT;

CREATE TABLE label_files (
  shipment_id TEXT NOT NULL,
  format      TEXT NOT NULL CHECK (format IN ('pdf', 'zpl', 'png')),
  dpi         INTEGER NOT NULL,
  hash        TEXT NOT NULL,             -- SHA-256 of bytes, hex
  bytes       BLOB NOT NULL,
  created_at  TEXT NOT NULL,
  PRIMARY KEY (shipment_id, format, dpi)
) STRICT;

-- The print journal: ours, never the spooler's.
CREATE TABLE print_jobs (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  barcode         TEXT NOT NULL,
  printer_id      TEXT,                  -- null: whichever printer has the label role when it is sent
  printer_name    TEXT NOT NULL DEFAULT '',
  is_reprint      INTEGER NOT NULL DEFAULT 0,
  status          TEXT NOT NULL CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'CONFIRMED', 'FAILED', 'UNKNOWN')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  last_error      TEXT NOT NULL DEFAULT '',
  document_hash   TEXT NOT NULL DEFAULT '',
  sent_at         TEXT,
  confirmed_at    TEXT
) STRICT;
CREATE INDEX print_jobs_queue ON print_jobs (next_attempt_at, id) WHERE status = 'QUEUED';
CREATE INDEX print_jobs_open ON print_jobs (status) WHERE status IN ('SENDING', 'UNKNOWN');
CREATE INDEX print_jobs_by_shipment ON print_jobs (shipment_id, created_at);
CREATE INDEX print_jobs_by_time ON print_jobs (organization_id, created_at);
-- A purchase prints its label once by itself; every further print is a reprint somebody asked for.
CREATE UNIQUE INDEX print_jobs_first_once ON print_jobs (shipment_id) WHERE is_reprint = 0;
