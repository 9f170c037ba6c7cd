-- min_reader: 29
-- How long an organization keeps personal data of parcels that have ended, and its audit log. Without a row: for good, and a year.
CREATE TABLE privacy_rules (
  id                 TEXT PRIMARY KEY,      -- the organization's
  stamp              TEXT NOT NULL,
  updated_at         TEXT NOT NULL,
  personal_data_days INTEGER NOT NULL,      -- after the last change of a parcel that has ended; 0: for good
  audit_days         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whose personal data was erased: ids and nothing of the data. A restored backup repeats them.
CREATE TABLE erasures (
  id              TEXT PRIMARY KEY,         -- of what was erased
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  kind            TEXT NOT NULL,            -- shipment, address, sender (of frozen_addresses)
  cause           TEXT NOT NULL,            -- time, request
  created_by      TEXT NOT NULL             -- member; '' for time
) STRICT, WITHOUT ROWID;
CREATE INDEX erasures_by_time ON erasures (organization_id, created_at);
CREATE INDEX erasures_on_request ON erasures (organization_id, created_at) WHERE cause = 'request';

-- What may be erased as time passes, and what else names an address: new shipments come in with the indexes of lists.
CREATE INDEX shipments_ended ON shipments (organization_id, updated_at) WHERE is_listed = 1 AND status IN ('DELIVERED', 'RETURNED', 'CANCELED');
CREATE INDEX shipments_by_recipient ON shipments (recipient_address_id) WHERE is_listed = 1;
CREATE INDEX shipments_by_return_sender ON shipments (sender_address_id) WHERE is_return = 1;
CREATE INDEX shipments_of_return ON shipments (original_shipment_id) WHERE original_shipment_id IS NOT NULL;

-- Who did what at this station: no personal data of recipients. Prints and purchases have tables of their own.
CREATE TABLE audit_entries (
  id              TEXT PRIMARY KEY,         -- begins with its time
  at              TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,            -- '' for the station itself
  token_id        TEXT NOT NULL,            -- '' at the desk
  kind            TEXT NOT NULL,            -- core/audit/audit.schema.ts
  act             TEXT NOT NULL,
  subject_id      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_by_kind ON audit_entries (organization_id, kind, id);
CREATE INDEX audit_by_member ON audit_entries (organization_id, member_id, id);
CREATE INDEX audit_by_time ON audit_entries (organization_id, id);
