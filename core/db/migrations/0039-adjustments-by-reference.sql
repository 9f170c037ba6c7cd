-- min_reader: 31
-- What was taken back of top-ups that two stations made under one reference. Adjustments are few.
CREATE INDEX ledger_adjustments_by_reference ON ledger_entries (organization_id, reference) WHERE kind = 'ADJUSTMENT' AND transaction_id IS NULL;
