-- min_reader: 1
-- What the station itself keeps: who it is, the facts of each transaction, and what it must never do twice.

-- station_id, incarnation, clock, label_secret and the like.
CREATE TABLE station_meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Short numbers for the stations whose stamps this file holds: a stamp is kept as "<time and counter>.<no>".
CREATE TABLE stations (
  no   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE           -- "<station id>.<incarnation>"
) STRICT;

-- Facts, written in the transaction that makes them true; read by webhooks, sync and the screen.
-- Topic 'commit' carries the row changes of the whole transaction for other stations; every other topic is one fact.
CREATE TABLE outbox (
  seq             INTEGER PRIMARY KEY,               -- never given twice: pruning leaves the newest row
  id              TEXT NOT NULL,
  hlc             TEXT NOT NULL,
  organization_id TEXT,
  topic           TEXT NOT NULL,
  subject_id      TEXT NOT NULL,
  visible_to      TEXT,                              -- member who made the subject, for limitedAccessUser
  payload         ANY NOT NULL,                      -- JSON, a snapshot of the state at the fact; of a 'commit' packed: db/packed-changes.ts
  created_at      TEXT NOT NULL
) STRICT;

-- How far each reader of the outbox has come; moved in the transaction that does what those facts ask for.
CREATE TABLE outbox_cursors (
  reader TEXT PRIMARY KEY,
  seq    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Clocks of rows of which a field was changed after the row was inserted; a row without one has its own stamp for all.
CREATE TABLE row_clocks (
  row_id     TEXT NOT NULL,
  table_name TEXT NOT NULL,
  clocks     TEXT NOT NULL,           -- JSON { stamp: [field, …] }
  PRIMARY KEY (row_id, table_name)
) STRICT, WITHOUT ROWID;

-- Changes from other stations that cannot be applied yet: the row has not come, or this app does not know the field.
CREATE TABLE parked_changes (
  row_id     TEXT NOT NULL,
  table_name TEXT NOT NULL,
  field      TEXT NOT NULL,
  value      TEXT NOT NULL,           -- JSON
  stamp      TEXT NOT NULL,
  PRIMARY KEY (row_id, table_name, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX parked_changes_by_table ON parked_changes (table_name, field);

-- Whole rows from other stations that name a row which has not come yet. Shown to no reader until it has.
CREATE TABLE waiting_rows (
  waits_for  TEXT NOT NULL,           -- id of the row that is missing
  table_name TEXT NOT NULL,
  row_id     TEXT NOT NULL,
  PRIMARY KEY (waits_for, table_name, row_id)
) STRICT, WITHOUT ROWID;

-- The next number of each range: shipment numbers and barcodes. Ceilings stand beside this file: db/ceilings.ts.
CREATE TABLE number_ranges (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What this station must never do twice: key "<what> <kind>". Rows of other stations may say the same; they are conflicts
-- that are shown, and no reason to refuse a row. Keys begin with an id that grows with time, so that new ones lie together at
-- the end; barcodes, which do not, have a table of their own.
CREATE TABLE done_once (
  key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE used_barcodes (
  provider_code TEXT NOT NULL,
  barcode       TEXT NOT NULL,
  PRIMARY KEY (provider_code, barcode)
) STRICT, WITHOUT ROWID;
