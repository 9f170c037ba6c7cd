-- min_reader: 3
-- The balance is a ledger: entries are only ever added, each carries the hash of the one before.
CREATE TABLE ledger_entries (
  seq             INTEGER PRIMARY KEY,        -- order on this station
  id              TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  station_id      TEXT NOT NULL,
  incarnation     INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind IN ('TOPUP', 'PURCHASE', 'REFUND')),
  amount_minor    INTEGER NOT NULL,           -- signed
  balance_minor   INTEGER NOT NULL,           -- after this entry
  transaction_id  TEXT,
  reference       TEXT NOT NULL DEFAULT '',
  created_at      TEXT NOT NULL,
  prev_hash       TEXT NOT NULL,
  hash            TEXT NOT NULL
) STRICT;

-- A purchase is charged once and refunded once.
CREATE UNIQUE INDEX ledger_once_per_transaction ON ledger_entries (transaction_id, kind) WHERE transaction_id IS NOT NULL;
CREATE INDEX ledger_by_organization ON ledger_entries (organization_id, seq);

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Running totals beside the ledger, written in the same commit.
CREATE TABLE balances (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id),
  balance_minor   INTEGER NOT NULL DEFAULT 0,
  held_minor      INTEGER NOT NULL DEFAULT 0 CHECK (held_minor >= 0),
  last_hash       TEXT NOT NULL DEFAULT '',
  -- What is held and what is spent never exceeds what is there.
  CHECK (balance_minor - held_minor >= 0)
) STRICT;
