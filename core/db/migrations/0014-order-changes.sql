-- min_reader: 1

-- What the newest file says about an order that is known already: its row has changed, or is
-- cancelled. One row for an order, whose id follows from it, so that stations that read the file
-- while disconnected write the same row. Nothing is applied until a person decides.
CREATE TABLE order_changes (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  order_id        TEXT NOT NULL,
  -- 'CHANGED <hash of the rows>' or 'CANCELLED'; '' when the file and the order are equal
  version         TEXT NOT NULL,
  content         TEXT NOT NULL,  -- JSON of the changed rows; '' for others
  file_name       TEXT NOT NULL,
  arrived_at      TEXT NOT NULL,
  -- The versions that were decided. They are two columns, so that a change that one station has
  -- applied stays applied when another has dismissed it.
  applied         TEXT NOT NULL,
  dismissed       TEXT NOT NULL,
  decided_by      TEXT NOT NULL,  -- member; '' before
  decided_at      TEXT            -- null before
) STRICT, WITHOUT ROWID;

CREATE INDEX order_changes_of_order ON order_changes (order_id);

-- The query must have the same condition: `IS_OPEN` in order-changes.store.ts.
CREATE INDEX order_changes_open ON order_changes (organization_id, arrived_at, id)
  WHERE version <> '' AND version <> applied AND version <> dismissed;
