-- min_reader: 6
-- An organization's own agreements with carriers. The account travels between stations; its credentials do not: each
-- station's key is its own.
CREATE TABLE provider_accounts (
  id               TEXT PRIMARY KEY,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  clocks           TEXT NOT NULL,
  organization_id  TEXT NOT NULL REFERENCES organizations (id),
  provider_code    TEXT NOT NULL,
  name             TEXT NOT NULL DEFAULT '',
  username         TEXT NOT NULL DEFAULT '',
  parameters       TEXT NOT NULL DEFAULT '{}', -- JSON, what is secret in it masked
  secrets          TEXT,                       -- encrypted JSON { password, parameters }; null: none told on this station
  version          TEXT NOT NULL DEFAULT '',
  rate_card_id     TEXT,                       -- null: the carrier's active card
  on_account       INTEGER NOT NULL DEFAULT 0, -- 1: settled with the carrier, not from the balance
  is_active        INTEGER NOT NULL DEFAULT 1,
  is_public        INTEGER NOT NULL DEFAULT 0,
  is_sharable      INTEGER NOT NULL DEFAULT 0,
  is_dynamic_price INTEGER NOT NULL DEFAULT 0,
  unlinked_at      TEXT
) STRICT;
CREATE INDEX provider_accounts_linked ON provider_accounts (organization_id, created_at, id) WHERE unlinked_at IS NULL;

-- What the one who topped up wrote beside it; part of the entry's hash when there is any.
ALTER TABLE ledger_entries ADD COLUMN note TEXT NOT NULL DEFAULT '';
-- A repeated top-up is found by its reference. Not unique: entries of other stations come in as they are.
CREATE INDEX ledger_topups_by_reference ON ledger_entries (organization_id, reference) WHERE kind = 'TOPUP';
CREATE INDEX api_tokens_by_organization ON api_tokens (organization_id, created_at) WHERE revoked_at IS NULL;
CREATE INDEX members_by_email ON members (lower(email)) WHERE email <> '';
