-- min_reader: 37
-- Old shipments of which this station keeps no single facts and tracking events: stations that keep everything have them. An earlier version would fold
-- such a shipment from what is left, so it does not open the file.
CREATE TABLE thinned_shipments (
  seq     INTEGER PRIMARY KEY,        -- of shipments
  rows    INTEGER NOT NULL,           -- facts and events that it had: so many come back at least
  sources TEXT,                       -- JSON: the purchases that its facts named besides the one in force; null: none
  wanted  INTEGER NOT NULL DEFAULT 0, -- 1: something came for it, it is brought back and folded; 2: of an organization that this station has left
  back_at TEXT                        -- since then it is whole again; null while it is thinned
) STRICT;
CREATE INDEX thinned_shipments_now ON thinned_shipments (back_at, wanted);
