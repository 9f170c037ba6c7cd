-- min_reader: 16
-- The words of the newest shipments once more: a common beginning finds enough among them, without bringing all shipments together.
CREATE VIRTUAL TABLE newest_shipments_search USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0');
-- Those that are here already are indexed again.
INSERT OR IGNORE INTO unindexed_shipments (seq) SELECT seq FROM shipments WHERE seq > (SELECT max(seq) FROM shipments) - 20000;
-- The deliveries of one shipment.
CREATE INDEX webhook_deliveries_by_shipment ON webhook_deliveries (shipment_id, fact_seq);
