-- min_reader: 8
-- Price agreements kept as data.
CREATE TABLE rate_cards (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  name            TEXT NOT NULL,
  is_sample       INTEGER NOT NULL DEFAULT 0,
  is_active       INTEGER NOT NULL DEFAULT 1,
  card            TEXT NOT NULL          -- JSON, carriers/ratecard/rate-card.schema.ts
) STRICT;
CREATE INDEX rate_cards_by_organization ON rate_cards (organization_id) WHERE is_active = 1;

-- An organization's own agreements with carriers. The account travels between stations; its credentials do not: each
-- station's key is its own.
CREATE TABLE provider_accounts (
  id               TEXT PRIMARY KEY,
  stamp            TEXT NOT NULL,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  organization_id  TEXT NOT NULL,
  provider_code    TEXT NOT NULL,
  name             TEXT NOT NULL DEFAULT '',
  username         TEXT NOT NULL DEFAULT '',
  parameters       TEXT NOT NULL DEFAULT '{}', -- JSON, what is secret in it masked
  secrets          TEXT,                       -- encrypted JSON { password, parameters }; null: none entered on this station
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
