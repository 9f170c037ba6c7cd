-- min_reader: 8
-- Of everything an order file said of an imported order: a changed row opens a cancelled order again. '': not known.
ALTER TABLE orders ADD COLUMN content_hash TEXT NOT NULL DEFAULT '';
