-- min_reader: 1

-- The labels of a day and the returns under way, for the view of today, which is read again after
-- each purchase. Without them a day is found among the purchases of two weeks.
CREATE INDEX transactions_done_by_time
  ON transactions (organization_id, updated_at) WHERE status = 'DONE';

CREATE INDEX shipments_returns_under_way
  ON shipments (organization_id, provider_code, created_by)
  WHERE is_return = 1 AND status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED');
