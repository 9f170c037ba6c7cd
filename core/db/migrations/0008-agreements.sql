-- min_reader: 8
-- Price agreements kept as data.
CREATE TABLE rate_cards (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  clocks          TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  provider_code   TEXT NOT NULL,
  name            TEXT NOT NULL,
  is_sample       INTEGER NOT NULL DEFAULT 0,
  is_active       INTEGER NOT NULL DEFAULT 1,
  card            TEXT NOT NULL          -- JSON, carriers/ratecard/rate-card.schema.ts
) STRICT;
CREATE INDEX rate_cards_by_organization ON rate_cards (organization_id) WHERE is_active = 1;
