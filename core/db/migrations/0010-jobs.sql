-- min_reader: 10
-- What leaves the machine or waits: written in the transaction that causes it, run by jobs/run-jobs.ts. It stays at this
-- station, which began it.
CREATE TABLE jobs (
  id               TEXT PRIMARY KEY,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  kind             TEXT NOT NULL,              -- quote, buy, cancel, webhook, upkeep
  lane             TEXT NOT NULL,              -- "<kind> <carrier or receiver>": so many side by side
  sequence         TEXT NOT NULL,              -- jobs of one sequence go one after the other; '': by itself
  position         INTEGER NOT NULL,           -- in its sequence
  subject_id       TEXT NOT NULL,              -- the transaction, the delivery, "<shipment> <carrier>"
  organization_id  TEXT,
  shipment_id      TEXT,
  payload          TEXT NOT NULL,              -- JSON of its kind
  state            TEXT NOT NULL,              -- WAITING, RUNNING, DONE, REFUSED, NEEDS_PERSON
  attempts         INTEGER NOT NULL DEFAULT 0, -- begun, since it was written or begun again
  first_attempt_at TEXT,
  next_attempt_at  TEXT NOT NULL,
  deadline_at      TEXT,                       -- null: no outcome is waited for as long as its backoff lasts
  last_error       TEXT NOT NULL DEFAULT ''
) STRICT;
-- One job of a kind for one thing.
CREATE UNIQUE INDEX jobs_once ON jobs (kind, subject_id);
CREATE INDEX jobs_due ON jobs (lane, next_attempt_at) WHERE state = 'WAITING';
CREATE INDEX jobs_in_order ON jobs (sequence, position) WHERE state IN ('WAITING', 'RUNNING') AND sequence <> '';
CREATE INDEX jobs_running ON jobs (created_at, id) WHERE state = 'RUNNING';
CREATE INDEX jobs_ended ON jobs (updated_at) WHERE state IN ('DONE', 'REFUSED');
CREATE INDEX jobs_for_people ON jobs (organization_id, updated_at) WHERE state = 'NEEDS_PERSON';
