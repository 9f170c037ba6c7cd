-- min_reader: 37
-- Returns without a label: they are counted and listed apart from the orders that wait to be packed.
CREATE INDEX shipments_returns_waiting ON shipments (organization_id, number) WHERE is_return = 1 AND (status = 'CREATED' OR status = 'GOT_OFFERS');
