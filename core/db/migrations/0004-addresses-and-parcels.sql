-- min_reader: 4
CREATE TABLE addresses (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL DEFAULT '',   -- member: a limitedAccessUser changes and deletes its own only
  short_name      TEXT NOT NULL DEFAULT '',
  name            TEXT NOT NULL,
  email           TEXT NOT NULL DEFAULT '',
  phone           TEXT NOT NULL DEFAULT '',
  address1        TEXT NOT NULL DEFAULT '',
  address2        TEXT NOT NULL DEFAULT '',
  country_code    TEXT NOT NULL,
  city_code       TEXT NOT NULL DEFAULT '',
  city_name       TEXT NOT NULL DEFAULT '',
  district_id     INTEGER NOT NULL DEFAULT 0,
  district_name   TEXT NOT NULL DEFAULT '',
  street_name     TEXT NOT NULL DEFAULT '',
  state           TEXT NOT NULL DEFAULT '',
  zip             TEXT NOT NULL DEFAULT '',
  is_recipient    INTEGER NOT NULL DEFAULT 0,
  is_saved        INTEGER NOT NULL DEFAULT 1, -- 0: given inside a shipment; readable by id, not listed
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- The lists of GET /addresses, newest first.
CREATE INDEX addresses_listed ON addresses (organization_id, is_recipient, created_at DESC, id) WHERE is_saved = 1 AND is_active = 1;
-- shortName's counter.
CREATE INDEX addresses_by_short_name ON addresses (organization_id, short_name) WHERE is_recipient = 0;

CREATE TABLE parcel_templates (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  name            TEXT NOT NULL DEFAULT '',
  length          REAL NOT NULL DEFAULT 0,
  width           REAL NOT NULL DEFAULT 0,
  height          REAL NOT NULL DEFAULT 0,
  weight          REAL NOT NULL DEFAULT 0,
  distance_unit   TEXT NOT NULL DEFAULT 'cm',
  mass_unit       TEXT NOT NULL DEFAULT 'kg',
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX parcel_templates_by_organization ON parcel_templates (organization_id, created_at) WHERE is_active = 1;
