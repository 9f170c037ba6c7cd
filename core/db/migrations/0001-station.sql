-- min_reader: 1
-- What the station itself keeps: who it is, and the facts of each commit.

-- station_id, incarnation, label_secret, hlc.
CREATE TABLE station_meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Facts, written in the commit that makes them true; read by webhooks, sync and the screen.
-- topic 'commit' carries the row changes of the whole commit for other stations; every other topic is one fact.
CREATE TABLE outbox (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT, -- AUTOINCREMENT: a number is never given twice, even after pruning
  id              TEXT NOT NULL,
  hlc             TEXT NOT NULL,
  organization_id TEXT,
  topic           TEXT NOT NULL,
  subject_id      TEXT NOT NULL,
  visible_to      TEXT,                              -- member who made the subject, for limitedAccessUser
  payload         TEXT NOT NULL,                     -- JSON; a snapshot of the state at the fact
  created_at      TEXT NOT NULL
) STRICT;

-- Changes from other stations that name a table or field this app does not know yet.
CREATE TABLE parked_changes (
  table_name TEXT NOT NULL,
  row_id     TEXT NOT NULL,
  field      TEXT NOT NULL,
  value      TEXT NOT NULL, -- JSON
  hlc        TEXT NOT NULL,
  PRIMARY KEY (table_name, row_id, field)
) STRICT, WITHOUT ROWID;
