/**
 * Tables of an export: a file per table, and how to page through an organization's rows of it by
 * key.
 */

/**
 * `own`: the table has a column with the organization. `shipment`, `purchase`: it refers to such a
 * row by the column `by`. `leaves`: columns that are not exported: secrets, and internal state of
 * this station.
 */
export type ExportTable = {
  readonly name: string;
  readonly table: string;
  readonly key: "own" | "self" | "shipment" | "purchase";
  readonly by?: string;
  readonly leaves?: readonly string[];
};

/** Columns without meaning outside this station. */
export const INNER: readonly string[] = [
  "stamp",
  "is_listed",
  "is_own",
  "is_applied",
  "request_hash",
  "answered_at",
  "print_requested",
  "content_hash",
];

export const EXPORT_TABLES: readonly ExportTable[] = [
  { name: "organization", table: "organizations", key: "self" },
  { name: "members", table: "members", key: "own" },
  { name: "addresses", table: "addresses", key: "own" },
  { name: "parcel_templates", table: "parcel_templates", key: "own" },
  { name: "orders", table: "orders", key: "own" },
  { name: "shipments", table: "shipments", key: "own", leaves: ["seq"] },
  { name: "parcels", table: "parcels", key: "shipment", by: "id" },
  { name: "shipment_facts", table: "shipment_facts", key: "shipment", by: "shipment_id" },
  { name: "tracking_events", table: "tracking_events", key: "shipment", by: "shipment_id" },
  { name: "purchases", table: "transactions", key: "own" },
  { name: "purchase_snapshots", table: "purchase_snapshots", key: "purchase", by: "id" },
  { name: "ledger_entries", table: "ledger_entries", key: "own" },
  { name: "cash_receipts", table: "cash_receipts", key: "own" },
  { name: "rate_cards", table: "rate_cards", key: "own" },
  { name: "carrier_accounts", table: "provider_accounts", key: "own", leaves: ["secrets"] },
  { name: "label_logos", table: "label_logos", key: "own" },
  { name: "print_jobs", table: "print_jobs", key: "own" },
  { name: "privacy_rules", table: "privacy_rules", key: "self" },
  { name: "erasures", table: "erasures", key: "own" },
  { name: "audit_log", table: "audit_entries", key: "own" },
];
