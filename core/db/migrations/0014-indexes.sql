-- min_reader: 12
-- Lists of print jobs: by a status that is not SENT or QUEUED, and a member's own; newest first by created_at and rowid, which
-- every index ends with.
DROP INDEX print_jobs_open;
CREATE INDEX print_jobs_by_status ON print_jobs (status, organization_id, created_at) WHERE status IN ('SENDING', 'CONFIRMED', 'FAILED', 'UNKNOWN');
CREATE INDEX print_jobs_by_member ON print_jobs (organization_id, created_by, created_at);

-- The filter isReturned; what is not returned is all but these.
CREATE INDEX shipments_returned ON shipments (organization_id, number) WHERE is_returned = 1;
