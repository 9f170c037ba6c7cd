-- min_reader: 16
-- How many pieces of each item of an order were scanned at this desk. Forgotten after some weeks.
CREATE TABLE item_ticks (
  shipment_id TEXT NOT NULL,
  item_id     TEXT NOT NULL,
  scanned     INTEGER NOT NULL CHECK (scanned > 0),
  updated_at  TEXT NOT NULL,
  PRIMARY KEY (shipment_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_ticks_by_time ON item_ticks (updated_at);

-- Which box of its order a shipment is: an order may be packed in several, each a shipment of its own.
ALTER TABLE shipments ADD COLUMN box_no INTEGER NOT NULL DEFAULT 1;
-- Why an order is not to be packed now; '' when it may be. Travels with the shipment.
ALTER TABLE shipments ADD COLUMN hold_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX shipments_held ON shipments (organization_id, number) WHERE hold_reason <> '';
