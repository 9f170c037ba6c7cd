-- min_reader: 31
-- Incarnations of stations whose part was ended after the hub revoked them. What they publish later, with a number of their outbox above this one, is
-- applied nowhere, and orders that they had may be taken over without them.
CREATE TABLE station_ends (
  id              TEXT PRIMARY KEY,       -- derived from the station and its incarnation
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  station_id      TEXT NOT NULL,
  incarnation     INTEGER NOT NULL,
  last_number     INTEGER NOT NULL        -- of its outbox: the last row that the hub had of it
) STRICT;
CREATE INDEX station_ends_by_station ON station_ends (station_id, incarnation);

-- How far a station had seen another one's chain of the ledger: a chain that is written anew later, with hashes that fit, differs from it.
CREATE TABLE ledger_anchors (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  seen_by         TEXT NOT NULL,          -- station
  station_id      TEXT NOT NULL,          -- of the chain
  incarnation     INTEGER NOT NULL,
  n               INTEGER NOT NULL,
  hash            TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_anchors_by_chain ON ledger_anchors (organization_id, station_id, incarnation, n);

-- A label that was voided is recognized when it is scanned.
CREATE INDEX transactions_voided ON transactions (barcode) WHERE status = 'CANCELED';
