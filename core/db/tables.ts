/**
 * Declares which tables are synced between stations, how they merge, and which are not synced. All
 * writes to a synced table go through `change.ts`. A test compares these lists with the schema, so
 * that no new table is forgotten.
 */
import { namesOf } from "../base/objects.ts";

/**
 * `fields`: the last writer of each field wins. `once`: a row is inserted and never changed.
 * `local` columns are not synced: they belong to this station or are folded from synced ones.
 * `latest` columns keep the larger value. `needs`: a row is applied only when the rows that these
 * columns name exist here.
 */
export type SyncRule = {
  readonly merge: "fields" | "once";
  readonly local?: readonly string[];
  readonly latest?: readonly string[];
  /** The column before `id` in the primary key. */
  readonly parent?: string;
  readonly needs?: Readonly<Record<string, SyncedTable>>;
  /**
   * A trigger rejects changes; if a later version adds a column, its migration fills the column in.
   */
  readonly isSealed?: true;
  /** Rows determine their parent's state together with rows of other stations. */
  readonly isFolded?: true;
  /** Values of local columns for a received row, until it is folded. */
  readonly initial?: Readonly<Record<string, string>>;
};

const LATEST = ["updated_at"];

const RULES = {
  organizations: { merge: "fields", latest: LATEST },
  members: { merge: "fields", latest: LATEST },
  label_logos: { merge: "once" },
  api_tokens: { merge: "fields", latest: LATEST },
  addresses: { merge: "fields", latest: LATEST },
  parcel_templates: { merge: "fields", latest: LATEST },
  orders: { merge: "fields", latest: LATEST },
  shipments: {
    merge: "fields",
    latest: LATEST,
    local: [
      "seq",
      "is_listed",
      "is_printed",
      "status",
      "purchase_id",
      "provider_code",
      "provider_service_code",
      "provider_account_id",
      "amount_minor",
      "barcode",
      "tracking_number",
      "tracking_url",
      "label_file_type",
      "shipment_date",
      "accepted_at",
      "cancel_date",
      "last_error_code",
      "last_error_message",
      "has_conflict",
    ],
    needs: {
      sender_address_id: "addresses",
      return_address_id: "addresses",
      recipient_address_id: "addresses",
      order_id: "orders",
      original_shipment_id: "shipments",
    },
    initial: { status: "CREATED" },
  },
  parcels: { merge: "fields" },
  shipment_facts: { merge: "once", parent: "shipment_id", isFolded: true },
  offers: { merge: "once" },
  // Only the station that asked remote carriers counts their answers, and each write sets every
  // field: the last writer's request is the shipment's, as a whole.
  rate_requests: { merge: "fields", latest: LATEST },
  transactions: {
    merge: "fields",
    latest: LATEST,
    local: ["is_own", "print_requested", "request_hash", "answered_at"],
  },
  frozen_addresses: { merge: "once" },
  purchase_snapshots: { merge: "fields", needs: { sender_id: "frozen_addresses" } },
  tracking_events: { merge: "once", parent: "shipment_id", isFolded: true, local: ["is_applied"] },
  ledger_entries: { merge: "once", parent: "organization_id", isSealed: true },
  cash_receipts: { merge: "once" },
  handled_parcels: { merge: "once", needs: { shipment_id: "shipments" } },
  station_ends: { merge: "once" },
  ledger_anchors: { merge: "once" },
  rate_cards: { merge: "fields", latest: LATEST },
  privacy_rules: { merge: "fields", latest: LATEST },
  erasures: { merge: "once" },
  provider_accounts: { merge: "fields", latest: LATEST },
  // The fact from which a webhook starts is a position in each station's own outbox.
  webhooks: { merge: "fields", latest: LATEST, local: ["since_seq"], initial: { since_seq: "0" } },
  delivery_attempts: { merge: "once" },
  label_files: { merge: "once" },
  shared_printers: { merge: "fields", latest: LATEST },
  print_requests: { merge: "fields", latest: LATEST },
} as const satisfies Record<
  string,
  {
    merge: "fields" | "once";
    local?: readonly string[];
    latest?: readonly string[];
    parent?: string;
    needs?: Record<string, string>;
    isFolded?: true;
    isSealed?: true;
    initial?: Record<string, string>;
  }
>;

export type SyncedTable = keyof typeof RULES;
export const SYNCED_TABLES = namesOf(RULES);

/** How changes of this table from other stations are merged. */
export function ruleOf(table: SyncedTable): SyncRule {
  return RULES[table];
}

/** @returns The name as a synced table's, or undefined when this app knows no such table. */
export function findSynced(name: string): SyncedTable | undefined {
  return SYNCED_TABLES.find((table) => table === name);
}

export const STATION_TABLES = [
  "station_meta",
  "stations",
  "outbox",
  "outbox_cursors",
  "row_clocks",
  "parked_changes",
  "waiting_rows",
  "commits_set_aside",
  "kept_of_stations",
  "shipment_claims",
  "number_ranges",
  "number_blocks",
  "done_once",
  "used_barcodes",
  "balances",
  "money_leases",
  "ledger_checkpoints",
  "shipment_counts",
  "open_parcels",
  "address_book",
  "address_book_search",
  "address_uses",
  "unindexed_addresses",
  "unindexed_shipments",
  "shipments_search",
  "idempotency_keys",
  "documents",
  "label_rasters",
  "print_jobs",
  "print_attempts",
  "print_job_tokens",
  "shipment_papers",
  "printer_knowledge",
  "print_batches",
  "print_batch_items",
  "item_ticks",
  "token_uses",
  "jobs",
  "webhook_deliveries",
  "audit_entries",
] as const;
