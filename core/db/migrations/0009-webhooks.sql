-- min_reader: 9
-- Receivers that are called when a shipment's tracking changes. They stay at this station: a receiver is often a
-- program on this very desk, and each station sends the facts that reach it.
CREATE TABLE webhooks (
  id              TEXT PRIMARY KEY,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  type            TEXT NOT NULL,
  url             TEXT NOT NULL,
  header_name     TEXT NOT NULL,
  sealed_header   TEXT,                  -- its value, a password of another service, encrypted; null: there is none
  format          TEXT NOT NULL,         -- 'shipment': the bare shipment is sent
  is_active       INTEGER NOT NULL,
  signing_secret  TEXT NOT NULL,         -- as webhooks/signing.ts seals it
  since_seq       INTEGER NOT NULL,      -- facts after this one are delivered
  deleted_at      TEXT
) STRICT;
CREATE INDEX webhooks_by_organization ON webhooks (organization_id, created_at) WHERE deleted_at IS NULL;

-- One fact for one receiver; when it is tried is its job's. The body is the fact's payload in the outbox.
CREATE TABLE webhook_deliveries (
  id               TEXT PRIMARY KEY,
  created_at       TEXT NOT NULL,
  updated_at       TEXT NOT NULL,
  webhook_id       TEXT NOT NULL REFERENCES webhooks (id),
  fact_seq         INTEGER NOT NULL,
  event_id         TEXT NOT NULL,        -- the outbox row's id: X-Event-ID, the same at every attempt
  shipment_id      TEXT NOT NULL,
  state            TEXT NOT NULL         -- PENDING, DELIVERED, GIVEN_UP
) STRICT;
-- A fact goes to a receiver in one delivery, however often the outbox is read.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, fact_seq);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (fact_seq) WHERE state = 'PENDING';
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE state <> 'PENDING';

CREATE TABLE webhook_attempts (
  id          TEXT PRIMARY KEY,
  delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at          TEXT NOT NULL,
  status_code INTEGER,                   -- null: there was no answer
  error       TEXT NOT NULL,             -- '': delivered
  duration_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts (delivery_id, at, id);
