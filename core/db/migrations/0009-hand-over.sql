-- min_reader: 1

-- A carrier's truck whose loading has ended: its manifest lists the rows of handed_over that name it.
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

CREATE INDEX hand_overs_by_time ON hand_overs (organization_id, created_at);

-- The few that a crash may have interrupted.
CREATE INDEX hand_overs_ending ON hand_overs (state) WHERE state = 'ENDING';

-- A label that was scanned onto its carrier's truck: one row for a label, whose id follows from the
-- transaction, so that stations that scan it while disconnected write the same row.
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

CREATE INDEX handed_over_of_transaction ON handed_over (transaction_id, state, scanned_at);

CREATE INDEX handed_over_of_shipment ON handed_over (shipment_id, scanned_at);

CREATE INDEX handed_over_open
  ON handed_over (organization_id, provider_code, scanned_at, transaction_id)
  WHERE state = 'LOADED' AND hand_over_id = '';

CREATE INDEX handed_over_together
  ON handed_over (hand_over_id, transaction_id, state, scanned_at, provider_code, shipment_id)
  WHERE hand_over_id <> '';

-- The step HANDED_OVER is between the purchase and the first scan of the carrier.
DROP VIEW parcel_states;
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

CREATE TRIGGER open_parcels_by_load AFTER INSERT ON handed_over BEGIN
  DELETE FROM open_parcels WHERE seq = (SELECT seq FROM shipments WHERE id = NEW.shipment_id);
  INSERT INTO open_parcels
  SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id,
         is_handled
    FROM parcel_states
   WHERE shipment_id = NEW.shipment_id AND NOT (step = 'RETURNED' AND is_handled);
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
