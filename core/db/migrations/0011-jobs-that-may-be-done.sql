-- min_reader: 11
-- 1: an attempt has begun whose outcome is not known, so what the job is for may have been done. Set before each attempt,
-- kept over stops, crashes and a new beginning, and cleared by an outcome. A refusal after it is not believed by itself.
ALTER TABLE jobs ADD COLUMN may_be_done INTEGER NOT NULL DEFAULT 0;
-- Of jobs that an earlier version left, only those that were never tried are known to be new.
UPDATE jobs SET may_be_done = 1 WHERE state = 'NEEDS_PERSON' OR (state IN ('WAITING', 'RUNNING') AND first_attempt_at IS NOT NULL);
-- By kind too: the desk counts purchases and cancellations beside thousands of deliveries of a receiver that is gone.
DROP INDEX jobs_for_people;
CREATE INDEX jobs_for_people ON jobs (organization_id, kind, updated_at) WHERE state = 'NEEDS_PERSON';
