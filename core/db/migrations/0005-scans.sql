-- min_reader: 1

-- Where a scan came from: '' the carrier, person, program, file.
ALTER TABLE tracking_events ADD COLUMN source TEXT NOT NULL DEFAULT '';

-- A carrier's codes in status files, and the statuses that they mean. The id is derived from
-- organization, carrier and code: a code that two stations map is one row.
CREATE TABLE status_codes (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  code            TEXT NOT NULL,               -- folded
  sub_code        TEXT NOT NULL
) STRICT;
CREATE INDEX status_codes_by_carrier ON status_codes (organization_id, provider_code, code);

-- Status files that were applied. A carrier reports scans if one of its files was applied lately.
CREATE TABLE status_files (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  name            TEXT NOT NULL,
  row_count       INTEGER NOT NULL,            -- rows below the heading
  recorded        INTEGER NOT NULL,            -- rows whose scan was new
  created_by      TEXT NOT NULL
) STRICT;
CREATE INDEX status_files_by_carrier ON status_files (organization_id, provider_code, created_at);

-- Finds a parcel by a number that its carrier gave later; most numbers are the barcode.
CREATE INDEX shipments_by_tracking_number
  ON shipments (tracking_number) WHERE tracking_number <> '' AND tracking_number <> barcode;
