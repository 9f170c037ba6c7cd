CREATE VIEW agreements_of_cards AS
SELECT id, stamp, created_at, updated_at, organization_id, provider_code, name,
       coalesce(card ->> '$.trackingUrl', '') AS tracking_url,
       coalesce(card ->> '$.needsAccount', 0) AS needs_account,
       is_sample, is_active,
       coalesce(card ->> '$.barcode.prefix', '') AS prefix,
       card ->> '$.barcode.first' AS first,
       card ->> '$.barcode.last' AS last,
       coalesce(card ->> '$.validFrom', '') AS valid_from,
       card ->> '$.validTo' AS valid_to
  FROM rate_cards
 WHERE json_valid(card) AND card ->> '$.format' IS NULL AND agreement_id IN ('', id);

CREATE VIEW parcel_states AS
SELECT s.seq,
       s.id AS shipment_id,
       s.organization_id,
       s.created_by,
       s.provider_code,
       CASE WHEN s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED')
              THEN iif(h.scanned_at IS NULL, 'BOUGHT', 'HANDED_OVER')
            WHEN s.status IN ('DELIVERED', 'RETURNED') THEN s.status
            WHEN e.sub_code = 'out_for_delivery' THEN 'OUT_FOR_DELIVERY'
            ELSE 'ON_ITS_WAY'
       END AS step,
       CASE WHEN s.status = 'RETURNED' THEN 'RETURNED'
            WHEN s.status = 'FAILED' AND 'package_lost' = (
              SELECT sub_code
                FROM tracking_events
               WHERE shipment_id = s.id AND code = 'FAILURE'
               ORDER BY status_date DESC, id DESC
               LIMIT 1) THEN 'LOST'
            WHEN s.status = 'FAILED' THEN 'UNDELIVERABLE'
            -- A later scan does not end this reason: it stays until a person has handled the
            -- parcel.
            WHEN s.status <> 'DELIVERED' AND EXISTS (
              SELECT 1
                FROM tracking_events AS d
               WHERE d.shipment_id = s.id AND d.is_applied = 1 AND d.sub_code = 'package_damaged'
                 AND NOT EXISTS (
                   SELECT 1
                     FROM handled_parcels AS h
                     JOIN tracking_events AS seen ON seen.shipment_id = h.shipment_id
                                                 AND seen.id = h.event_id
                    WHERE h.shipment_id = s.id
                      AND seen.status_date >= d.status_date)) THEN 'DAMAGED'
            ELSE ''
       END AS reason,
       coalesce(e.status_date, h.scanned_at, x.body ->> '$.label.createdAt', s.updated_at) AS last_at,
       CASE WHEN x.body ->> '$.offer.schedule_date' IS NOT NULL
              THEN (x.body ->> '$.offer.schedule_date') || 'T21:00:00.000Z'
            WHEN x.body ->> '$.offer.promised_on' IS NOT NULL
              THEN (x.body ->> '$.offer.promised_on') || 'T21:00:00.000Z'
            -- Purchases of earlier versions have hours instead of a day.
            WHEN x.body ->> '$.offer.estimated_hours' > 0
              THEN strftime('%Y-%m-%dT21:00:00.000Z', x.body ->> '$.label.createdAt', '+3 hours',
                            '+' || (x.body ->> '$.offer.estimated_hours') || ' hours')
       END AS due_at,
       coalesce(e.id, '') AS event_id,
       EXISTS (SELECT 1
                 FROM handled_parcels AS h
                WHERE h.shipment_id = s.id AND h.event_id = coalesce(e.id, '')) AS is_handled
  FROM shipments AS s
  LEFT JOIN tracking_events AS e ON e.shipment_id = s.id
                                -- A second failed attempt changes no status but is still the newest
                                -- event. After the delivery or the return, only events that changed
                                -- the status count.
                                AND e.id = (
                                  SELECT id
                                    FROM tracking_events
                                   WHERE shipment_id = s.id
                                     AND (is_applied = 1
                                          OR s.status NOT IN ('DELIVERED', 'RETURNED'))
                                   ORDER BY status_date DESC, id DESC
                                   LIMIT 1)
  LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
  LEFT JOIN handed_over AS h ON h.transaction_id = s.purchase_id AND h.state = 'LOADED'
 WHERE s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'RETURN_SHIPPED', 'FAILED',
                    'DELIVERED', 'RETURNED');

CREATE VIEW shipment_contents AS
SELECT s.id AS shipment_id,
       s.organization_id,
       (SELECT CASE WHEN count(*) BETWEEN 1 AND 50 AND min(c.code) <> ''
                    THEN json_group_array(c.code || ' ' || c.pieces ORDER BY c.code) END
          FROM (SELECT iif(i.type = 'object', upper(trim(coalesce(i.value ->> '$.sku', ''))), '') AS code,
                       sum(iif(i.type = 'object', coalesce(i.value ->> '$.quantity', 1), 0)) AS pieces
                  FROM json_each(iif(json_valid(s.items), s.items, '[]')) AS i
                 GROUP BY 1) AS c) AS contents
  FROM shipments AS s;

CREATE VIEW whole_shipments AS
SELECT s.*,
       p.length, p.width, p.height, coalesce(p.distance_unit, 'cm') AS distance_unit,
       p.weight, coalesce(p.mass_unit, 'kg') AS mass_unit, p.parcel_template_id,
       x.body AS purchase, f.body AS purchase_sender,
       CASE
         WHEN s.status IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') THEN (
           SELECT json_group_array(json_array(
                    m.number, m.id, m.items, o.notes, o.invoice_number,
                    iif(m.payment_on_delivery = 1, o.total_amount, 0), o.declared_value))
             FROM joined_orders AS j
            CROSS JOIN shipments AS m ON m.id = j.shipment_id
             LEFT JOIN orders AS o ON o.id = m.order_id
            WHERE j.first_id = s.id
              AND j.state = 'JOINED'
              AND j.packed_in IN ('', s.id)
              AND m.status = 'CANCELED'
           HAVING count(*) > 0)
         WHEN instr(x.body, '"joined":[') > 0 THEN (
           SELECT json_group_array(json_array(
                    m.number, m.id, m.items, o.notes, o.invoice_number,
                    iif(m.payment_on_delivery = 1, o.total_amount, 0), o.declared_value))
             FROM json_each(x.body, '$.label.joined') AS e
            CROSS JOIN shipments AS m ON m.id = e.value
             LEFT JOIN orders AS o ON o.id = m.order_id
           HAVING count(*) > 0)
       END AS joined
  FROM shipments AS s
  LEFT JOIN parcels AS p ON p.id = s.id
  LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
  LEFT JOIN frozen_addresses AS f ON f.id = x.sender_id;

CREATE TRIGGER aside_counted AFTER INSERT ON commits_set_aside BEGIN
  INSERT INTO kept_of_stations VALUES (NEW.station_id, 'aside', 1, length(NEW.body))
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER aside_counted_less AFTER DELETE ON commits_set_aside BEGIN
  UPDATE kept_of_stations SET n = n - 1, bytes = bytes - length(OLD.body)
   WHERE station_id = OLD.station_id AND kind = 'aside';
END;

CREATE TRIGGER aside_recounted AFTER UPDATE OF body ON commits_set_aside BEGIN
  UPDATE kept_of_stations SET bytes = bytes - length(OLD.body) + length(NEW.body)
   WHERE station_id = OLD.station_id AND kind = 'aside';
END;

CREATE TRIGGER debts_by_change AFTER UPDATE OF status, on_account, total_minor, agreement_id, organization_id
ON transactions
WHEN OLD.on_account = 1 OR NEW.on_account = 1 BEGIN
  UPDATE agreement_debts
     SET bought_minor = bought_minor - OLD.total_minor
   WHERE OLD.on_account = 1 AND OLD.status = 'DONE'
     AND organization_id = OLD.organization_id AND agreement_id = OLD.agreement_id;
  INSERT INTO agreement_debts (organization_id, agreement_id, bought_minor)
  SELECT NEW.organization_id, NEW.agreement_id, NEW.total_minor
   WHERE NEW.on_account = 1 AND NEW.status = 'DONE'
      ON CONFLICT DO UPDATE SET bought_minor = bought_minor + excluded.bought_minor;
END;

CREATE TRIGGER debts_by_deleted_payment AFTER DELETE ON agreement_payments BEGIN
  UPDATE agreement_debts
     SET paid_minor = paid_minor - OLD.amount_minor
   WHERE organization_id = OLD.organization_id AND agreement_id = OLD.agreement_id;
END;

CREATE TRIGGER debts_by_deletion AFTER DELETE ON transactions
WHEN OLD.on_account = 1 AND OLD.status = 'DONE' BEGIN
  UPDATE agreement_debts
     SET bought_minor = bought_minor - OLD.total_minor
   WHERE organization_id = OLD.organization_id AND agreement_id = OLD.agreement_id;
END;

CREATE TRIGGER debts_by_payment AFTER INSERT ON agreement_payments BEGIN
  INSERT INTO agreement_debts (organization_id, agreement_id, paid_minor)
  VALUES (NEW.organization_id, NEW.agreement_id, NEW.amount_minor)
      ON CONFLICT DO UPDATE SET paid_minor = paid_minor + excluded.paid_minor;
END;

CREATE TRIGGER debts_by_purchase AFTER INSERT ON transactions
WHEN NEW.on_account = 1 AND NEW.status = 'DONE' BEGIN
  INSERT INTO agreement_debts (organization_id, agreement_id, bought_minor)
  VALUES (NEW.organization_id, NEW.agreement_id, NEW.total_minor)
      ON CONFLICT DO UPDATE SET bought_minor = bought_minor + excluded.bought_minor;
END;

CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger_entries BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER open_parcels_by_event AFTER INSERT ON tracking_events BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
  -- Each delivery deletes a few parcels that were delivered more than two days ago.
  DELETE FROM open_parcels
   WHERE NEW.code = 'DELIVERED'
     AND seq IN (SELECT seq
                   FROM open_parcels
                  WHERE step = 'DELIVERED'
                    AND last_at < strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at, '-2 days')
                  LIMIT 4);
END;

