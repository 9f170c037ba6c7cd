-- min_reader: 31
-- Printers that a station lets the others of its organization print on, each as its station last saw it.
CREATE TABLE shared_printers (
  id              TEXT PRIMARY KEY,       -- of the printer in its station's settings
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  station_id      TEXT NOT NULL,          -- whose printer it is
  station_name    TEXT NOT NULL,
  name            TEXT NOT NULL,
  language        TEXT NOT NULL,
  dpi             INTEGER NOT NULL,
  width_mm        REAL NOT NULL,          -- its media
  height_mm       REAL NOT NULL,
  state           TEXT NOT NULL,          -- as at its station; 'unknown' before its first answer
  is_shared       INTEGER NOT NULL        -- 0: it is no longer offered
) STRICT;
CREATE INDEX shared_printers_by_station ON shared_printers (station_id);

-- A print that one station asks another for. The station of the printer makes one row of its journal of it, under the request's own id, and answers here.
CREATE TABLE print_requests (
  id                TEXT PRIMARY KEY,
  stamp             TEXT NOT NULL,
  updated_at        TEXT NOT NULL,
  organization_id   TEXT NOT NULL,
  from_station_id   TEXT NOT NULL,
  from_station_name TEXT NOT NULL,
  to_station_id     TEXT NOT NULL,
  to_station_name   TEXT NOT NULL,
  printer_id        TEXT NOT NULL,
  printer_name      TEXT NOT NULL,
  shipment_id       TEXT NOT NULL,
  transaction_id    TEXT NOT NULL,        -- the purchase whose label is meant; '': the one in force
  document          TEXT NOT NULL,        -- label, packingSlip
  copies            INTEGER NOT NULL,
  asked_by          TEXT NOT NULL,        -- member
  asked_at          TEXT NOT NULL,        -- this and the next by the hub's clock
  expires_at        TEXT NOT NULL,        -- it is not begun after this
  state             TEXT NOT NULL,        -- ASKED, TAKEN, PRINTED, FAILED, EXPIRED, CANCELLED
  reason            TEXT NOT NULL,        -- code, tab, sentence: why it waits or was not printed; '' otherwise
  job_id            TEXT                  -- in the journal of the printer's station; null until it is taken
) STRICT;
CREATE INDEX print_requests_open_to ON print_requests (to_station_id, id) WHERE state IN ('ASKED', 'TAKEN');
CREATE INDEX print_requests_open_from ON print_requests (from_station_id, id) WHERE state IN ('ASKED', 'TAKEN');
CREATE INDEX print_requests_from ON print_requests (organization_id, from_station_id, id);
CREATE INDEX print_requests_to ON print_requests (organization_id, to_station_id, id);
CREATE INDEX print_requests_by_shipment ON print_requests (shipment_id, id);
