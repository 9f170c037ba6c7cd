-- min_reader: 31
-- A parcel that was bought in one step is inserted as bought: it stands on the board from then on, and not only from its first event.
CREATE TRIGGER open_parcels_by_purchase AFTER INSERT ON shipments WHEN NEW.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED') BEGIN
  INSERT INTO open_parcels SELECT seq, organization_id, created_by, provider_code, step, reason, last_at, due_at, event_id, is_handled
    FROM parcel_states WHERE seq = NEW.seq;
END;

-- A label that another station of the organization has printed is printed.
UPDATE shipments SET is_printed = 1 WHERE is_printed = 0 AND status = 'LABEL_PRINTED';

-- Those that are missing.
INSERT OR IGNORE INTO open_parcels SELECT p.seq, p.organization_id, p.created_by, p.provider_code, p.step, p.reason, p.last_at, p.due_at, p.event_id, p.is_handled
  FROM shipments AS s
 CROSS JOIN parcel_states AS p ON p.seq = s.seq
 WHERE s.status IN ('TRACKING_CODE_CREATED', 'LABEL_PRINTED');
