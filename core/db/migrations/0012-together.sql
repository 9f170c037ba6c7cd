-- min_reader: 1

-- The number of the order's invoice, which some carriers and inspections ask for.
ALTER TABLE orders ADD COLUMN invoice_number TEXT NOT NULL DEFAULT '';

-- An order that is packed with another order of its recipient: its shipment is cancelled unbought,
-- and its items go in the parcel of `first_id`. One row for a shipment, whose id follows from it,
-- so that stations that join it while disconnected write the same row.
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

CREATE INDEX joined_orders_of_first ON joined_orders (first_id);

CREATE INDEX joined_orders_of_packed ON joined_orders (packed_in) WHERE packed_in <> '';

-- Recipients are first compared by the last ten digits of their phones, and by their districts,
-- since a shop may write one phone for all recipients. The query must have the same expression:
-- `PHONE_DIGITS` in joined-orders.store.ts.
CREATE INDEX addresses_by_phone ON addresses (
  organization_id,
  substr(replace(replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), '/', ''), -10),
  district_id
) WHERE phone <> '';

-- The shipments that wait for a label, by recipient.
CREATE INDEX shipments_waiting_by_recipient ON shipments (recipient_address_id)
  WHERE status IN ('CREATED', 'GOT_OFFERS');

-- `joined`: the orders whose items are in the parcel; null for almost all shipments. A waiting
-- shipment has those that are joined now, a bought one those that its purchase has frozen.
DROP VIEW whole_shipments;
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

-- Labels that this desk has printed and that must be scanned back from their parcels. Local.
CREATE TABLE labels_to_scan (
  transaction_id TEXT PRIMARY KEY,
  shipment_id    TEXT NOT NULL,
  created_at     TEXT NOT NULL,
  -- the order that was scanned meanwhile and is opened after the label; '' for none
  next_code      TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
