-- min_reader: 16
-- Labels that a person prints together, in an order. They are put into the journal a few at a time, so that a pause holds the rest and a single label has its turn between two.
CREATE TABLE print_batches (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  title           TEXT NOT NULL,
  sort            TEXT NOT NULL,            -- given, carrier, zone, product
  target          TEXT NOT NULL,            -- '': each label's own role; else 'printer <id>'
  status          TEXT NOT NULL,            -- RUNNING, PAUSED, DONE, STOPPED
  pause_reason    TEXT NOT NULL DEFAULT '', -- person, question, restart
  total           INTEGER NOT NULL
) STRICT;

CREATE INDEX print_batches_by_time ON print_batches (organization_id, created_at);
CREATE INDEX print_batches_open ON print_batches (status) WHERE status IN ('RUNNING', 'PAUSED');

CREATE TABLE print_batch_items (
  batch_id    TEXT NOT NULL REFERENCES print_batches (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,             -- from 1
  shipment_id TEXT NOT NULL,
  reason      TEXT NOT NULL DEFAULT '',     -- why it is printed once more; '': it was not printed before
  job_id      TEXT,                         -- of its print now; null: it is not in the journal yet
  PRIMARY KEY (batch_id, position)
) STRICT, WITHOUT ROWID;

-- The next one to put into the journal.
CREATE INDEX print_batch_items_waiting ON print_batch_items (batch_id, position) WHERE job_id IS NULL;
CREATE INDEX print_batch_items_by_shipment ON print_batch_items (shipment_id);
CREATE INDEX print_jobs_by_batch ON print_jobs (batch_id, status) WHERE batch_id IS NOT NULL;
