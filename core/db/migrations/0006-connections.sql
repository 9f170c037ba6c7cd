-- min_reader: 1

-- How an account reaches its carrier: a kind of connection, its settings without secrets (JSON),
-- when parcels are announced (atOnce, byHand, or Turkish times of day like "16:30,18:00"), and the
-- time of day by which the carrier wants them ('' none). Secrets are in `secrets`.
ALTER TABLE provider_accounts ADD COLUMN connection TEXT NOT NULL DEFAULT '';
ALTER TABLE provider_accounts ADD COLUMN connection_settings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE provider_accounts ADD COLUMN announces TEXT NOT NULL DEFAULT 'atOnce';
ALTER TABLE provider_accounts ADD COLUMN cut_off TEXT NOT NULL DEFAULT '';

-- Announcement of a label to its carrier, under the id of the label's transaction. There is a row
-- for each label that was bought with a connected account.
CREATE TABLE announcements (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  account_id      TEXT NOT NULL,
  station_id      TEXT NOT NULL,              -- the station that announces it
  -- WAITING, ANNOUNCED, REFUSED, UNCERTAIN; WITHDRAWN: cancelled and never announced; CANCELED:
  -- the carrier confirmed
  state           TEXT NOT NULL,
  code            TEXT NOT NULL DEFAULT '',   -- the carrier's code of a refusal
  field           TEXT NOT NULL DEFAULT '',   -- the field to correct, like recipient.phone
  words           TEXT NOT NULL DEFAULT '',   -- the carrier's words
  details         TEXT NOT NULL DEFAULT '{}', -- JSON: the carrier's ids of the parcel
  corrections     TEXT NOT NULL DEFAULT '{}', -- JSON: corrected fields, by their names
  file_id         TEXT NOT NULL DEFAULT '',   -- in announcement_files
  -- hash of the account's login and settings with which the carrier got the label, without secrets
  login           TEXT NOT NULL DEFAULT '',
  announced_at    TEXT
) STRICT, WITHOUT ROWID;

-- Lists oldest first, as the ids are: all, and those of a station that its next file or a person's
-- command sends. Counts by account. One index only, because each purchase writes it.
CREATE INDEX announcements_open
  ON announcements (organization_id, state, id, account_id, station_id, file_id)
  WHERE state IN ('WAITING', 'REFUSED', 'UNCERTAIN');
CREATE INDEX announcements_of_file ON announcements (file_id) WHERE file_id <> '';

-- Files of parcels for carriers that are told by file. The parcels of a file name it.
CREATE TABLE announcement_files (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  account_id      TEXT NOT NULL,
  created_by      TEXT NOT NULL,              -- member; '' at a set time
  station_id      TEXT NOT NULL,              -- the station that wrote it
  name            TEXT NOT NULL,
  layout          TEXT NOT NULL,              -- JSON: format and fields
  parcels         INTEGER NOT NULL,
  -- WRITTEN, TAKEN: a person says that the carrier has the parcels; DROPPED: they wait again
  state           TEXT NOT NULL
) STRICT;

CREATE INDEX announcement_files_by_account
  ON announcement_files (organization_id, account_id, created_at);

-- When this station last asked a carrier about a label.
CREATE TABLE tracking_asked (
  transaction_id TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL,
  asked_at       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tracking_asked_by_account ON tracking_asked (account_id, asked_at);

-- Order of a station for the courier of an account on a Turkish day; its id follows from the three.
-- Each station writes its own row, so that no station overwrites the order of another one.
CREATE TABLE pickups (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  account_id      TEXT NOT NULL,
  day             TEXT NOT NULL,              -- YYYY-MM-DD
  station_id      TEXT NOT NULL,              -- the station that asks the carrier
  created_by      TEXT NOT NULL,              -- member; '' at the set time
  pieces          INTEGER NOT NULL,
  weight_grams    INTEGER NOT NULL,
  -- ASKING, ORDERED, REFUSED; UNCERTAIN: no answer; UNREACHED: the carrier was not reached
  state           TEXT NOT NULL,
  reference       TEXT NOT NULL DEFAULT '',   -- the carrier's
  words           TEXT NOT NULL DEFAULT ''    -- the carrier's words, or why it gave no answer
) STRICT, WITHOUT ROWID;
CREATE INDEX pickups_by_day ON pickups (account_id, day, updated_at);

-- Turkish time of day at which the courier is ordered; '' by hand.
ALTER TABLE provider_accounts ADD COLUMN pickup_at TEXT NOT NULL DEFAULT '';

-- SHA-256 of the carrier's own label, in label_files, which is printed in place of ours; '' ours.
ALTER TABLE transactions ADD COLUMN label_hash TEXT NOT NULL DEFAULT '';

-- What a carrier charges for a parcel. The id follows from account, invoice and code.
CREATE TABLE carrier_charges (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  account_id      TEXT NOT NULL,
  invoice         TEXT NOT NULL,              -- '' reported before the carrier's invoice
  invoiced_on     TEXT NOT NULL,              -- Turkish day, YYYY-MM-DD; without invoice: first report
  code            TEXT NOT NULL,              -- our barcode, or the carrier's number
  shipment_id     TEXT NOT NULL,              -- '' no parcel of this organization
  desi            REAL NOT NULL,
  amount_minor    INTEGER NOT NULL,           -- without taxes, as agreed_minor
  -- price of the label; 0 for a label not in force, and if the parcel is in an earlier invoice
  agreed_minor    INTEGER NOT NULL
) STRICT;
CREATE INDEX carrier_charges_by_shipment ON carrier_charges (shipment_id) WHERE shipment_id <> '';
CREATE INDEX carrier_charges_by_day ON carrier_charges (organization_id, invoiced_on, id);
