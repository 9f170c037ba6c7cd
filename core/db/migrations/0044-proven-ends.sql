-- min_reader: 37
-- The hub's signed entry about the revoked station: an end that another station states counts with it alone. Empty at a server of the organization's own, which has no hub.
ALTER TABLE station_ends ADD COLUMN proof TEXT NOT NULL DEFAULT '';
