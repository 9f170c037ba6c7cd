-- min_reader: 16
-- Whether a label of it went to a printer of this station. Its print jobs are forgotten after some weeks; this stays.
ALTER TABLE shipments ADD COLUMN is_printed INTEGER NOT NULL DEFAULT 0;
UPDATE shipments SET is_printed = 1 WHERE id IN (SELECT shipment_id FROM print_jobs WHERE kind = 'LABEL' AND status IN ('SENT', 'CONFIRMED'));
CREATE TRIGGER shipments_printed AFTER UPDATE OF status ON print_jobs
WHEN NEW.kind = 'LABEL' AND NEW.status IN ('SENT', 'CONFIRMED') AND NEW.status <> OLD.status BEGIN
  UPDATE shipments SET is_printed = 1 WHERE id = NEW.shipment_id AND is_printed = 0;
END;
-- Filters of the window's list. As of all lists, new shipments come in a moment later.
CREATE INDEX shipments_by_printed ON shipments (organization_id, is_printed, number) WHERE is_listed = 1;
-- Few of all.
CREATE INDEX shipments_of_test ON shipments (organization_id, number) WHERE test = 1;
CREATE INDEX shipments_of_cash ON shipments (organization_id, number) WHERE payment_on_delivery = 1;
