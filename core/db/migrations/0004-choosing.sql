-- min_reader: 1

-- Rules by which the station chooses an offer, tried in the order of their positions.
CREATE TABLE choosing_rules (
  id              TEXT PRIMARY KEY,
  stamp           TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  conditions      TEXT NOT NULL,              -- JSON: the orders for which the rule is tried
  action          TEXT NOT NULL,              -- JSON: the offer that it chooses
  buy_up_to_minor INTEGER,                    -- a scan alone buys up to this price; null: never
  position        INTEGER NOT NULL DEFAULT 0,
  is_active       INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX choosing_rules_by_organization
  ON choosing_rules (organization_id, position) WHERE is_active = 1;
