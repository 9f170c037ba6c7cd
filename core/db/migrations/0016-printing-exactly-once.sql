-- min_reader: 16
-- An earlier version could not list a print job without a shipment, and would print nothing that is meant for one printer.
ALTER TABLE print_jobs ADD COLUMN kind TEXT NOT NULL DEFAULT 'LABEL';          -- LABEL; DOCUMENT: a program's file without a shipment; PAPER: goes with an order; TEST: a printer's test label
ALTER TABLE print_jobs ADD COLUMN title TEXT NOT NULL DEFAULT '';              -- of a job that a program made
ALTER TABLE print_jobs ADD COLUMN copies INTEGER NOT NULL DEFAULT 1;
ALTER TABLE print_jobs ADD COLUMN copies_done INTEGER NOT NULL DEFAULT 0;      -- each copy is an attempt of its own, so that the question about one concerns one
ALTER TABLE print_jobs ADD COLUMN expires_at TEXT;                             -- it is not begun after this; null: it waits as long as it must
ALTER TABLE print_jobs ADD COLUMN reprint_reason TEXT NOT NULL DEFAULT '';     -- why a person asked for one more
ALTER TABLE print_jobs ADD COLUMN copy_number INTEGER NOT NULL DEFAULT 0;      -- the n-th reprint of the label; 0: the first print
ALTER TABLE print_jobs ADD COLUMN batch_id TEXT;                               -- of labels that were printed together
ALTER TABLE print_jobs ADD COLUMN answered_by TEXT NOT NULL DEFAULT '';        -- the member who answered its unknown outcome last
ALTER TABLE print_jobs ADD COLUMN answered_how TEXT NOT NULL DEFAULT '';       -- button, scan
ALTER TABLE print_jobs ADD COLUMN last_words TEXT NOT NULL DEFAULT '';         -- the printer's own, of its last answer about the job
-- Of a job without a shipment, shipment_id is ''. The column role is a role, or 'printer <id>' for a job that is meant for one printer alone.

-- A purchase prints its label once by itself; every further print is a reprint that a person asked for. Other jobs are made once by their key.
DROP INDEX print_jobs_first_once;
CREATE UNIQUE INDEX print_jobs_first_once ON print_jobs (shipment_id) WHERE is_reprint = 0 AND kind = 'LABEL' AND shipment_id <> '';
-- Those that wait and must not be printed late.
CREATE INDEX print_jobs_expiring ON print_jobs (expires_at) WHERE status = 'QUEUED' AND expires_at IS NOT NULL;

-- One row for each time that a label was taken to a printer; written before the printer is touched, in the commit that changes the job's state.
CREATE TABLE print_attempts (
  job_id       TEXT NOT NULL REFERENCES print_jobs (id) ON DELETE CASCADE,
  number       INTEGER NOT NULL,         -- from 1, as print_jobs.attempts
  outcome      TEXT NOT NULL,            -- SENDING, SENT, CONFIRMED, NOT SENT, UNKNOWN, FAILED
  printer_id   TEXT NOT NULL,
  printer_name TEXT NOT NULL,
  sent_hash    TEXT NOT NULL,            -- of the document as it was sent
  began_at     TEXT NOT NULL,            -- taken out of the queue
  prepared_at  TEXT NOT NULL,            -- drawn and verified
  claimed_at   TEXT NOT NULL,            -- SENDING written
  connected_at TEXT,
  sent_at      TEXT,                     -- the last byte was with the operating system
  confirmed_at TEXT,
  ended_at     TEXT,                     -- null: it is being sent
  error        TEXT NOT NULL DEFAULT '', -- code and sentence, as print_jobs.last_error
  words        TEXT NOT NULL DEFAULT '', -- the printer's own
  PRIMARY KEY (job_id, number)
) STRICT, WITHOUT ROWID;

-- What is known of the printer at an address. A printer at another address is another one until it has answered.
CREATE TABLE printer_knowledge (
  printer_id      TEXT NOT NULL,
  address         TEXT NOT NULL,         -- host:port
  first_answer_at TEXT,                  -- to a question about its state; null: it has never answered one
  last_answer_at  TEXT,
  asked_at        TEXT,                  -- when it was last asked in vain
  model           TEXT NOT NULL DEFAULT '', -- as it names itself; '' until it has
  firmware        TEXT NOT NULL DEFAULT '',
  dpi             INTEGER,
  odometer        TEXT NOT NULL DEFAULT '', -- how its labels can be counted: HQOD, SGD, none; '' until it was asked
  identified_at   TEXT,
  PRIMARY KEY (printer_id, address)
) STRICT, WITHOUT ROWID;
