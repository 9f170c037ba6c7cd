-- min_reader: 16
-- A person has dealt with a parcel that needed attention. It holds until the parcel's next event. Rows are added and never changed.
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
CREATE INDEX handled_parcels_by_shipment ON handled_parcels (shipment_id, event_id);

-- Parcels that are on the board: all that are not delivered, and those delivered in the last days. Triggers keep it, whichever station a change comes from.
CREATE TABLE open_parcels (
  seq             INTEGER PRIMARY KEY,    -- of shipments
  organization_id TEXT NOT NULL,
  created_by      TEXT NOT NULL,
  provider_code   TEXT NOT NULL,
  step            TEXT NOT NULL,          -- BOUGHT, ON_ITS_WAY, OUT_FOR_DELIVERY, DELIVERED, RETURNED
  reason          TEXT NOT NULL,          -- LOST, UNDELIVERABLE, DAMAGED, RETURNED; '' without
  last_at         TEXT NOT NULL,          -- of its newest event; of its purchase before any
  due_at          TEXT,                   -- end of the promised day by Turkish time, as frozen at purchase; NULL: none was promised
  event_id        TEXT NOT NULL,          -- its newest event; '' before any
  is_handled      INTEGER NOT NULL
) STRICT;
CREATE INDEX open_parcels_board ON open_parcels (organization_id, step, last_at, is_handled, reason, due_at, provider_code, created_by);
-- Those that a carrier reports as needing attention, until a person has handled them.
CREATE INDEX open_parcels_reported ON open_parcels (organization_id, reason, last_at, created_by) WHERE reason <> '' AND is_handled = 0;
CREATE INDEX open_parcels_delivered ON open_parcels (last_at) WHERE step = 'DELIVERED';

-- What `open_parcels` keeps of a shipment, computed from its status, its events and its handled marks. Their order of arrival does not change it.
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
            WHEN s.status = 'FAILED' AND 'package_lost' = (SELECT sub_code FROM tracking_events WHERE shipment_id = s.id AND code = 'FAILURE' ORDER BY status_date DESC, id DESC LIMIT 1) THEN 'LOST'
            WHEN s.status = 'FAILED' THEN 'UNDELIVERABLE'
            -- A later scan does not mend it: it stays until a person has handled it.
            WHEN s.status <> 'DELIVERED' AND EXISTS (
              SELECT 1
                FROM tracking_events AS d
               WHERE d.shipment_id = s.id AND d.is_applied = 1 AND d.sub_code = 'package_damaged'
                 AND NOT EXISTS (SELECT 1 FROM handled_parcels AS h JOIN tracking_events AS seen ON seen.shipment_id = h.shipment_id AND seen.id = h.event_id
                                  WHERE h.shipment_id = s.id AND seen.status_date >= d.status_date)) THEN 'DAMAGED'
            ELSE ''
       END AS reason,
       coalesce(e.status_date, x.body ->> '$.label.createdAt', s.updated_at) AS last_at,
       CASE WHEN x.body ->> '$.offer.schedule_date' IS NOT NULL THEN (x.body ->> '$.offer.schedule_date') || 'T21:00:00.000Z'
            WHEN x.body ->> '$.offer.estimated_hours' > 0 THEN strftime('%Y-%m-%dT21:00:00.000Z', x.body ->> '$.label.createdAt', '+3 hours', '+' || (x.body ->> '$.offer.estimated_hours') || ' hours')
       END AS due_at,
       coalesce(e.id, '') AS event_id,
       EXISTS (SELECT 1 FROM handled_parcels AS h WHERE h.shipment_id = s.id AND h.event_id = coalesce(e.id, '')) AS is_handled
  FROM shipments AS s
  LEFT JOIN tracking_events AS e ON e.shipment_id = s.id
                                -- A second attempt that failed moves no status and is new all the same; after the end nothing is.
                                AND e.id = (SELECT id FROM tracking_events WHERE shipment_id = s.id AND (is_applied = 1 OR s.status NOT IN ('DELIVERED', 'RETURNED')) ORDER BY status_date DESC, id DESC LIMIT 1)
  LEFT JOIN purchase_snapshots AS x ON x.id = s.purchase_id
 WHERE s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'RETURN_SHIPPED', 'FAILED', 'DELIVERED', 'RETURNED');

CREATE TRIGGER open_parcels_by_status AFTER UPDATE OF status, purchase_id, created_by ON shipments
WHEN (NEW.status <> OLD.status OR NEW.purchase_id IS NOT OLD.purchase_id OR NEW.created_by <> OLD.created_by)
 AND (NEW.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED') OR OLD.status NOT IN ('CREATED', 'GOT_OFFERS', 'OFFER_ACCEPTED')) BEGIN
  DELETE FROM open_parcels WHERE seq = NEW.seq;
  INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
    FROM parcel_states WHERE seq = NEW.seq AND NOT (step = 'RETURNED' AND is_handled);
END;
CREATE TRIGGER open_parcels_by_event AFTER INSERT ON tracking_events BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
    FROM parcel_states WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
  -- Each delivery takes away a few of those before yesterday.
  DELETE FROM open_parcels WHERE NEW.code = 'DELIVERED' AND seq IN (SELECT seq FROM open_parcels WHERE step = 'DELIVERED' AND last_at < strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at, '-2 days') LIMIT 4);
END;
CREATE TRIGGER open_parcels_by_fold AFTER UPDATE OF is_applied ON tracking_events WHEN NEW.is_applied <> OLD.is_applied BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
    FROM parcel_states WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;
CREATE TRIGGER open_parcels_by_hand AFTER INSERT ON handled_parcels BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
    FROM parcel_states WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
END;

-- Those that are here already. Delivered ones of the last day alone.
INSERT INTO open_parcels SELECT p.seq, p.organization_id, p.created_by, p.provider_code, p.step, p.reason, p.last_at, p.due_at, p.event_id, p.is_handled
  FROM shipments AS s
  JOIN parcel_states AS p ON p.seq = s.seq
 WHERE s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED', 'SHIPPED', 'RETURN_SHIPPED', 'FAILED', 'RETURNED')
    OR (s.status = 'DELIVERED' AND s.updated_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day'));
