-- min_reader: 37
-- Which version of messages a transaction is of: a later app that knows it applies it. Apps before this one knew version 1 alone.
ALTER TABLE commits_set_aside ADD COLUMN version INTEGER NOT NULL DEFAULT 2;
CREATE INDEX commits_set_aside_by_station ON commits_set_aside (station_id, reason);
