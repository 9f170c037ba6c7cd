-- min_reader: 1

-- A badge signs its member in at the desks of the organization.
CREATE TABLE badges (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  made_by         TEXT NOT NULL,          -- member
  badge_hash      TEXT NOT NULL,          -- SHA-256 of the badge's number, which is on the card alone
  revoked_at      TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX badges_by_hash ON badges (badge_hash);

CREATE INDEX badges_of_organization ON badges (organization_id, created_at, id);

-- The PIN of a member who leads: its id follows from the member.
CREATE TABLE member_pins (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  sealed_hash     TEXT NOT NULL           -- scrypt hash, sealed with the organization's key
) STRICT, WITHOUT ROWID;

-- Wrong PINs and recovery keys at this desk. Rows stay over restarts, so that a restart gives no
-- new tries.
CREATE TABLE sign_in_tries (
  subject         TEXT PRIMARY KEY,       -- member, or 'recovery'
  wrong           INTEGER NOT NULL,
  last_at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Member whose badge allowed the act at the desk; '' for acts that needed no leave.
ALTER TABLE audit_entries ADD COLUMN approved_by TEXT NOT NULL DEFAULT '';