CREATE TRIGGER open_parcels_by_fold AFTER UPDATE OF is_applied ON tracking_events
WHEN NEW.is_applied <> OLD.is_applied BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;

CREATE TRIGGER open_parcels_by_hand AFTER INSERT ON handled_parcels BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;

CREATE TRIGGER open_parcels_by_load AFTER INSERT ON handed_over BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;

CREATE TRIGGER open_parcels_by_purchase AFTER INSERT ON shipments
WHEN NEW.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED') BEGIN
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states WHERE seq = NEW.seq;
END;

CREATE TRIGGER open_parcels_by_reload AFTER UPDATE OF state, scanned_at ON handed_over
WHEN NEW.state <> OLD.state OR NEW.scanned_at <> OLD.scanned_at BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;

CREATE TRIGGER open_parcels_by_status AFTER UPDATE OF status, purchase_id, created_by ON shipments
WHEN (NEW.status <> OLD.status OR NEW.purchase_id IS NOT OLD.purchase_id
      OR NEW.created_by <> OLD.created_by)
 AND (NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED')
      OR OLD.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED')) BEGIN
  DELETE FROM open_parcels WHERE seq = NEW.seq;
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states WHERE seq = NEW.seq AND NOT (step = 'RETURNED' AND is_handled);
END;

CREATE TRIGGER packed_contents_by_arrival AFTER INSERT ON shipments
WHEN NEW.purchase_id IS NOT NULL AND NEW.is_return = 0
 AND NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED') BEGIN
  INSERT OR IGNORE INTO packed_contents
  SELECT NEW.organization_id, NEW.test, contents, NEW.purchase_id, NEW.id
    FROM shipment_contents WHERE shipment_id = NEW.id AND contents IS NOT NULL;
END;

CREATE TRIGGER packed_contents_by_purchase
AFTER UPDATE OF status, purchase_id, items, test, is_return ON shipments
WHEN NEW.purchase_id IS NOT OLD.purchase_id
  OR NEW.items <> OLD.items
  OR NEW.test <> OLD.test
  OR NEW.is_return <> OLD.is_return
  OR (NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED'))
     <> (OLD.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED')) BEGIN
  DELETE FROM packed_contents WHERE shipment_id = NEW.id;
  INSERT OR IGNORE INTO packed_contents
  SELECT NEW.organization_id, NEW.test, contents, NEW.purchase_id, NEW.id
    FROM shipment_contents
   WHERE shipment_id = NEW.id
     AND contents IS NOT NULL
     AND NEW.purchase_id IS NOT NULL
     AND NEW.is_return = 0
     AND NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED', 'CANCELED');
END;

CREATE TRIGGER parked_counted AFTER INSERT ON parked_changes BEGIN
  INSERT INTO kept_of_stations
  SELECT substr(name, 1, instr(name || '.', '.') - 1), 'parked', 1,
         length(NEW.row_id) + length(NEW.value) + 100
    FROM stations WHERE no = CAST(substr(NEW.stamp, 18) AS INTEGER)
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER parked_counted_less AFTER DELETE ON parked_changes BEGIN
  UPDATE kept_of_stations
     SET n = n - 1, bytes = bytes - (length(OLD.row_id) + length(OLD.value) + 100)
   WHERE kind = 'parked'
     AND station_id = (SELECT substr(name, 1, instr(name || '.', '.') - 1)
                         FROM stations
                        WHERE no = CAST(substr(OLD.stamp, 18) AS INTEGER));
END;

CREATE TRIGGER parked_recounted AFTER UPDATE ON parked_changes BEGIN
  UPDATE kept_of_stations
     SET n = n - 1, bytes = bytes - (length(OLD.row_id) + length(OLD.value) + 100)
   WHERE kind = 'parked'
     AND station_id = (SELECT substr(name, 1, instr(name || '.', '.') - 1)
                         FROM stations
                        WHERE no = CAST(substr(OLD.stamp, 18) AS INTEGER));
  INSERT INTO kept_of_stations
  SELECT substr(name, 1, instr(name || '.', '.') - 1), 'parked', 1,
         length(NEW.row_id) + length(NEW.value) + 100
    FROM stations WHERE no = CAST(substr(NEW.stamp, 18) AS INTEGER)
      ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER purchases_are_json BEFORE INSERT ON purchase_snapshots
WHEN NOT json_valid(NEW.body) BEGIN
  SELECT RAISE(ABORT, 'a purchase that is no JSON');
END;

CREATE TRIGGER purchases_stay_json BEFORE UPDATE OF body ON purchase_snapshots
WHEN NOT json_valid(NEW.body) BEGIN
  SELECT RAISE(ABORT, 'a purchase that is no JSON');
END;

CREATE TRIGGER rate_cards_keep_prices BEFORE UPDATE OF card ON rate_cards
WHEN NEW.card <> OLD.card BEGIN
  SELECT RAISE(ABORT, 'the prices of a version never change');
END;

CREATE TRIGGER rate_cards_of_earlier_versions AFTER INSERT ON rate_cards
WHEN NEW.agreement_id = '' AND json_valid(NEW.card) AND NEW.card ->> '$.format' IS NULL BEGIN
  INSERT OR IGNORE INTO agreements
         (id, stamp, created_at, updated_at, organization_id, provider_code, name, tracking_url,
          needs_account, is_sample, is_active)
  SELECT id, stamp, created_at, updated_at, organization_id, provider_code, name, tracking_url,
         needs_account, is_sample, is_active
    FROM agreements_of_cards WHERE id = NEW.id;
  INSERT OR IGNORE INTO barcode_ranges
         (id, stamp, created_at, updated_at, organization_id, agreement_id, provider_code, prefix,
          first, last, width)
  SELECT id, stamp, created_at, created_at, organization_id, id, provider_code, prefix, first, last,
         length(last)
    FROM agreements_of_cards WHERE id = NEW.id AND first IS NOT NULL AND last IS NOT NULL;
  UPDATE rate_cards
     SET agreement_id = id,
         valid_from = (SELECT valid_from FROM agreements_of_cards AS a WHERE a.id = NEW.id),
         valid_to = (SELECT valid_to FROM agreements_of_cards AS a WHERE a.id = NEW.id)
   WHERE id = NEW.id;
END;

CREATE TRIGGER shipments_count_insert AFTER INSERT ON shipments BEGIN
  INSERT INTO shipment_counts VALUES (NEW.organization_id, NEW.created_by, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER shipments_count_update AFTER UPDATE OF status, created_by ON shipments
WHEN NEW.status <> OLD.status OR NEW.created_by <> OLD.created_by BEGIN
  UPDATE shipment_counts SET n = n - 1
   WHERE organization_id = OLD.organization_id AND created_by = OLD.created_by
     AND status = OLD.status;
  INSERT INTO shipment_counts VALUES (NEW.organization_id, NEW.created_by, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER shipments_printed AFTER UPDATE OF status ON print_jobs
WHEN NEW.kind = 'LABEL' AND NEW.status IN ('SENT', 'CONFIRMED') AND NEW.status <> OLD.status BEGIN
  UPDATE shipments SET is_printed = 1 WHERE id = NEW.shipment_id AND is_printed = 0;
END;

CREATE TABLE address_book (
  seq             INTEGER PRIMARY KEY,
  address_id      TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  is_recipient    INTEGER NOT NULL,
  is_active       INTEGER NOT NULL,
  person_key      TEXT NOT NULL,           -- folded name and phone_key; '' without a telephone
  phone_key       TEXT NOT NULL,           -- a normalized telephone number; ''
  shipments       INTEGER NOT NULL,        -- number of shipments at this station that name it
  ordered_at      TEXT NOT NULL            -- the later of its last use and its last change
) STRICT;

CREATE VIRTUAL TABLE address_book_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5',
  tokenize = 'unicode61 remove_diacritics 0'
);

CREATE TABLE address_uses (
  address_id TEXT PRIMARY KEY,
  shipments  INTEGER NOT NULL,
  last_at    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE addresses (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  -- member: a limitedAccessUser may only change and delete its own
  created_by      TEXT NOT NULL DEFAULT '',
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
  -- 0: given within a shipment; readable by id, not listed
  is_saved        INTEGER NOT NULL DEFAULT 1,
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TABLE agreement_debts (
  organization_id TEXT NOT NULL,
  agreement_id    TEXT NOT NULL,
  bought_minor    INTEGER NOT NULL DEFAULT 0,
  paid_minor      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, agreement_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE agreement_payments (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  agreement_id    TEXT NOT NULL,
  amount_minor    INTEGER NOT NULL,
  paid_on         TEXT NOT NULL,               -- YYYY-MM-DD
  reference       TEXT NOT NULL DEFAULT '',
  note            TEXT NOT NULL DEFAULT '',
  created_by      TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE agreements (
  id                 TEXT PRIMARY KEY,
  stamp              TEXT NOT NULL,
  created_at         TEXT NOT NULL,
  updated_at         TEXT NOT NULL,
  organization_id    TEXT NOT NULL,
  provider_code      TEXT NOT NULL,
  name               TEXT NOT NULL,               -- the carrier's name, on offers and labels
  contract_number    TEXT NOT NULL DEFAULT '',
  check_digit        TEXT NOT NULL DEFAULT 'none', -- none, mod10, mod11, ptt
  tracking_url       TEXT NOT NULL DEFAULT '',    -- with {barcode}; '': the carrier gives it later
  -- 1: the carrier invoices the labels; they are not paid from the balance
  on_account         INTEGER NOT NULL DEFAULT 0,
  credit_limit_minor INTEGER,                     -- largest debt on account; null: no limit
  needs_account      INTEGER NOT NULL DEFAULT 0,  -- 1: offers only for accounts
  is_sample          INTEGER NOT NULL DEFAULT 0,
  is_active          INTEGER NOT NULL DEFAULT 1,
  -- JSON: meaning of the columns of price lists, by the key of their headings
  file_mappings      TEXT NOT NULL DEFAULT '{}'
) STRICT;

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

CREATE TABLE api_tokens (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  name            TEXT NOT NULL,
  -- SHA-256, hex; the token itself is shown once and never stored
  token_hash      TEXT NOT NULL,
  scopes          TEXT NOT NULL DEFAULT '[]', -- JSON array
  allowed_ips     TEXT NOT NULL DEFAULT '[]', -- JSON array
  expires_at      TEXT,
  revoked_at      TEXT,
  is_demo         INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE audit_entries (
  id              TEXT PRIMARY KEY,         -- starts with its time
  at              TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,            -- '' for the station itself
  token_id        TEXT NOT NULL,            -- '' at the desk
  kind            TEXT NOT NULL,            -- core/records/audit/audit.schema.ts
  act             TEXT NOT NULL,
  subject_id      TEXT NOT NULL
, approved_by TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

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

CREATE TABLE balances (
  organization_id     TEXT PRIMARY KEY,
  balance_minor       INTEGER NOT NULL DEFAULT 0,
  held_minor          INTEGER NOT NULL DEFAULT 0, -- held for open purchases of this station
  -- incarnation of the chain whose head the next three columns are
  incarnation         INTEGER NOT NULL DEFAULT 0,
  chain_n             INTEGER NOT NULL DEFAULT 0,
  chain_balance_minor INTEGER NOT NULL DEFAULT 0,
  chain_hash          TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE barcode_ranges (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  agreement_id    TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  prefix          TEXT NOT NULL,
  first           INTEGER NOT NULL,
  last            INTEGER NOT NULL,
  width           INTEGER NOT NULL,               -- digits of the number, filled with zeros
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;

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

CREATE TABLE cash_receipts (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  amount_minor    INTEGER NOT NULL CHECK (amount_minor <> 0),
  received_on     TEXT NOT NULL,          -- YYYY-MM-DD
  reference       TEXT NOT NULL DEFAULT '',
  created_by      TEXT NOT NULL           -- member
) STRICT;

CREATE TABLE choosing_rules (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  conditions      TEXT NOT NULL,              -- JSON: the orders for which the rule is tried
  action          TEXT NOT NULL,              -- JSON: the offer that it chooses
  buy_up_to_minor INTEGER,                    -- a scan alone buys up to this price; null: never
  position        INTEGER NOT NULL DEFAULT 0,
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE commits_set_aside (
  id         TEXT PRIMARY KEY,        -- id of the message
  station_id TEXT NOT NULL,
  hlc        TEXT NOT NULL,
  -- newer version, clock, failed, revoked, foreign, unreadable, deadly
  reason     TEXT NOT NULL,
  body       BLOB NOT NULL,           -- as in the stream
  created_at TEXT NOT NULL,
  -- The transaction's row in its station's outbox, which shows whether it was published before the
  -- station's end.
  number     INTEGER NOT NULL DEFAULT 0,
  -- The transaction's message version: an app that knows this version applies the transaction.
  version    INTEGER NOT NULL DEFAULT 2
) STRICT;

CREATE TABLE delivery_attempts (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  webhook_id      TEXT NOT NULL,
  delivery_id     TEXT NOT NULL,
  event_id        TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  event_at        TEXT NOT NULL,
  at              TEXT NOT NULL,
  status_code     INTEGER,               -- null: no answer
  error           TEXT NOT NULL,         -- '': accepted
  duration_ms     INTEGER NOT NULL,
  -- '': will be retried. DELIVERED, GIVEN_UP; REOPENED: to be sent again, not a call
  outcome         TEXT NOT NULL,
  stamp           TEXT NOT NULL
) STRICT;

CREATE TABLE district_aliases (
  account_id  TEXT NOT NULL,
  city_code   TEXT NOT NULL,
  alias       INTEGER NOT NULL,
  district_id INTEGER NOT NULL,
  PRIMARY KEY (city_code, alias, account_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
  hash           TEXT PRIMARY KEY,          -- SHA-256 of bytes, hex
  kind           TEXT NOT NULL,             -- label
  width_mm       REAL NOT NULL,             -- paper size
  height_mm      REAL NOT NULL,
  language       TEXT NOT NULL,             -- ZPL, PDF
  source         TEXT NOT NULL,             -- drawn, downloaded, uploaded
  -- shipment of the document, and density of its dots; dpi 0: the language has no dots
  shipment_id    TEXT,
  dpi            INTEGER NOT NULL DEFAULT 0,
  created_at     TEXT NOT NULL,
  bytes          BLOB NOT NULL,
  layout         TEXT NOT NULL DEFAULT '', -- drawn: its layout; '' for others
  layout_version INTEGER NOT NULL DEFAULT 0,
  -- drawn: the printer's settings that change bytes, as a short text
  variant        TEXT NOT NULL DEFAULT '',
  -- drawn with other dots than the first time: the hash of the first dots
  first_raster   TEXT NOT NULL DEFAULT '',
  -- last time drawn, received, fetched or printed; determines pruning
  used_at        TEXT NOT NULL DEFAULT '',
  size           INTEGER NOT NULL DEFAULT 0, -- length of bytes
  shared_at      TEXT -- when the hub's store received it, or it came from there
) STRICT;

CREATE TABLE done_once (
  key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE erasures (
  id              TEXT PRIMARY KEY,         -- id of what was erased
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  kind            TEXT NOT NULL,            -- shipment, address, sender (of frozen_addresses)
  cause           TEXT NOT NULL,            -- time, request
  created_by      TEXT NOT NULL             -- member; '' for cause time
) STRICT, WITHOUT ROWID;

CREATE TABLE frozen_addresses (
  id    TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  body  TEXT NOT NULL                 -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_overs (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,          -- when the loading was ended
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  carrier_name    TEXT NOT NULL DEFAULT '',
  state           TEXT NOT NULL,          -- ENDING while its parcels are written; ENDED
  parcels         INTEGER NOT NULL DEFAULT 0,  -- parcels on its manifest when it was made
  station_id      TEXT NOT NULL,          -- the station that made the manifest
  ended_by        TEXT NOT NULL,          -- member
  -- member with limited access, whose own parcels alone were handed over; '' for all
  only_of         TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE handed_over (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  transaction_id  TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  state           TEXT NOT NULL,          -- LOADED, TAKEN_BACK
  scanned_at      TEXT NOT NULL,
  station_id      TEXT NOT NULL,          -- the station that scanned it last
  scanned_by      TEXT NOT NULL,          -- member
  passed_by       TEXT NOT NULL DEFAULT '',   -- lead who passed a label that was not announced
  hand_over_id    TEXT NOT NULL DEFAULT ''    -- '' until the loading has ended
) STRICT, WITHOUT ROWID;

CREATE TABLE handled_parcels (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  event_id        TEXT NOT NULL,          -- the parcel's newest tracking event then; '' before any
  note            TEXT NOT NULL DEFAULT '',
  created_by      TEXT NOT NULL           -- member
) STRICT;

CREATE TABLE idempotency_keys (
  member_id    TEXT NOT NULL,
  key          TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  -- the transaction or shipment created under the key, written in its first transaction
  subject_id   TEXT,
  status       INTEGER,            -- null: in progress, or its answer was never stored
  body         TEXT,
  PRIMARY KEY (member_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_ticks (
  shipment_id TEXT NOT NULL,
  item_id     TEXT NOT NULL,
  scanned     INTEGER NOT NULL CHECK (scanned > 0),
  updated_at  TEXT NOT NULL,
  PRIMARY KEY (shipment_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id               TEXT PRIMARY KEY,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  kind             TEXT NOT NULL,              -- quote, buy, cancel, webhook, upkeep
  -- "<kind> <carrier or receiver>": limits concurrency
  lane             TEXT NOT NULL,
  -- jobs of one sequence run one after the other; '': none
  sequence         TEXT NOT NULL,
  position         INTEGER NOT NULL,           -- in its sequence
  -- the transaction, the delivery, "<shipment> <carrier>"
  subject_id       TEXT NOT NULL,
  organization_id  TEXT,
  shipment_id      TEXT,
  payload          TEXT NOT NULL,              -- JSON, by kind
  state            TEXT NOT NULL,              -- WAITING, RUNNING, DONE, REFUSED, NEEDS_PERSON
  attempts         INTEGER NOT NULL DEFAULT 0, -- started since it was written or restarted
  first_attempt_at TEXT,
  next_attempt_at  TEXT NOT NULL,
  -- null: no deadline except its backoff
  deadline_at      TEXT,
  last_error       TEXT NOT NULL DEFAULT '',
  -- 1: an attempt with unknown outcome has started, so the job may have been carried out. Set
  -- before each attempt, kept across stops, crashes and restarts, and cleared by an outcome. A
  -- refusal after such an attempt is not trusted by itself.
  may_be_done      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE joined_orders (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  first_id        TEXT NOT NULL,          -- the shipment that carries the items
  state           TEXT NOT NULL,          -- JOINED; RELEASED when a copy of the order waits again
  -- the shipment whose purchase was reserved with these items; '' before
  packed_in       TEXT NOT NULL DEFAULT '',
  joined_by       TEXT NOT NULL,          -- member
  station_id      TEXT NOT NULL           -- the station that joined it
) STRICT, WITHOUT ROWID;

CREATE TABLE kept_of_stations (
  station_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  n          INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  PRIMARY KEY (station_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE label_files (
  id          TEXT PRIMARY KEY,          -- derived from shipment and hash
  shipment_id TEXT NOT NULL,
  hash        TEXT NOT NULL,
  kind        TEXT NOT NULL,
  width_mm    INTEGER NOT NULL,
  height_mm   INTEGER NOT NULL,
  language    TEXT NOT NULL,
  dpi         INTEGER NOT NULL,
  desk        TEXT NOT NULL,             -- name of the computer that received it
  stamp       TEXT NOT NULL
) STRICT;

CREATE TABLE label_logos (
  id              TEXT PRIMARY KEY,       -- equal for equal dots of an organization
  stamp           TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  width_dots      INTEGER NOT NULL,
  height_dots     INTEGER NOT NULL,
  bits            TEXT NOT NULL,          -- rows padded to whole bytes, 1 is black, in base64
  png             TEXT NOT NULL           -- the same dots as a PNG, in base64
) STRICT;

CREATE TABLE label_rasters (
  shipment_id    TEXT NOT NULL,
  layout         TEXT NOT NULL,
  layout_version INTEGER NOT NULL,
  width_mm       REAL NOT NULL,
  height_mm      REAL NOT NULL,
  dpi            INTEGER NOT NULL,
  hash           BLOB NOT NULL,          -- SHA-256 of the 1-bit raster
  PRIMARY KEY (shipment_id, layout, layout_version, width_mm, height_mm, dpi)
) STRICT, WITHOUT ROWID;

CREATE TABLE labels_to_scan (
  transaction_id TEXT PRIMARY KEY,
  shipment_id    TEXT NOT NULL,
  created_at     TEXT NOT NULL,
  -- the order that was scanned meanwhile and is opened after the label; '' for none
  next_code      TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_anchors (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  seen_by         TEXT NOT NULL,          -- station
  station_id      TEXT NOT NULL,          -- station of the chain
  incarnation     INTEGER NOT NULL,
  n               INTEGER NOT NULL,
  hash            TEXT NOT NULL
) STRICT;

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

CREATE TABLE ledger_entries (
  organization_id     TEXT NOT NULL,
  id                  TEXT NOT NULL,          -- grows with time: the newest entries sort last
  stamp               TEXT NOT NULL,
  station_id          TEXT NOT NULL,
  incarnation         INTEGER NOT NULL,
  n                   INTEGER NOT NULL,
  kind                TEXT NOT NULL,          -- TOPUP, PURCHASE, REFUND, ADJUSTMENT
  amount_minor        INTEGER NOT NULL,       -- signed
  chain_balance_minor INTEGER NOT NULL,       -- sum of this chain, including this entry
  -- the organization's balance as the station knew it then; not part of the hash
  balance_minor       INTEGER NOT NULL,
  transaction_id      TEXT,
  reference           TEXT NOT NULL DEFAULT '',
  note                TEXT NOT NULL DEFAULT '',
  created_at          TEXT NOT NULL,
  prev_hash           TEXT NOT NULL,          -- SHA-256, hex; '' for a chain's first entry
  hash                TEXT NOT NULL,
  PRIMARY KEY (organization_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE member_pins (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  sealed_hash     TEXT NOT NULL           -- scrypt hash, sealed with the organization's key
) STRICT, WITHOUT ROWID;

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
  -- time of the stamp at which the member last lost the role of owner:
  -- organizations/owners.store.ts
  owner_until     TEXT,
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE money_leases (
  organization_id TEXT PRIMARY KEY,
  incarnation     INTEGER NOT NULL,           -- incarnation of this station that has the lease
  -- at the founding station: sum of the other chains when it joined
  carried         INTEGER NOT NULL,
  granted         INTEGER NOT NULL,           -- total
  returned        INTEGER NOT NULL,           -- total
  is_frozen       INTEGER NOT NULL DEFAULT 0  -- the hub has closed it: nothing can be spent
) STRICT, WITHOUT ROWID;

CREATE TABLE move_in_counts (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  result     TEXT NOT NULL,
  reason     TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, result, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE move_in_questions (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  key        TEXT NOT NULL,                   -- the row's id there, or the district
  text       TEXT NOT NULL,                   -- for people: a number, a name, a district
  -- OPEN; CHOSEN: the station applies the choice; SETTLED
  state      TEXT NOT NULL,
  choice     TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE move_in_rows (
  account_id TEXT NOT NULL,
  kind       TEXT NOT NULL,
  id         TEXT NOT NULL,                   -- the row's id there
  version    TEXT NOT NULL,
  place      TEXT NOT NULL,                   -- unknown district of an address; '' none
  PRIMARY KEY (account_id, kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE move_ins (
  account_id      TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,              -- who started it: member of what comes
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  -- RUNNING; PAUSED: by a person or a refusal; READ: everything was read; MOVED: nothing is read
  -- again
  state           TEXT NOT NULL,
  round           INTEGER NOT NULL,           -- reading of everything, from 1
  kind            TEXT NOT NULL,              -- the kind of rows that is read
  page            INTEGER NOT NULL,           -- its next page, from 1
  page_size       INTEGER NOT NULL,
  at_row          INTEGER NOT NULL,           -- rows of that page that are done
  total_rows      INTEGER NOT NULL,           -- rows of that kind there; 0 unknown
  problem         TEXT NOT NULL               -- why the last call gave nothing; '' nothing
, read_at TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE number_blocks (
  name TEXT NOT NULL,                 -- name in number_ranges
  next INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (name, last)
) STRICT, WITHOUT ROWID;

CREATE TABLE number_ranges (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
  id                    TEXT PRIMARY KEY,
  created_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  shipment_id           TEXT NOT NULL,
  request_no            INTEGER NOT NULL,
  parent_offer_id       TEXT,               -- for a sub-offer: the offer whose date it fixes
  schedule_date         TEXT,
  carrier_id            TEXT NOT NULL,      -- carrier that quoted and will sell
  provider_code         TEXT NOT NULL,
  provider_service_code TEXT NOT NULL,
  service_name          TEXT NOT NULL,
  provider_account_id   TEXT,
  provider_account_name TEXT,
  amount_minor          INTEGER NOT NULL CHECK (amount_minor >= 0),
  tax_minor             INTEGER NOT NULL,
  vat_minor             INTEGER NOT NULL,
  total_minor           INTEGER NOT NULL,
  estimated_hours       INTEGER NOT NULL,
  duration_terms        TEXT NOT NULL DEFAULT '',
  rating                REAL NOT NULL DEFAULT 0,
  expires_at            TEXT,
  -- JSON: data that the adapter needs to buy; not in any answer
  details               TEXT NOT NULL DEFAULT '{}',
  stamp                 TEXT NOT NULL DEFAULT '0000000000000000.1'
, promised_on TEXT NOT NULL DEFAULT '', price_lines TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TABLE open_parcels (
  seq             INTEGER PRIMARY KEY,    -- seq in shipments
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  -- BOUGHT, ON_ITS_WAY, OUT_FOR_DELIVERY, DELIVERED, RETURNED
  step            TEXT NOT NULL,
  reason          TEXT NOT NULL,          -- LOST, UNDELIVERABLE, DAMAGED, RETURNED; '' without
  last_at         TEXT NOT NULL,          -- time of its newest event; of its purchase before any
  -- end of the promised day in Turkish time, as frozen at purchase; NULL: no promise
  due_at          TEXT,
  event_id        TEXT NOT NULL,          -- its newest event; '' before any
  is_handled      INTEGER NOT NULL
) STRICT;

CREATE TABLE order_changes (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  order_id        TEXT NOT NULL,
  -- 'CHANGED <hash of the rows>' or 'CANCELLED'; '' when the file and the order are equal
  version         TEXT NOT NULL,
  content         TEXT NOT NULL,  -- JSON of the changed rows; '' for others
  file_name       TEXT NOT NULL,
  arrived_at      TEXT NOT NULL,
  -- The versions that were decided. They are two columns, so that a change that one station has
  -- applied stays applied when another has dismissed it.
  applied         TEXT NOT NULL,
  dismissed       TEXT NOT NULL,
  decided_by      TEXT NOT NULL,  -- member; '' before
  decided_at      TEXT            -- null before
) STRICT, WITHOUT ROWID;

CREATE TABLE order_folder_files (
  -- claim of the file: the time when it was taken and a random part
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  at              TEXT NOT NULL,          -- last change of the state
  name            TEXT NOT NULL,
  kind            TEXT NOT NULL,          -- ORDERS, PAPER
  state           TEXT NOT NULL,          -- WAITING, ATTACHED, DONE, PARTLY, REFUSED
  reason          TEXT NOT NULL DEFAULT '',
  detail          TEXT NOT NULL DEFAULT '',
  added           INTEGER NOT NULL DEFAULT 0,
  known           INTEGER NOT NULL DEFAULT 0,
  rejected        INTEGER NOT NULL DEFAULT 0,
  -- of a paper; '' without one
  shipment_id     TEXT NOT NULL DEFAULT '',
  paper_id        TEXT NOT NULL DEFAULT ''
, refused_rows BLOB NOT NULL DEFAULT x'') STRICT, WITHOUT ROWID;

CREATE TABLE order_folder_results (
  seq             INTEGER PRIMARY KEY,
  transaction_id  TEXT NOT NULL,
  status          TEXT NOT NULL,          -- LABEL_BOUGHT, CANCELLED
  at              TEXT NOT NULL,
  -- name of its file; '' until the row is assigned to one
  file            TEXT NOT NULL DEFAULT '',
  is_written      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE order_sources (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  name            TEXT NOT NULL,              -- as first written
  columns         TEXT NOT NULL DEFAULT '{}', -- JSON: column of orders → heading in its files
  demands         TEXT NOT NULL DEFAULT '[]', -- JSON: invoiceNumber, waybillNumber, paper
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

CREATE TABLE orders (
  id                    TEXT PRIMARY KEY,
  stamp                 TEXT NOT NULL,
  created_at            TEXT NOT NULL,
  updated_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  source_code           TEXT NOT NULL DEFAULT 'API',
  source_identifier     TEXT NOT NULL DEFAULT '',
  order_number          TEXT NOT NULL DEFAULT '',
  order_code            TEXT NOT NULL DEFAULT '',
  merchant_code         TEXT NOT NULL DEFAULT '',
  notes                 TEXT NOT NULL DEFAULT '',
  buyer_shipment_method TEXT NOT NULL DEFAULT '',
  buyer_shipping_cost   INTEGER NOT NULL DEFAULT 0, -- minor units
  -- minor units; collected at the door for cash on delivery
  total_amount          INTEGER NOT NULL DEFAULT 0,
  total_amount_currency TEXT NOT NULL DEFAULT '',
  total_tax             INTEGER NOT NULL DEFAULT 0,
  -- Hash of an imported order's rows in its file: a changed row reopens a cancelled order.
  content_hash          TEXT NOT NULL DEFAULT ''
, payer TEXT NOT NULL DEFAULT '', collection TEXT NOT NULL DEFAULT '', declared_value INTEGER NOT NULL DEFAULT 0, waybill_number TEXT NOT NULL DEFAULT '', invoice_number TEXT NOT NULL DEFAULT '', field_digests TEXT NOT NULL DEFAULT '') STRICT;

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
  -- The user who created the organization. An owner of the desk's organization may make tokens for
  -- this organization only if the owner is this user.
  founder_user_id           TEXT NOT NULL DEFAULT '',
  -- The default addresses are columns here, not flags on their rows: two stations that set a
  -- default at once still end with one.
  default_sender_address_id TEXT,
  default_return_address_id TEXT,
  invoice_address_id        TEXT,
  -- Look of an organization's labels. Frozen at each purchase: later changes do not affect labels
  -- bought before. Default layout of parcels: standard, compact.
  label_layout              TEXT NOT NULL DEFAULT 'standard',
  mask_phones               INTEGER NOT NULL DEFAULT 0, -- 1: masked on labels
  label_logo_id             TEXT -- id in label_logos; NULL: none
) STRICT;

CREATE TABLE outbox (
  -- never used twice: pruning keeps the newest row
  seq             INTEGER PRIMARY KEY,
  id              TEXT NOT NULL,
  hlc             TEXT NOT NULL,
  organization_id TEXT,
  topic           TEXT NOT NULL,
  subject_id      TEXT NOT NULL,
  -- member who created the subject, for limitedAccessUser
  visible_to      TEXT,
  -- JSON, a snapshot of the state at the fact; packed for a 'commit': db/packed-changes.ts
  payload         ANY NOT NULL,
  created_at      TEXT NOT NULL
) STRICT;

CREATE TABLE outbox_cursors (
  reader TEXT PRIMARY KEY,
  seq    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE packed_contents (
  organization_id TEXT NOT NULL,
  test            INTEGER NOT NULL,           -- 1: a test parcel
  contents        TEXT NOT NULL,
  purchase_id     TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  PRIMARY KEY (organization_id, test, contents, purchase_id)
) STRICT, WITHOUT ROWID;

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
  is_active       INTEGER NOT NULL DEFAULT 1,
  -- Order of an organization's boxes, which determines their digits on Pack. 0: in order of
  -- creation.
  position        INTEGER NOT NULL DEFAULT 0
, barcode TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE parcels (
  id                 TEXT PRIMARY KEY,
  stamp              TEXT NOT NULL,
  shipment_id        TEXT NOT NULL,
  position           INTEGER NOT NULL,
  length             REAL,                         -- in distance_unit; null: unknown
  width              REAL,
  height             REAL,
  distance_unit      TEXT NOT NULL DEFAULT 'cm',
  weight             REAL,                         -- in mass_unit
  mass_unit          TEXT NOT NULL DEFAULT 'kg',
  parcel_template_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE parked_changes (
  row_id     TEXT NOT NULL,
  table_name TEXT NOT NULL,
  field      TEXT NOT NULL,
  value      TEXT NOT NULL,           -- JSON
  stamp      TEXT NOT NULL,
  PRIMARY KEY (row_id, table_name, field)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE print_attempts (
  job_id       TEXT NOT NULL REFERENCES print_jobs (id) ON DELETE CASCADE,
  number       INTEGER NOT NULL,         -- from 1, as print_jobs.attempts
  outcome      TEXT NOT NULL,            -- SENDING, SENT, CONFIRMED, NOT SENT, UNKNOWN, FAILED
  printer_id   TEXT NOT NULL,
  printer_name TEXT NOT NULL,
  sent_hash    TEXT NOT NULL,            -- hash of the document as sent
  began_at     TEXT NOT NULL,            -- taken out of the queue
  prepared_at  TEXT NOT NULL,            -- drawn and verified
  claimed_at   TEXT NOT NULL,            -- SENDING written
  connected_at TEXT,
  sent_at      TEXT,                     -- the operating system had the last byte
  confirmed_at TEXT,
  ended_at     TEXT,                     -- null: being sent
  error        TEXT NOT NULL DEFAULT '', -- code and sentence, as print_jobs.last_error
  words        TEXT NOT NULL DEFAULT '', -- the printer's message
  PRIMARY KEY (job_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE print_batch_items (
  batch_id    TEXT NOT NULL REFERENCES print_batches (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,             -- from 1
  shipment_id TEXT NOT NULL,
  -- reason of a reprint; '': not printed before
  reason      TEXT NOT NULL DEFAULT '',
  job_id      TEXT,                         -- its current print job; null: not in the journal yet
  PRIMARY KEY (batch_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE print_batches (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  title           TEXT NOT NULL,
  sort            TEXT NOT NULL,            -- given, carrier, zone, product
  target          TEXT NOT NULL,            -- '': each label's own role; else 'printer <id>'
  status          TEXT NOT NULL,            -- RUNNING, PAUSED, DONE, STOPPED
  pause_reason    TEXT NOT NULL DEFAULT '', -- person, question, restart
  total           INTEGER NOT NULL
) STRICT;

CREATE TABLE print_job_tokens (
  job_id   TEXT NOT NULL PRIMARY KEY REFERENCES print_jobs (id) ON DELETE CASCADE,
  token_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE print_jobs (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  barcode         TEXT NOT NULL,
  -- role whose printer, at the time the job is taken, prints it
  role            TEXT NOT NULL DEFAULT 'label',
  printer_id      TEXT,                  -- printer that last received it; null before
  printer_name    TEXT NOT NULL DEFAULT '',
  is_reprint      INTEGER NOT NULL DEFAULT 0,
  status          TEXT NOT NULL,         -- QUEUED, SENDING, SENT, CONFIRMED, FAILED, UNKNOWN
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  last_error      TEXT NOT NULL DEFAULT '',
  -- the document to print; null: the shipment's label, drawn for the printer that takes it
  document_hash   TEXT,
  sent_hash       TEXT NOT NULL DEFAULT '', -- hash of the document as last sent
  sent_at         TEXT,
  confirmed_at    TEXT,
  -- Whether the label's symbols were read from the sent bytes: verified, unverifiable; '' before
  -- that.
  verification    TEXT NOT NULL DEFAULT '',
  -- LABEL; DOCUMENT: a program's file without a shipment; PAPER: printed with an order; TEST: a
  -- printer's test label
  kind            TEXT NOT NULL DEFAULT 'LABEL',
  title           TEXT NOT NULL DEFAULT '', -- title of a program's job
  copies          INTEGER NOT NULL DEFAULT 1,
  -- each copy is a separate attempt, so that a question concerns one copy
  copies_done     INTEGER NOT NULL DEFAULT 0,
  expires_at      TEXT, -- not started after this; null: waits indefinitely
  reprint_reason  TEXT NOT NULL DEFAULT '', -- why a person requested a reprint
  copy_number     INTEGER NOT NULL DEFAULT 0, -- the n-th reprint of the label; 0: the first print
  batch_id        TEXT, -- batch of labels that it belongs to
  answered_by     TEXT NOT NULL DEFAULT '', -- the member who last answered its unknown outcome
  answered_how    TEXT NOT NULL DEFAULT '', -- button, scan
  last_words      TEXT NOT NULL DEFAULT '', -- the printer's last message about the job
  -- Why a printed document is `unverifiable`: WRITING_LOST if some of its writing is not visible in
  -- black and white.
  doubt           TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE print_requests (
  id                TEXT PRIMARY KEY,
  stamp             TEXT NOT NULL,
  updated_at        TEXT NOT NULL,
  organization_id   TEXT NOT NULL,
  from_station_id   TEXT NOT NULL,
  from_station_name TEXT NOT NULL,
  to_station_id     TEXT NOT NULL,
  to_station_name   TEXT NOT NULL,
  printer_id        TEXT NOT NULL,
  printer_name      TEXT NOT NULL,
  shipment_id       TEXT NOT NULL,
  transaction_id    TEXT NOT NULL,        -- the purchase whose label to print; '': the one in force
  document          TEXT NOT NULL,        -- label, packingSlip
  copies            INTEGER NOT NULL,
  asked_by          TEXT NOT NULL,        -- member
  asked_at          TEXT NOT NULL,        -- this and the next column by the hub's clock
  expires_at        TEXT NOT NULL,        -- not started after this
  state             TEXT NOT NULL,        -- ASKED, TAKEN, PRINTED, FAILED, EXPIRED, CANCELLED
  -- code, tab, sentence: why it waits or was not printed; '' otherwise
  reason            TEXT NOT NULL,
  -- journal id at the printer's station; null until taken
  job_id            TEXT
) STRICT;

CREATE TABLE printer_knowledge (
  printer_id      TEXT NOT NULL,
  address         TEXT NOT NULL,         -- host:port
  -- first answer to a status request; null: never answered
  first_answer_at TEXT,
  last_answer_at  TEXT,
  asked_at        TEXT,                  -- last request without an answer
  model           TEXT NOT NULL DEFAULT '', -- its own name; '' until known
  firmware        TEXT NOT NULL DEFAULT '',
  dpi             INTEGER,
  -- how to count its labels: HQOD, SGD, none; '' until asked
  odometer        TEXT NOT NULL DEFAULT '',
  identified_at   TEXT,
  PRIMARY KEY (printer_id, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE privacy_rules (
  id                 TEXT PRIMARY KEY,      -- the organization's id
  stamp              TEXT NOT NULL,
  updated_at         TEXT NOT NULL,
  -- days after the last change of an ended parcel; 0: forever
  personal_data_days INTEGER NOT NULL,
  audit_days         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE product_barcodes (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  product_id      TEXT NOT NULL,
  barcode         TEXT NOT NULL,              -- as a scanner sends it
  scan_key        TEXT NOT NULL,              -- the form in which scans are compared
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

CREATE TABLE product_settings (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  -- 1: a weight that is unusual for the contents stops the purchase; 0: it only warns
  stops_weight    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE products (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  stock_code      TEXT NOT NULL,              -- as first written
  title           TEXT NOT NULL DEFAULT '',
  image_url       TEXT NOT NULL DEFAULT '',   -- http or https; '' without
  weight_grams    INTEGER NOT NULL DEFAULT 0, -- 0: unknown
  length_mm       INTEGER NOT NULL DEFAULT 0, -- 0: unknown
  width_mm        INTEGER NOT NULL DEFAULT 0,
  height_mm       INTEGER NOT NULL DEFAULT 0,
  shelf           TEXT NOT NULL DEFAULT '',
  words           TEXT NOT NULL DEFAULT '',   -- stock code, title and shelf, folded for the search
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

CREATE TABLE provider_accounts (
  id               TEXT PRIMARY KEY,
  stamp            TEXT NOT NULL,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  organization_id  TEXT NOT NULL,
  provider_code    TEXT NOT NULL,
  name             TEXT NOT NULL DEFAULT '',
  username         TEXT NOT NULL DEFAULT '',
  parameters       TEXT NOT NULL DEFAULT '{}', -- JSON, secrets in it masked
  -- sealed JSON { password, parameters }; null: none entered
  secrets          TEXT,
  version          TEXT NOT NULL DEFAULT '',
  rate_card_id     TEXT,                       -- null: the carrier's active card
  on_account       INTEGER NOT NULL DEFAULT 0, -- 1: settled with the carrier, not from the balance
  is_active        INTEGER NOT NULL DEFAULT 1,
  is_public        INTEGER NOT NULL DEFAULT 0,
  is_sharable      INTEGER NOT NULL DEFAULT 0,
  is_dynamic_price INTEGER NOT NULL DEFAULT 0,
  unlinked_at      TEXT
, connection TEXT NOT NULL DEFAULT '', connection_settings TEXT NOT NULL DEFAULT '{}', announces TEXT NOT NULL DEFAULT 'atOnce', cut_off TEXT NOT NULL DEFAULT '', pickup_at TEXT NOT NULL DEFAULT '', asks TEXT NOT NULL DEFAULT 'off') STRICT;

CREATE TABLE purchase_snapshots (
  id        TEXT PRIMARY KEY,         -- the transaction's id
  stamp     TEXT NOT NULL,
  sender_id TEXT NOT NULL,            -- id in frozen_addresses
  body      TEXT NOT NULL             -- JSON with its version: shipments/purchase-snapshot.ts
) STRICT;

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
, agreement_id TEXT NOT NULL DEFAULT '', valid_from TEXT NOT NULL DEFAULT '', valid_to TEXT) STRICT;

CREATE TABLE rate_requests (
  id         TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  request_no INTEGER NOT NULL,
  requested  INTEGER NOT NULL,
  completed  INTEGER NOT NULL,
  -- services without an offer, with the reason: JSON [{ providerCode, providerServiceCode, name,
  -- reason }]
  ineligible TEXT NOT NULL DEFAULT '[]',
  stamp      TEXT NOT NULL DEFAULT '0000000000000000.1'
) STRICT, WITHOUT ROWID;

CREATE TABLE row_clocks (
  row_id     TEXT NOT NULL,
  table_name TEXT NOT NULL,
  clocks     TEXT NOT NULL,           -- JSON { stamp: [field, …] }
  PRIMARY KEY (row_id, table_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE shared_printers (
  id              TEXT PRIMARY KEY,       -- id of the printer in its station's settings
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  station_id      TEXT NOT NULL,          -- station of the printer
  station_name    TEXT NOT NULL,
  name            TEXT NOT NULL,
  language        TEXT NOT NULL,
  dpi             INTEGER NOT NULL,
  width_mm        REAL NOT NULL,          -- paper size
  height_mm       REAL NOT NULL,
  state           TEXT NOT NULL,          -- state at its station; 'unknown' before its first answer
  is_shared       INTEGER NOT NULL        -- 0: no longer offered
) STRICT;

CREATE TABLE shipment_claims (
  shipment_id TEXT PRIMARY KEY,
  holder      TEXT NOT NULL            -- station
) STRICT, WITHOUT ROWID;

CREATE TABLE shipment_counts (
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  status          TEXT NOT NULL,
  n               INTEGER NOT NULL,
  PRIMARY KEY (organization_id, created_by, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE shipment_facts (
  shipment_id TEXT NOT NULL,
  id          TEXT NOT NULL,
  stamp       TEXT NOT NULL,
  -- events of the status machine, in order, separated by spaces: one action may be several moves
  events      TEXT NOT NULL,
  -- the transaction of a purchase, refusal or refund; the print job of a print
  source_id   TEXT,
  at          TEXT NOT NULL,
  PRIMARY KEY (shipment_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE shipment_papers (
  id              TEXT NOT NULL PRIMARY KEY,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  document_hash   TEXT NOT NULL,
  role            TEXT NOT NULL,          -- a4, packingSlip: role of its printer
  title           TEXT NOT NULL,
  copies          INTEGER NOT NULL,
  print_job_id    TEXT                    -- null until it is queued
) STRICT, WITHOUT ROWID;

CREATE TABLE shipments (
  seq                   INTEGER PRIMARY KEY,          -- not synced; stable key of the search index
  id                    TEXT NOT NULL UNIQUE,
  stamp                 TEXT NOT NULL,
  created_at            TEXT NOT NULL,
  updated_at            TEXT NOT NULL,
  organization_id       TEXT NOT NULL,
  -- organizationShipmentID; disconnected stations may have used it twice
  number                INTEGER NOT NULL,
  created_by            TEXT NOT NULL,                -- member
  test                  INTEGER NOT NULL,
  desi                  REAL NOT NULL DEFAULT 0,      -- volume / 3000, for lists and sorting
  sender_address_id     TEXT NOT NULL,
  return_address_id     TEXT NOT NULL,
  recipient_address_id  TEXT NOT NULL,
  order_id              TEXT,
  order_number          TEXT NOT NULL DEFAULT '',
  merchant_code         TEXT NOT NULL DEFAULT '',
  store_identifier      TEXT NOT NULL DEFAULT '',
  items                 TEXT NOT NULL DEFAULT '[]',   -- JSON
  metadata              TEXT NOT NULL DEFAULT '{}',   -- JSON
  payment_on_delivery   INTEGER NOT NULL DEFAULT 0,
  hide_contents         INTEGER NOT NULL DEFAULT 0,
  is_return             INTEGER NOT NULL DEFAULT 0,
  is_returned           INTEGER NOT NULL DEFAULT 0,
  original_shipment_id  TEXT,
  -- The following columns are folded from the shipment's facts and copied from the purchase they
  -- name, at each station separately.
  status                TEXT NOT NULL,                -- shipments/status-machine.ts
  -- the transaction whose label is or was in force
  purchase_id           TEXT,
  provider_code         TEXT NOT NULL DEFAULT '',
  provider_service_code TEXT NOT NULL DEFAULT '',
  provider_account_id   TEXT,
  amount_minor          INTEGER NOT NULL DEFAULT 0,
  barcode               TEXT NOT NULL DEFAULT '',
  tracking_number       TEXT NOT NULL DEFAULT '',
  tracking_url          TEXT NOT NULL DEFAULT '',
  label_file_type       TEXT NOT NULL DEFAULT '',
  shipment_date         TEXT,
  accepted_at           TEXT,                         -- packageAcceptedAt
  cancel_date           TEXT,
  last_error_code       TEXT,
  last_error_message    TEXT,
  -- 1: disconnected stations made changes that exclude each other; shown as E2053
  has_conflict          INTEGER NOT NULL DEFAULT 0,
  -- not synced; 1: in the indexes of lists: shipments/search-index.ts
  is_listed             INTEGER NOT NULL DEFAULT 0,
  -- Number of the box within its order: an order may be packed in several boxes, each a separate
  -- shipment.
  box_no                INTEGER NOT NULL DEFAULT 1,
  -- Why an order must not be packed now; '' when it may. Synced.
  hold_reason           TEXT NOT NULL DEFAULT '',
  -- Whether its label was sent to a printer of this station. Print jobs are deleted after some
  -- weeks; this stays.
  is_printed            INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE VIRTUAL TABLE shipments_search USING fts5 (
  text, content = '', contentless_delete = 1, prefix = '2 3 4 5 6 7 8 9 10 11 12',
  tokenize = 'unicode61 remove_diacritics 0'
);

CREATE TABLE sign_in_tries (
  subject         TEXT PRIMARY KEY,       -- member, or 'recovery'
  wrong           INTEGER NOT NULL,
  last_at         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE station_ends (
  id              TEXT PRIMARY KEY,       -- derived from the station and its incarnation
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  station_id      TEXT NOT NULL,
  incarnation     INTEGER NOT NULL,
  last_number     INTEGER NOT NULL,        -- the last row of its outbox that the hub had
  -- The hub's signed entry about the revoked station, without which an end stated by another
  -- station is ignored. Empty at an organization's own server.
  proof           TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE station_meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE stations (
  no   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE           -- "<station id>.<incarnation>"
) STRICT;

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

CREATE TABLE token_uses (
  token_id TEXT PRIMARY KEY,
  used_at  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tracking_asked (
  transaction_id TEXT PRIMARY KEY,
  account_id     TEXT NOT NULL,
  asked_at       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tracking_events (
  shipment_id   TEXT NOT NULL,
  id            TEXT NOT NULL,
  stamp         TEXT NOT NULL,
  created_at    TEXT NOT NULL,
  code          TEXT NOT NULL,
  sub_code      TEXT NOT NULL,
  details       TEXT NOT NULL DEFAULT '',
  status_date   TEXT NOT NULL,
  location_name TEXT NOT NULL DEFAULT '',
  location_lat  REAL,
  location_lng  REAL,
  -- whether it changed the shipment's status; 0: it matched no transition, and is only shown
  is_applied    INTEGER NOT NULL DEFAULT 0, source TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (shipment_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE transactions (
  id                 TEXT PRIMARY KEY,
  stamp              TEXT NOT NULL,
  created_at         TEXT NOT NULL,
  updated_at         TEXT NOT NULL,
  organization_id    TEXT NOT NULL,
  member_id          TEXT NOT NULL,
  shipment_id        TEXT NOT NULL,
  offer_id           TEXT NOT NULL,
  status             TEXT NOT NULL,              -- PENDING, DONE, FAILED, CANCELED
  total_minor        INTEGER NOT NULL,
  -- own agreement settled with the carrier, not from the balance
  on_account         INTEGER NOT NULL DEFAULT 0,
  is_custom_charge   INTEGER NOT NULL DEFAULT 0,
  old_balance_minor  INTEGER NOT NULL DEFAULT 0,
  new_balance_minor  INTEGER NOT NULL DEFAULT 0,
  is_refund          INTEGER NOT NULL DEFAULT 0,
  cancel_description TEXT NOT NULL DEFAULT '',
  error_code         TEXT,
  error_message      TEXT,
  -- Answer of the carrier.
  carrier_name       TEXT NOT NULL DEFAULT '',
  barcode            TEXT NOT NULL DEFAULT '',
  tracking_number    TEXT NOT NULL DEFAULT '',
  tracking_url       TEXT NOT NULL DEFAULT '',
  label_file_type    TEXT NOT NULL DEFAULT '',
  -- The next columns are not synced. is_own 1: made here, so this station asks the carrier and
  -- holds the money
  is_own             INTEGER NOT NULL DEFAULT 0,
  print_requested    INTEGER NOT NULL DEFAULT 0,
  -- member + body of a one-step purchase, so that a retry can join it
  request_hash       TEXT,
  -- when the answer was passed to the caller's connection
  answered_at        TEXT,
  -- branch or transfer centre that sorts the parcel, on its label; '' if the carrier names none
  routing_code       TEXT NOT NULL DEFAULT ''
, agreement_id TEXT NOT NULL DEFAULT '', old_debt_minor INTEGER NOT NULL DEFAULT 0, label_hash TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE unindexed_addresses (
  address_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE unindexed_shipments (
  seq INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE used_barcodes (
  provider_code TEXT NOT NULL,
  barcode       TEXT NOT NULL,
  PRIMARY KEY (provider_code, barcode)
) STRICT, WITHOUT ROWID;

CREATE TABLE waiting_rows (
  waits_for  TEXT NOT NULL,           -- id of the missing row
  table_name TEXT NOT NULL,
  row_id     TEXT NOT NULL,
  PRIMARY KEY (waits_for, table_name, row_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_deliveries (
  id          TEXT PRIMARY KEY,          -- derived from webhook and event: equal at each station
  created_at  TEXT NOT NULL,             -- when the event was made
  updated_at  TEXT NOT NULL,
  webhook_id  TEXT NOT NULL,
  fact_seq    INTEGER NOT NULL,          -- 0: the event has not arrived at this station
  -- the outbox row's id: X-Event-ID, equal at every attempt and station
  event_id    TEXT NOT NULL,
  shipment_id TEXT NOT NULL,
  state       TEXT NOT NULL,             -- PENDING, DELIVERED, GIVEN_UP
  is_own      INTEGER NOT NULL,          -- the event was made at this station
  is_queued   INTEGER NOT NULL,          -- its job is in this station's queue
  -- until when it waits, because another disconnected station made the event and may have delivered
  -- it; '' otherwise
  held_until  TEXT NOT NULL
) STRICT;

CREATE TABLE webhooks (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  type            TEXT NOT NULL,
  url             TEXT NOT NULL,
  header_name     TEXT NOT NULL,
  -- the header's value, a password of another service, encrypted; null: none
  sealed_header   TEXT,
  format          TEXT NOT NULL,         -- 'shipment': the shipment is sent without an envelope
  is_active       INTEGER NOT NULL,
  signing_secret  TEXT NOT NULL,         -- sealed by webhooks/signing.ts
  since_seq       INTEGER NOT NULL,      -- facts after this one are delivered
  deleted_at      TEXT,
  stamp           TEXT NOT NULL DEFAULT '0000000000000000.1',
  -- station that registered it, which alone may call a receiver on its own machine
  home            TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX address_book_by_person
  ON address_book (organization_id, is_recipient, person_key)
  WHERE is_active = 1 AND person_key <> '';

CREATE INDEX address_book_by_phone
  ON address_book (organization_id, is_recipient, phone_key)
  WHERE is_active = 1 AND phone_key <> '';

CREATE INDEX address_book_listed
  ON address_book (organization_id, is_recipient, ordered_at DESC, seq DESC) WHERE is_active = 1;

CREATE INDEX address_book_saved
  ON address_book (organization_id, is_recipient, seq DESC) WHERE is_active = 1;

CREATE INDEX address_book_used
  ON address_book (organization_id, is_recipient, shipments DESC, seq DESC) WHERE is_active = 1;

CREATE INDEX addresses_by_phone ON addresses (
  organization_id,
  substr(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), '/', ''), -10),
  district_id
) WHERE phone <> '';

CREATE INDEX addresses_by_short_name
  ON addresses (organization_id, short_name) WHERE is_recipient = 0;

CREATE INDEX addresses_listed
  ON addresses (organization_id, is_recipient, created_at DESC, id)
  WHERE is_saved = 1 AND is_active = 1;

CREATE INDEX agreement_payments_by_agreement ON agreement_payments (agreement_id, paid_on, id);

CREATE INDEX agreements_by_organization ON agreements (organization_id) WHERE is_active = 1;

CREATE INDEX announcement_files_by_account
  ON announcement_files (organization_id, account_id, created_at);

CREATE INDEX announcements_of_file ON announcements (file_id) WHERE file_id <> '';

CREATE INDEX announcements_open
  ON announcements (organization_id, state, id, account_id, station_id, file_id)
  WHERE state IN ('WAITING', 'REFUSED', 'UNCERTAIN');

CREATE INDEX api_tokens_by_hash ON api_tokens (token_hash);

CREATE INDEX api_tokens_by_organization
  ON api_tokens (organization_id, created_at) WHERE revoked_at IS NULL;

CREATE INDEX audit_by_kind ON audit_entries (organization_id, kind, id);

CREATE INDEX audit_by_member ON audit_entries (organization_id, member_id, id);

CREATE INDEX audit_by_time ON audit_entries (organization_id, id);

CREATE INDEX badges_by_hash ON badges (badge_hash);

CREATE INDEX badges_of_organization ON badges (organization_id, created_at, id);

CREATE INDEX barcode_ranges_by_agreement ON barcode_ranges (agreement_id);

CREATE INDEX barcode_ranges_by_carrier ON barcode_ranges (organization_id, provider_code);

CREATE INDEX carrier_charges_by_day ON carrier_charges (organization_id, invoiced_on, id);

CREATE INDEX carrier_charges_by_shipment ON carrier_charges (shipment_id) WHERE shipment_id <> '';

CREATE INDEX cash_receipts_by_carrier ON cash_receipts (organization_id, provider_code, reference);

CREATE INDEX choosing_rules_by_organization
  ON choosing_rules (organization_id, position) WHERE is_active = 1;

CREATE INDEX commits_set_aside_by_reason ON commits_set_aside (reason, hlc, id);

CREATE INDEX commits_set_aside_by_station ON commits_set_aside (station_id, reason);

CREATE INDEX commits_set_aside_by_time ON commits_set_aside (created_at);

CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_id, at, id);

CREATE INDEX documents_by_shipment
  ON documents (shipment_id, kind, language, dpi) WHERE shipment_id IS NOT NULL;

CREATE INDEX documents_by_use ON documents (source, used_at, size);

CREATE INDEX documents_to_share
  ON documents (used_at) WHERE source = 'downloaded' AND shared_at IS NULL;

CREATE INDEX erasures_by_time ON erasures (organization_id, created_at);

CREATE INDEX erasures_on_request ON erasures (organization_id, created_at) WHERE cause = 'request';

CREATE INDEX hand_overs_by_time ON hand_overs (organization_id, created_at);

CREATE INDEX hand_overs_ending ON hand_overs (state) WHERE state = 'ENDING';

CREATE INDEX handed_over_of_shipment ON handed_over (shipment_id, scanned_at);

CREATE INDEX handed_over_of_transaction ON handed_over (transaction_id, state, scanned_at);

CREATE INDEX handed_over_open
  ON handed_over (organization_id, provider_code, scanned_at, transaction_id)
  WHERE state = 'LOADED' AND hand_over_id = '';

CREATE INDEX handed_over_together
  ON handed_over (hand_over_id, transaction_id, state, scanned_at, provider_code, shipment_id)
  WHERE hand_over_id <> '';

CREATE INDEX handled_parcels_by_shipment ON handled_parcels (shipment_id, event_id);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE INDEX item_ticks_by_time ON item_ticks (updated_at);

CREATE INDEX jobs_due ON jobs (lane, next_attempt_at) WHERE state = 'WAITING';

CREATE INDEX jobs_ended ON jobs (updated_at) WHERE state IN ('DONE', 'REFUSED');

CREATE INDEX jobs_for_people
  ON jobs (organization_id, kind, updated_at) WHERE state = 'NEEDS_PERSON';

CREATE INDEX jobs_in_order
  ON jobs (sequence, position) WHERE state IN ('WAITING', 'RUNNING') AND sequence <> '';

CREATE UNIQUE INDEX jobs_once ON jobs (kind, subject_id);

CREATE INDEX jobs_running ON jobs (created_at, id) WHERE state = 'RUNNING';

CREATE INDEX joined_orders_of_first ON joined_orders (first_id);

CREATE INDEX joined_orders_of_packed ON joined_orders (packed_in) WHERE packed_in <> '';

CREATE INDEX joined_orders_of_shipment ON joined_orders (shipment_id);

CREATE INDEX label_files_by_hash ON label_files (hash);

CREATE INDEX label_files_by_shipment ON label_files (shipment_id);

CREATE INDEX ledger_adjustments_by_reference
  ON ledger_entries (organization_id, reference)
  WHERE kind = 'ADJUSTMENT' AND transaction_id IS NULL;

CREATE INDEX ledger_anchors_by_chain
  ON ledger_anchors (organization_id, station_id, incarnation, n);

CREATE INDEX ledger_by_chain ON ledger_entries (organization_id, station_id, incarnation, n);

CREATE INDEX ledger_by_transaction
  ON ledger_entries (transaction_id, kind) WHERE transaction_id IS NOT NULL;

CREATE INDEX ledger_topups_by_reference
  ON ledger_entries (organization_id, reference) WHERE kind = 'TOPUP';

CREATE INDEX members_by_email ON members (lower(email)) WHERE email <> '';

CREATE INDEX members_by_organization ON members (organization_id, user_id);

CREATE INDEX members_by_user ON members (user_id);

CREATE INDEX move_in_questions_chosen ON move_in_questions (account_id, kind, key) WHERE state = 'CHOSEN';

CREATE INDEX move_in_rows_by_place ON move_in_rows (account_id, place) WHERE place <> '';

CREATE INDEX move_ins_by_organization ON move_ins (organization_id, created_at);

CREATE INDEX offers_by_shipment ON offers (shipment_id, request_no, total_minor, id);

CREATE INDEX open_parcels_board
  ON open_parcels (organization_id, step, last_at, is_handled, reason, due_at, provider_code,
      created_by);

CREATE INDEX open_parcels_delivered ON open_parcels (last_at) WHERE step = 'DELIVERED';

CREATE INDEX open_parcels_reported
  ON open_parcels (organization_id, reason, last_at, created_by)
  WHERE reason <> '' AND is_handled = 0;

CREATE INDEX order_changes_of_order ON order_changes (order_id);

CREATE INDEX order_changes_open ON order_changes (organization_id, arrived_at, id)
  WHERE version <> '' AND version <> applied AND version <> dismissed;

CREATE INDEX order_folder_files_by_time ON order_folder_files (at);

CREATE INDEX order_folder_files_of_organization ON order_folder_files (organization_id, at, id);

CREATE INDEX order_folder_files_of_shipment
  ON order_folder_files (shipment_id) WHERE shipment_id <> '';

CREATE INDEX order_folder_files_open
  ON order_folder_files (id) WHERE state IN ('WAITING', 'ATTACHED');

CREATE UNIQUE INDEX order_folder_results_once ON order_folder_results (transaction_id, status);

CREATE INDEX order_folder_results_waiting ON order_folder_results (seq) WHERE is_written = 0;

CREATE INDEX order_sources_listed ON order_sources (organization_id, name) WHERE is_active = 1;

CREATE INDEX packed_contents_of_shipment ON packed_contents (shipment_id);

CREATE INDEX parcel_templates_by_organization
  ON parcel_templates (organization_id, created_at) WHERE is_active = 1;

CREATE INDEX parked_changes_by_table ON parked_changes (table_name, field);

CREATE INDEX parked_changes_by_time ON parked_changes (stamp);

CREATE INDEX pickups_by_day ON pickups (account_id, day, updated_at);

CREATE INDEX print_batch_items_by_shipment ON print_batch_items (shipment_id);

CREATE INDEX print_batch_items_waiting
  ON print_batch_items (batch_id, position) WHERE job_id IS NULL;

CREATE INDEX print_batches_by_time ON print_batches (organization_id, created_at);

CREATE INDEX print_batches_open ON print_batches (status) WHERE status IN ('RUNNING', 'PAUSED');

CREATE INDEX print_job_tokens_by_token ON print_job_tokens (token_id, job_id);

CREATE INDEX print_jobs_by_batch ON print_jobs (batch_id, status) WHERE batch_id IS NOT NULL;

CREATE INDEX print_jobs_by_document
  ON print_jobs (document_hash, status) WHERE document_hash IS NOT NULL;

CREATE INDEX print_jobs_by_member ON print_jobs (organization_id, created_by, status, created_at);

CREATE INDEX print_jobs_by_shipment ON print_jobs (shipment_id, created_at);

CREATE INDEX print_jobs_by_status ON print_jobs (status, organization_id, created_at);

CREATE INDEX print_jobs_by_time ON print_jobs (organization_id, created_at);

CREATE INDEX print_jobs_expiring
  ON print_jobs (expires_at) WHERE status = 'QUEUED' AND expires_at IS NOT NULL;

CREATE UNIQUE INDEX print_jobs_first_once
  ON print_jobs (shipment_id) WHERE is_reprint = 0 AND kind = 'LABEL' AND shipment_id <> '';

CREATE INDEX print_jobs_queue ON print_jobs (role, next_attempt_at, id) WHERE status = 'QUEUED';

CREATE INDEX print_jobs_waiting_why ON print_jobs (role, last_error, id) WHERE status = 'QUEUED';

CREATE INDEX print_requests_by_shipment ON print_requests (shipment_id, id);

CREATE INDEX print_requests_from ON print_requests (organization_id, from_station_id, id);

CREATE INDEX print_requests_open_from
  ON print_requests (from_station_id, id) WHERE state IN ('ASKED', 'TAKEN');

CREATE INDEX print_requests_open_to
  ON print_requests (to_station_id, id) WHERE state IN ('ASKED', 'TAKEN');

CREATE INDEX print_requests_to ON print_requests (organization_id, to_station_id, id);

CREATE INDEX product_barcodes_by_key ON product_barcodes (organization_id, scan_key, product_id)
  WHERE is_active = 1;

CREATE INDEX product_barcodes_of_product ON product_barcodes (product_id, barcode)
  WHERE is_active = 1;

CREATE INDEX products_listed ON products (organization_id, stock_code, id, words)
  WHERE is_active = 1;

CREATE INDEX provider_accounts_linked
  ON provider_accounts (organization_id, created_at, id) WHERE unlinked_at IS NULL;

CREATE INDEX rate_cards_by_agreement ON rate_cards (agreement_id, valid_from) WHERE is_active = 1;

CREATE INDEX rate_cards_by_organization ON rate_cards (organization_id) WHERE is_active = 1;

CREATE INDEX shared_printers_by_station ON shared_printers (station_id);

CREATE INDEX shipment_papers_by_shipment ON shipment_papers (shipment_id, id);

CREATE INDEX shipment_papers_waiting ON shipment_papers (document_hash) WHERE print_job_id IS NULL;

CREATE INDEX shipments_by_amount
  ON shipments (organization_id, amount_minor, number) WHERE is_listed = 1;

CREATE INDEX shipments_by_barcode ON shipments (barcode) WHERE barcode <> '';

CREATE INDEX shipments_by_created ON shipments (organization_id, created_at) WHERE is_listed = 1;

CREATE INDEX shipments_by_desi ON shipments (organization_id, desi, number) WHERE is_listed = 1;

CREATE INDEX shipments_by_member
  ON shipments (organization_id, created_by, number) WHERE is_listed = 1;

CREATE INDEX shipments_by_merchant
  ON shipments (organization_id, merchant_code) WHERE is_listed = 1 AND merchant_code <> '';

CREATE INDEX shipments_by_number ON shipments (organization_id, number);

CREATE INDEX shipments_by_order_number
  ON shipments (organization_id, order_number) WHERE order_number <> '';

CREATE INDEX shipments_by_printed
  ON shipments (organization_id, is_printed, number) WHERE is_listed = 1;

CREATE INDEX shipments_by_recipient ON shipments (recipient_address_id) WHERE is_listed = 1;

CREATE INDEX shipments_by_return_sender ON shipments (sender_address_id) WHERE is_return = 1;

CREATE INDEX shipments_by_service
  ON shipments (organization_id, provider_service_code, number)
  WHERE is_listed = 1 AND provider_service_code <> '';

CREATE INDEX shipments_by_status ON shipments (organization_id, status, number) WHERE is_listed = 1;

CREATE INDEX shipments_by_store
  ON shipments (organization_id, store_identifier) WHERE is_listed = 1 AND store_identifier <> '';

CREATE INDEX shipments_by_tracking_number
  ON shipments (tracking_number) WHERE tracking_number <> '' AND tracking_number <> barcode;

CREATE INDEX shipments_by_updated ON shipments (organization_id, updated_at) WHERE is_listed = 1;

CREATE INDEX shipments_collecting
  ON shipments (organization_id, status) WHERE payment_on_delivery = 1;

CREATE INDEX shipments_ended
  ON shipments (organization_id, updated_at)
  WHERE is_listed = 1 AND status IN ('DELIVERED', 'RETURNED', 'CANCELED');

CREATE INDEX shipments_held ON shipments (organization_id, number) WHERE hold_reason <> '';

CREATE INDEX shipments_in_conflict
  ON shipments (organization_id, updated_at) WHERE has_conflict = 1;

CREATE INDEX shipments_of_cash ON shipments (organization_id, number) WHERE payment_on_delivery = 1;

CREATE INDEX shipments_of_return
  ON shipments (original_shipment_id) WHERE original_shipment_id IS NOT NULL;

CREATE INDEX shipments_of_test ON shipments (organization_id, number) WHERE test = 1;

CREATE INDEX shipments_returned ON shipments (organization_id, number) WHERE is_returned = 1;

CREATE INDEX shipments_returns_under_way
  ON shipments (organization_id, provider_code, created_by)
  WHERE is_return = 1 AND status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED');

CREATE INDEX shipments_returns_waiting
  ON shipments (organization_id, number)
  WHERE is_return = 1 AND (status = 'CREATED' OR status = 'GOT_OFFERS');

CREATE INDEX shipments_waiting
  ON shipments (organization_id, status, number) WHERE status = 'CREATED' OR status = 'GOT_OFFERS';

CREATE INDEX shipments_waiting_by_recipient ON shipments (recipient_address_id)
  WHERE status IN ('CREATED', 'GOT_OFFERS');

CREATE INDEX station_ends_by_station ON station_ends (station_id, incarnation);

CREATE INDEX status_codes_by_carrier ON status_codes (organization_id, provider_code, code);

CREATE INDEX status_files_by_carrier ON status_files (organization_id, provider_code, created_at);

CREATE INDEX tracking_asked_by_account ON tracking_asked (account_id, asked_at);

CREATE INDEX transactions_done_by_time
  ON transactions (organization_id, updated_at) WHERE status = 'DONE';

CREATE INDEX transactions_open ON transactions (organization_id) WHERE status = 'PENDING';

CREATE INDEX transactions_unanswered
  ON transactions (created_at, request_hash, id, status)
  WHERE answered_at IS NULL AND request_hash IS NOT NULL;

CREATE INDEX transactions_voided ON transactions (barcode) WHERE status = 'CANCELED';

CREATE INDEX webhook_deliveries_by_shipment ON webhook_deliveries (shipment_id, created_at);

CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);

CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE state <> 'PENDING';

CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id);

CREATE INDEX webhook_deliveries_open ON webhook_deliveries (fact_seq) WHERE state = 'PENDING';

CREATE INDEX webhook_deliveries_waiting
  ON webhook_deliveries (webhook_id, fact_seq) WHERE state = 'PENDING' AND is_queued = 0;

CREATE INDEX webhooks_by_organization
  ON webhooks (organization_id, created_at) WHERE deleted_at IS NULL;
