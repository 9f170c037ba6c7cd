-- min_reader: 33
-- Webhooks are the organization's: they and what came of each delivery travel between its stations. An earlier version would write them for itself
-- alone, so it does not open the file.
ALTER TABLE webhooks ADD COLUMN stamp TEXT NOT NULL DEFAULT '0000000000000000.1';
ALTER TABLE webhooks ADD COLUMN home TEXT NOT NULL DEFAULT '';   -- station that registered it: it alone calls a receiver on its own machine

-- One call of a receiver, or what a person decided of a delivery. Inserted once.
CREATE TABLE delivery_attempts (
  id              TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  webhook_id      TEXT NOT NULL,
  delivery_id     TEXT NOT NULL,
  event_id        TEXT NOT NULL,
  shipment_id     TEXT NOT NULL,
  event_at        TEXT NOT NULL,
  at              TEXT NOT NULL,
  status_code     INTEGER,               -- null: there was no answer
  error           TEXT NOT NULL,         -- '': taken
  duration_ms     INTEGER NOT NULL,
  outcome         TEXT NOT NULL,         -- '': it is tried again. DELIVERED, GIVEN_UP; REOPENED: to be sent again, no call
  stamp           TEXT NOT NULL
) STRICT;
INSERT INTO delivery_attempts
SELECT a.id, w.organization_id, d.webhook_id, d.id, d.event_id, d.shipment_id, d.created_at, a.at, a.status_code, a.error, a.duration_ms,
       CASE WHEN d.state <> 'PENDING' AND a.id = (SELECT b.id FROM webhook_attempts AS b WHERE b.delivery_id = d.id ORDER BY b.at DESC, b.id DESC LIMIT 1) THEN d.state ELSE '' END,
       '0000000000000000.1'
  FROM webhook_attempts AS a
  JOIN webhook_deliveries AS d ON d.id = a.delivery_id
  JOIN webhooks AS w ON w.id = d.webhook_id;
CREATE INDEX delivery_attempts_by_delivery ON delivery_attempts (delivery_id, at, id);
DROP TABLE webhook_attempts;

-- Without the reference to webhooks, which may come later than what was delivered to them.
CREATE TABLE deliveries_anew (
  id          TEXT PRIMARY KEY,          -- derived from webhook and event: the same at each station
  created_at  TEXT NOT NULL,             -- when the event was made
  updated_at  TEXT NOT NULL,
  webhook_id  TEXT NOT NULL,
  fact_seq    INTEGER NOT NULL,          -- 0: the event has not come to this station
  event_id    TEXT NOT NULL,             -- the outbox row's id: X-Event-ID, the same at every attempt and station
  shipment_id TEXT NOT NULL,
  state       TEXT NOT NULL,             -- PENDING, DELIVERED, GIVEN_UP
  is_own      INTEGER NOT NULL,          -- the event was made at this station
  is_queued   INTEGER NOT NULL,          -- its job stands in this station's queue
  held_until  TEXT NOT NULL              -- what another station made while it was cut off, it may have delivered too; '' otherwise
) STRICT;
INSERT INTO deliveries_anew SELECT id, created_at, updated_at, webhook_id, fact_seq, event_id, shipment_id, state, 1, 1, '' FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE deliveries_anew RENAME TO webhook_deliveries;
-- An event goes to a receiver in one delivery, however often the outbox is read.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, event_id);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_by_shipment ON webhook_deliveries (shipment_id, created_at);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (fact_seq) WHERE state = 'PENDING';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, fact_seq) WHERE state = 'PENDING' AND is_queued = 0;
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE state <> 'PENDING';

-- Which files carriers gave as labels, and which station has them. The files themselves go through the hub's store, by their hash.
CREATE TABLE label_files (
  id          TEXT PRIMARY KEY,          -- derived from shipment and hash
  shipment_id TEXT NOT NULL,
  hash        TEXT NOT NULL,
  kind        TEXT NOT NULL,
  width_mm    INTEGER NOT NULL,
  height_mm   INTEGER NOT NULL,
  language    TEXT NOT NULL,
  dpi         INTEGER NOT NULL,
  desk        TEXT NOT NULL,             -- name of the computer that got it
  stamp       TEXT NOT NULL
) STRICT;
CREATE INDEX label_files_by_hash ON label_files (hash);
CREATE INDEX label_files_by_shipment ON label_files (shipment_id);

ALTER TABLE documents ADD COLUMN shared_at TEXT;   -- when the hub's store got it, or it came from there
CREATE INDEX documents_to_share ON documents (used_at) WHERE source = 'downloaded' AND shared_at IS NULL;
