/**
 * Which tables travel between stations and which stay. A write to a synced table goes through `change.ts`;
 * a test holds this list against the schema, so that a new table cannot be forgotten.
 */

export const SYNCED_TABLES = [
  "organizations",
  "members",
  "api_tokens",
  "addresses",
  "parcel_templates",
  "orders",
  "shipments",
  "transactions",
  "tracking_events",
  "labels",
  "rate_cards",
  "provider_accounts",
] as const;
export type SyncedTable = (typeof SYNCED_TABLES)[number];

export const STATION_TABLES = [
  "station_meta",
  "outbox",
  "parked_changes",
  "ledger_entries", // travels as its own kind of fact: insert-or-ignore, never merged by field
  "balances",
  "shipment_counts",
  "number_ranges",
  "shipments_search",
  "quote_rounds",
  "pending_quotes",
  "offers",
  "idempotency_keys",
  "label_files",
  "print_jobs",
  "outbox_cursors",
  "webhooks",
  "webhook_deliveries",
  "webhook_attempts",
] as const;

/** Columns of synced tables that are local to this station and not synced. */
export const LOCAL_COLUMNS: Readonly<Partial<Record<SyncedTable, readonly string[]>>> = {
  shipments: ["seq"],
  transactions: ["attempts", "next_attempt_at", "request_hash", "answered_at"],
  provider_accounts: ["secrets"],
};
