-- min_reader: 3
-- The balance is a ledger: entries are only ever added. Each station, in each of its incarnations, has one chain for an
-- organization: `n` counts its entries, each carries the hash of the one before, and `chain_balance_minor` is the chain's sum.
CREATE TABLE ledger_entries (
  organization_id     TEXT NOT NULL,
  id                  TEXT NOT NULL,          -- rises with time: a list in its order is newest last
  stamp               TEXT NOT NULL,
  station_id          TEXT NOT NULL,
  incarnation         INTEGER NOT NULL,
  n                   INTEGER NOT NULL,
  kind                TEXT NOT NULL,          -- TOPUP, PURCHASE, REFUND, ADJUSTMENT
  amount_minor        INTEGER NOT NULL,       -- signed
  chain_balance_minor INTEGER NOT NULL,       -- of this chain, after this entry
  balance_minor       INTEGER NOT NULL,       -- of the organization, as the station knew it then; no part of the hash
  transaction_id      TEXT,
  reference           TEXT NOT NULL DEFAULT '',
  note                TEXT NOT NULL DEFAULT '',
  created_at          TEXT NOT NULL,
  prev_hash           TEXT NOT NULL,          -- SHA-256, hex; '' at a chain's first entry
  hash                TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_by_chain ON ledger_entries (organization_id, station_id, incarnation, n);
CREATE INDEX ledger_by_transaction ON ledger_entries (transaction_id, kind) WHERE transaction_id IS NOT NULL;
-- A repeated top-up is found by its reference.
CREATE INDEX ledger_topups_by_reference ON ledger_entries (organization_id, reference) WHERE kind = 'TOPUP';

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Running totals beside the ledger, written in the same transaction, and the head of this station's own chain. No CHECK:
-- what stations spent while they were cut off from each other may pass below zero; a purchase here checks the funds.
CREATE TABLE balances (
  organization_id     TEXT PRIMARY KEY,
  balance_minor       INTEGER NOT NULL DEFAULT 0,
  held_minor          INTEGER NOT NULL DEFAULT 0, -- for open purchases of this station
  incarnation         INTEGER NOT NULL DEFAULT 0, -- of the chain that the three below are the head of
  chain_n             INTEGER NOT NULL DEFAULT 0,
  chain_balance_minor INTEGER NOT NULL DEFAULT 0,
  chain_hash          TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Up to where each chain was found whole: a check at start goes on from there.
CREATE TABLE ledger_checkpoints (
  organization_id     TEXT NOT NULL,
  station_id          TEXT NOT NULL,
  incarnation         INTEGER NOT NULL,
  n                   INTEGER NOT NULL,
  chain_balance_minor INTEGER NOT NULL,
  hash                TEXT NOT NULL,
  checked_at          TEXT NOT NULL,
  PRIMARY KEY (organization_id, station_id, incarnation)
) STRICT, WITHOUT ROWID;
