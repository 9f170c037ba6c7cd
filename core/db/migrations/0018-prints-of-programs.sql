-- min_reader: 16
-- A token that may print alone sees the print jobs that it made, and no other member's or token's.
CREATE TABLE print_job_tokens (
  job_id   TEXT NOT NULL PRIMARY KEY REFERENCES print_jobs (id) ON DELETE CASCADE,
  token_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
-- Ids of jobs are ordered by time.
CREATE INDEX print_job_tokens_by_token ON print_job_tokens (token_id, job_id);

-- Papers that are to be printed with a shipment's label, such as its invoice. They are queued in the commit that queues the label.
CREATE TABLE shipment_papers (
  id              TEXT NOT NULL PRIMARY KEY,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  document_hash   TEXT NOT NULL,
  role            TEXT NOT NULL,          -- a4, packingSlip: whose printer it is for
  title           TEXT NOT NULL,
  copies          INTEGER NOT NULL,
  print_job_id    TEXT                    -- null until it is queued
) STRICT, WITHOUT ROWID;
CREATE INDEX shipment_papers_by_shipment ON shipment_papers (shipment_id, id);
-- A document that waits to be printed with a label is kept.
CREATE INDEX shipment_papers_waiting ON shipment_papers (document_hash) WHERE print_job_id IS NULL;
