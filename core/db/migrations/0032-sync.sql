-- min_reader: 29
-- Transactions of other stations that are not applied: kept until an upgrade, or until a person decides.
CREATE TABLE commits_set_aside (
  id         TEXT PRIMARY KEY,        -- of the message
  station_id TEXT NOT NULL,
  hlc        TEXT NOT NULL,
  reason     TEXT NOT NULL,           -- newer version, clock, revoked, foreign, unreadable
  body       BLOB NOT NULL,           -- as the stream has it
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX commits_set_aside_by_reason ON commits_set_aside (reason, hlc, id);

CREATE INDEX shipments_in_conflict ON shipments (organization_id, updated_at) WHERE has_conflict = 1;

-- Which station may buy a shipment's label, where it is no longer the one that made the shipment: taken over here, or given away.
CREATE TABLE shipment_claims (
  shipment_id TEXT PRIMARY KEY,
  holder      TEXT NOT NULL            -- station
) STRICT, WITHOUT ROWID;
