-- min_reader: 16
-- What carriers paid out of their cash on delivery. Rows are added and never changed: a negative one corrects.
CREATE TABLE cash_receipts (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  amount_minor    INTEGER NOT NULL CHECK (amount_minor <> 0),
  received_on     TEXT NOT NULL,          -- YYYY-MM-DD
  reference       TEXT NOT NULL DEFAULT '',
  created_by      TEXT NOT NULL           -- member
) STRICT;
CREATE INDEX cash_receipts_by_carrier ON cash_receipts (organization_id, provider_code, reference);
-- Parcels that bring money: a few of all.
CREATE INDEX shipments_collecting ON shipments (organization_id, status) WHERE payment_on_delivery = 1;
