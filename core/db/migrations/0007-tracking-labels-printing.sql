-- min_reader: 7
-- The id is made of what the event says: an event that two stations hear of is one row.
CREATE TABLE tracking_events (
  shipment_id     TEXT NOT NULL,
  id              TEXT NOT NULL,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  code            TEXT NOT NULL,
  sub_code        TEXT NOT NULL,
  details         TEXT NOT NULL DEFAULT '',
  status_date     TEXT NOT NULL,
  location_name   TEXT NOT NULL DEFAULT '',
  location_lat    REAL,
  location_lng    REAL,
  is_applied      INTEGER NOT NULL DEFAULT 0, -- folded, as the shipment's status; 0: it fitted no move, and is stored and shown only
  PRIMARY KEY (shipment_id, id)
) STRICT, WITHOUT ROWID;

-- What is printed or handed out as a file, each content once. Drawn ones are pruned, since they can be drawn again.
CREATE TABLE documents (
  hash        TEXT PRIMARY KEY,          -- SHA-256 of bytes, hex
  kind        TEXT NOT NULL,             -- label
  width_mm    REAL NOT NULL,             -- its media
  height_mm   REAL NOT NULL,
  language    TEXT NOT NULL,             -- ZPL, PDF
  source      TEXT NOT NULL,             -- drawn, downloaded, uploaded
  shipment_id TEXT,                      -- what it was drawn of, for printers of which density; 0: the language has no dots
  dpi         INTEGER NOT NULL DEFAULT 0,
  created_at  TEXT NOT NULL,
  bytes       BLOB NOT NULL
) STRICT;
CREATE INDEX documents_by_shipment ON documents (shipment_id, kind, language, dpi) WHERE source = 'drawn';
CREATE INDEX documents_drawn ON documents (source) WHERE source = 'drawn';

-- The print journal: ours, never the spooler's.
CREATE TABLE print_jobs (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  barcode         TEXT NOT NULL,
  role            TEXT NOT NULL DEFAULT 'label', -- the printer that has it when the job is taken prints it
  printer_id      TEXT,                  -- which it was last handed to; null before that
  printer_name    TEXT NOT NULL DEFAULT '',
  is_reprint      INTEGER NOT NULL DEFAULT 0,
  status          TEXT NOT NULL,         -- QUEUED, SENDING, SENT, CONFIRMED, FAILED, UNKNOWN
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  last_error      TEXT NOT NULL DEFAULT '',
  document_hash   TEXT,                  -- the document to print; null: the shipment's label, drawn for the printer that takes it
  sent_hash       TEXT NOT NULL DEFAULT '', -- of the document that it was last handed over as
  sent_at         TEXT,
  confirmed_at    TEXT
) STRICT;
CREATE INDEX print_jobs_queue ON print_jobs (role, next_attempt_at, id) WHERE status = 'QUEUED';
-- Lists of print jobs: by a status that is not SENT or QUEUED, and a member's own; newest first by created_at and rowid, which
-- every index ends with.
CREATE INDEX print_jobs_by_status ON print_jobs (status, organization_id, created_at) WHERE status IN ('SENDING', 'CONFIRMED', 'FAILED', 'UNKNOWN');
CREATE INDEX print_jobs_by_member ON print_jobs (organization_id, created_by, created_at);
CREATE INDEX print_jobs_by_shipment ON print_jobs (shipment_id, created_at);
CREATE INDEX print_jobs_by_time ON print_jobs (organization_id, created_at);
-- A purchase prints its label once by itself; every further print is a reprint that a person asked for.
CREATE UNIQUE INDEX print_jobs_first_once ON print_jobs (shipment_id) WHERE is_reprint = 0;
