-- min_reader: 1

-- Digests of the values that the order has from its rows in a file, by which a later file shows
-- which values it changes: a parcel that was weighed or an address that was corrected at the desk
-- is no change of the file. Format: shipping/order-changes/field-digests.ts; '' when unknown.
ALTER TABLE orders ADD COLUMN field_digests TEXT NOT NULL DEFAULT '';

-- An order that is packed with another, by its own shipment: the list of open changes asks for it.
CREATE INDEX joined_orders_of_shipment ON joined_orders (shipment_id);
