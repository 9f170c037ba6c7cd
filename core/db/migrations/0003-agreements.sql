-- min_reader: 3

-- Agreements with carriers. The rate cards are their versions.
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

CREATE INDEX agreements_by_organization ON agreements (organization_id) WHERE is_active = 1;

-- Barcode ranges of agreements. Carrier, prefix and first number name the range in number_ranges.
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

CREATE INDEX barcode_ranges_by_carrier ON barcode_ranges (organization_id, provider_code);
CREATE INDEX barcode_ranges_by_agreement ON barcode_ranges (agreement_id);

ALTER TABLE rate_cards ADD COLUMN agreement_id TEXT NOT NULL DEFAULT '';
ALTER TABLE rate_cards ADD COLUMN valid_from TEXT NOT NULL DEFAULT ''; -- a Turkish midnight
ALTER TABLE rate_cards ADD COLUMN valid_to TEXT;                       -- null: no end

CREATE INDEX rate_cards_by_agreement ON rate_cards (agreement_id, valid_from) WHERE is_active = 1;

-- A card of an earlier version names no agreement. It becomes the only version of an agreement with
-- the same id, at each station alike.
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

INSERT INTO agreements (id, stamp, created_at, updated_at, organization_id, provider_code, name,
                        tracking_url, needs_account, is_sample, is_active)
SELECT id, stamp, created_at, updated_at, organization_id, provider_code, name,
       tracking_url, needs_account, is_sample, is_active
  FROM agreements_of_cards;

INSERT INTO barcode_ranges (id, stamp, created_at, updated_at, organization_id, agreement_id,
                            provider_code, prefix, first, last, width)
SELECT id, stamp, created_at, created_at, organization_id, id, provider_code, prefix, first, last,
       length(last)
  FROM agreements_of_cards
 WHERE first IS NOT NULL AND last IS NOT NULL;

UPDATE rate_cards
   SET agreement_id = id,
       valid_from = (SELECT valid_from FROM agreements_of_cards AS a WHERE a.id = rate_cards.id),
       valid_to = (SELECT valid_to FROM agreements_of_cards AS a WHERE a.id = rate_cards.id)
 WHERE json_valid(card);

-- A purchase names its version, so a version's prices never change.
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

-- Terms of an order for its carrier; most orders have none.
ALTER TABLE orders ADD COLUMN payer TEXT NOT NULL DEFAULT '';               -- recipient; '': the sender
ALTER TABLE orders ADD COLUMN collection TEXT NOT NULL DEFAULT '';          -- cash, card; '': in cash
ALTER TABLE orders ADD COLUMN declared_value INTEGER NOT NULL DEFAULT 0;    -- minor units; 0: none
ALTER TABLE orders ADD COLUMN waybill_number TEXT NOT NULL DEFAULT '';

-- The day of the promised delivery, and the lines of the price.
ALTER TABLE offers ADD COLUMN promised_on TEXT NOT NULL DEFAULT '';  -- YYYY-MM-DD, Turkish
ALTER TABLE offers ADD COLUMN price_lines TEXT NOT NULL DEFAULT '';  -- JSON; '': not given

DROP VIEW parcel_states;

CREATE VIEW parcel_states AS
SELECT s.seq,
       s.id AS shipment_id,
       s.organization_id,
       s.created_by,
       s.provider_code,
       CASE WHEN s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED') THEN 'BOUGHT'
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
       coalesce(e.status_date, x.body ->> '$.label.createdAt', s.updated_at) AS last_at,
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
 WHERE s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'RETURN_SHIPPED', 'FAILED',
                    'DELIVERED', 'RETURNED');


-- The agreement that invoices a label, and the organization's debt before the purchase.
ALTER TABLE transactions ADD COLUMN agreement_id TEXT NOT NULL DEFAULT ''; -- '': paid from the balance
ALTER TABLE transactions ADD COLUMN old_debt_minor INTEGER NOT NULL DEFAULT 0;

UPDATE transactions
   SET agreement_id = coalesce((SELECT x.body ->> '$.offer.carrier_id'
                                  FROM purchase_snapshots AS x
                                 WHERE x.id = transactions.id), '')
 WHERE on_account = 1;

-- Payments to carriers for labels on account; a correction has the opposite sign.
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

CREATE INDEX agreement_payments_by_agreement ON agreement_payments (agreement_id, paid_on, id);

-- Debt of each agreement: labels in force that are on account, and payments. Kept by triggers from
-- rows of this and other stations; not synced.
CREATE TABLE agreement_debts (
  organization_id TEXT NOT NULL,
  agreement_id    TEXT NOT NULL,
  bought_minor    INTEGER NOT NULL DEFAULT 0,
  paid_minor      INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, agreement_id)
) STRICT, WITHOUT ROWID;

INSERT INTO agreement_debts (organization_id, agreement_id, bought_minor)
SELECT organization_id, agreement_id, sum(total_minor)
  FROM transactions
 WHERE on_account = 1 AND status = 'DONE'
 GROUP BY organization_id, agreement_id;

CREATE TRIGGER debts_by_purchase AFTER INSERT ON transactions
WHEN NEW.on_account = 1 AND NEW.status = 'DONE' BEGIN
  INSERT INTO agreement_debts (organization_id, agreement_id, bought_minor)
  VALUES (NEW.organization_id, NEW.agreement_id, NEW.total_minor)
      ON CONFLICT DO UPDATE SET bought_minor = bought_minor + excluded.bought_minor;
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

CREATE TRIGGER debts_by_deleted_payment AFTER DELETE ON agreement_payments BEGIN
  UPDATE agreement_debts
     SET paid_minor = paid_minor - OLD.amount_minor
   WHERE organization_id = OLD.organization_id AND agreement_id = OLD.agreement_id;
END;
