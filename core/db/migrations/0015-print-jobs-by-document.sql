-- min_reader: 13
-- Which prints use a document: it stays while one waits, and goes with the shipment that it was printed for.
CREATE INDEX print_jobs_by_document ON print_jobs (document_hash, status) WHERE document_hash IS NOT NULL;
