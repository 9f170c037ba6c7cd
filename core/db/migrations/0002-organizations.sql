-- min_reader: 2
-- Organizations, who works there, and the tokens by which programs act for them.
-- In every synced table `stamp` is the clock of the insert.
CREATE TABLE organizations (
  id                        TEXT PRIMARY KEY,
  stamp                     TEXT NOT NULL,
  created_at                TEXT NOT NULL,
  updated_at                TEXT NOT NULL,
  name                      TEXT NOT NULL,
  currency                  TEXT NOT NULL,
  country_code              TEXT NOT NULL,
  tax_office                TEXT NOT NULL DEFAULT '',
  tax_number                TEXT NOT NULL DEFAULT '',
  phone                     TEXT NOT NULL DEFAULT '',
  email                     TEXT NOT NULL DEFAULT '',
  test                      INTEGER NOT NULL DEFAULT 0,
  is_active                 INTEGER NOT NULL DEFAULT 1,
  label_file_type           TEXT NOT NULL DEFAULT 'PDF', -- PDF, ZPL
  -- Who founded it: the one user for whom an owner's token of the desk may open it.
  founder_user_id           TEXT NOT NULL DEFAULT '',
  -- The default addresses are columns here, not flags on their rows: two stations that set a default at once still end with one.
  default_sender_address_id TEXT,
  default_return_address_id TEXT,
  invoice_address_id        TEXT
) STRICT;

-- The id is made of organization and user, so that two stations that add a user at once still end with one member.
CREATE TABLE members (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  user_id         TEXT NOT NULL,
  email           TEXT NOT NULL DEFAULT '',
  name            TEXT NOT NULL DEFAULT '',
  role            TEXT NOT NULL,              -- owner, admin, user, limitedAccessUser
  owner_until     TEXT,                       -- time of the stamp at which the role of owner was lost last: organizations/owners.store.ts
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX members_by_organization ON members (organization_id, user_id);
CREATE INDEX members_by_user ON members (user_id);
CREATE INDEX members_by_email ON members (lower(email)) WHERE email <> '';

CREATE TABLE api_tokens (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  name            TEXT NOT NULL,
  token_hash      TEXT NOT NULL,              -- SHA-256, hex; the token itself is shown once and never kept
  scopes          TEXT NOT NULL DEFAULT '[]', -- JSON array
  allowed_ips     TEXT NOT NULL DEFAULT '[]', -- JSON array
  expires_at      TEXT,
  revoked_at      TEXT,
  is_demo         INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX api_tokens_by_hash ON api_tokens (token_hash);
CREATE INDEX api_tokens_by_organization ON api_tokens (organization_id, created_at) WHERE revoked_at IS NULL;
