-- min_reader: 16
-- The journal of one state, newest first. Nearly all labels of a desk end in one: SENT at a spooler, CONFIRMED at a printer that answers.
DROP INDEX print_jobs_by_status;
CREATE INDEX print_jobs_by_status ON print_jobs (status, organization_id, created_at);
-- The same of one member.
DROP INDEX print_jobs_by_member;
CREATE INDEX print_jobs_by_member ON print_jobs (organization_id, created_by, status, created_at);
-- Those that wait for another reason than the one that is to be noted.
CREATE INDEX print_jobs_waiting_why ON print_jobs (role, last_error, id) WHERE status = 'QUEUED';
