-- min_reader: 1

-- Where orders come from: a shop or a program, whose files have their own headings, and the papers
-- that it demands before a purchase. Its id follows from the organization and the folded name, so
-- that stations that add it while disconnected write the same row. The folded name is the
-- `source_identifier` of the orders of its files.
CREATE TABLE order_sources (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  name            TEXT NOT NULL,              -- as first written
  columns         TEXT NOT NULL DEFAULT '{}', -- JSON: column of orders → heading in its files
  demands         TEXT NOT NULL DEFAULT '[]', -- JSON: invoiceNumber, waybillNumber, paper
  is_active       INTEGER NOT NULL DEFAULT 1  -- 0: removed
) STRICT;

CREATE INDEX order_sources_listed ON order_sources (organization_id, name) WHERE is_active = 1;
