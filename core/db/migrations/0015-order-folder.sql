-- min_reader: 1

-- Files that this station took from its watched folder, and papers in the folder. Local.
CREATE TABLE order_folder_files (
  -- claim of the file: the time when it was taken and a random part
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  at              TEXT NOT NULL,          -- last change of the state
  name            TEXT NOT NULL,
  kind            TEXT NOT NULL,          -- ORDERS, PAPER
  state           TEXT NOT NULL,          -- WAITING, ATTACHED, DONE, PARTLY, REFUSED
  reason          TEXT NOT NULL DEFAULT '',
  detail          TEXT NOT NULL DEFAULT '',
  added           INTEGER NOT NULL DEFAULT 0,
  known           INTEGER NOT NULL DEFAULT 0,
  rejected        INTEGER NOT NULL DEFAULT 0,
  -- of a paper; '' without one
  shipment_id     TEXT NOT NULL DEFAULT '',
  paper_id        TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX order_folder_files_of_organization ON order_folder_files (organization_id, at, id);

CREATE INDEX order_folder_files_by_time ON order_folder_files (at);

CREATE INDEX order_folder_files_of_shipment
  ON order_folder_files (shipment_id) WHERE shipment_id <> '';

-- Papers that wait for their order or its label.
CREATE INDEX order_folder_files_open
  ON order_folder_files (id) WHERE state IN ('WAITING', 'ATTACHED');

-- Labels that this station bought, and their cancellations: each is written into one file of the
-- watched folder. Local.
CREATE TABLE order_folder_results (
  seq             INTEGER PRIMARY KEY,
  transaction_id  TEXT NOT NULL,
  status          TEXT NOT NULL,          -- LABEL_BOUGHT, CANCELLED
  at              TEXT NOT NULL,
  -- name of its file; '' until the row is assigned to one
  file            TEXT NOT NULL DEFAULT '',
  is_written      INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A label has each result once.
CREATE UNIQUE INDEX order_folder_results_once ON order_folder_results (transaction_id, status);

CREATE INDEX order_folder_results_waiting ON order_folder_results (seq) WHERE is_written = 0;
