-- min_reader: 1

-- When everything was read last; null before. The last change of a move that rests after a reading
-- is the end of that reading, unless an answer to a question has failed since.
ALTER TABLE move_ins ADD COLUMN read_at TEXT;
UPDATE move_ins SET read_at = updated_at WHERE state = 'READ';
