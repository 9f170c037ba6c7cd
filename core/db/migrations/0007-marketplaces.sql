-- min_reader: 1

-- Whether an account that sells at its own prices is asked for them, which sends the recipient's
-- name, address and phone there: off, onDemand (when a person asks), always.
ALTER TABLE provider_accounts ADD COLUMN asks TEXT NOT NULL DEFAULT 'off';

-- Move of an organization from another server of the interface to this station. Its account is of
-- the kind 'marketplace' and leads to that server.
CREATE TABLE move_ins (
  account_id      TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,              -- who started it: member of what comes
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  -- RUNNING; PAUSED: by a person or a refusal; READ: everything was read; MOVED: nothing is read
  -- again
  state           TEXT NOT NULL,
  round           INTEGER NOT NULL,           -- reading of everything, from 1
  kind            TEXT NOT NULL,              -- the kind of rows that is read
  page            INTEGER NOT NULL,           -- its next page, from 1
  page_size       INTEGER NOT NULL,
  at_row          INTEGER NOT NULL,           -- rows of that page that are done
  total_rows      INTEGER NOT NULL,           -- rows of that kind there; 0 unknown
  problem         TEXT NOT NULL               -- why the last call gave nothing; '' nothing
) STRICT, WITHOUT ROWID;
CREATE INDEX move_ins_by_organization ON move_ins (organization_id, created_at);

-- Counts of the last round. result: read, taken, changed, alike, leftOut; reason: of a row left out.
CREATE TABLE move_in_counts (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  result     TEXT NOT NULL,
  reason     TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, result, reason)
) STRICT, WITHOUT ROWID;

-- Rows that were taken, with the version that was read: its time of change, or a hash.
CREATE TABLE move_in_rows (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  id         TEXT NOT NULL,                   -- the row's id there
  version    TEXT NOT NULL,
  place      TEXT NOT NULL,                   -- unknown district of an address; '' none
  PRIMARY KEY (account_id, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX move_in_rows_by_place ON move_in_rows (account_id, place) WHERE place <> '';

-- What a person settles: unknown districts, accounts without secrets, conflicts.
CREATE TABLE move_in_questions (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL,                   -- the row's id there, or the district
  text       TEXT NOT NULL,                   -- for people: a number, a name, a district
  -- OPEN; CHOSEN: the station applies the choice; SETTLED
  state      TEXT NOT NULL,
  choice     TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX move_in_questions_chosen ON move_in_questions (account_id, kind, key) WHERE state = 'CHOSEN';

-- Our districts for the district ids of that server.
CREATE TABLE district_aliases (
  account_id  TEXT NOT NULL,
  city_code   TEXT NOT NULL,
  alias       INTEGER NOT NULL,
  district_id INTEGER NOT NULL,
  PRIMARY KEY (city_code, alias, account_id)
) STRICT, WITHOUT ROWID;
