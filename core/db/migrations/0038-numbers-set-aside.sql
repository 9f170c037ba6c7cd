-- min_reader: 37
-- The row of its station's outbox that a transaction was: whether it was published before the station's end is known by it.
ALTER TABLE commits_set_aside ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
