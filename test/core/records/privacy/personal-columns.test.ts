/** Every text column of a synced table must be listed as personal data or as kept by an erasure. */
import BetterSqlite3 from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../../../../core/db/migrate.ts";
import { personalColumns } from "../../../../core/db/tables.ts";
import { ALL_TABLES } from "../../../../core/all-tables.ts";
import { applyErasures } from "../../../../core/records/privacy/privacy.projections.ts";
import { SYNCED_TABLES } from "../../../helpers/tables.ts";

/** Matches names of columns that hold an id, a time, a stamp or a hash. */
const NO_TEXT = /^(id|at|hash|stamp)$|_(id|at|hash)$/;

/**
 * Texts that an erasure keeps: data of the organization and its members, names of things, codes,
 * states and accounting data.
 */
const KEPT: Readonly<Record<string, string>> = {
  organizations:
    "name currency country_code tax_office tax_number phone email label_file_type label_layout",
  members: "email name role owner_until",
  label_logos: "bits png",
  api_tokens: "name scopes allowed_ips",
  addresses: "created_by country_code city_code city_name district_name",
  parcel_templates: "name distance_unit mass_unit barcode",
  products: "stock_code title image_url shelf words",
  product_barcodes: "barcode scan_key",
  order_sources: "name columns demands",
  orders:
    "source_code source_identifier order_number order_code merchant_code buyer_shipment_method total_amount_currency payer collection waybill_number invoice_number",
  // The shipment's last error is local to this station, where an erasure empties it.
  shipments:
    "created_by order_number merchant_code store_identifier status provider_code provider_service_code barcode tracking_number tracking_url label_file_type shipment_date cancel_date last_error_code last_error_message",
  parcels: "distance_unit mass_unit",
  shipment_facts: "events",
  // An erasure deletes the rows of offers and rate requests at each station.
  offers:
    "schedule_date provider_code provider_service_code service_name provider_account_name duration_terms details promised_on price_lines",
  rate_requests: "ineligible",
  transactions:
    "status error_code carrier_name barcode tracking_number tracking_url label_file_type label_hash routing_code",
  tracking_events: "code sub_code status_date location_name source",
  ledger_entries: "kind reference note",
  cash_receipts: "provider_code received_on reference created_by",
  handled_parcels: "created_by",
  handed_over: "provider_code state scanned_by passed_by",
  joined_orders: "first_id state packed_in joined_by",
  order_changes: "applied dismissed decided_by",
  hand_overs: "provider_code carrier_name state ended_by only_of",
  station_ends: "proof",
  badges: "made_by",
  ledger_anchors: "seen_by",
  agreements: "provider_code name contract_number check_digit tracking_url file_mappings",
  choosing_rules: "conditions action",
  agreement_payments: "paid_on reference note created_by",
  barcode_ranges: "provider_code prefix",
  status_codes: "provider_code code sub_code",
  status_files: "provider_code name created_by",
  rate_cards: "provider_code name card valid_from valid_to",
  erasures: "kind cause created_by",
  provider_accounts:
    "provider_code name username parameters secrets version connection connection_settings announces asks cut_off",
  announcements: "state code field details login",
  announcement_files: "created_by name layout state",
  carrier_charges: "invoice invoiced_on code",
  pickups: "day created_by state reference words",
  webhooks: "type url header_name sealed_header format signing_secret home",
  delivery_attempts: "outcome",
  label_files: "kind language desk",
  shared_printers: "station_name name language state",
  print_requests: "from_station_name to_station_name printer_name document asked_by state reason",
};

it("each text of a synced table is listed as personal data or as kept by an erasure", () => {
  const db = new BetterSqlite3(":memory:");
  migrate(db);
  const textsOf = db
    .prepare<[string], string>(`SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'`)
    .pluck();
  const unnamed = SYNCED_TABLES.flatMap((table) => {
    const named = [
      ...(KEPT[table]?.split(" ") ?? []),
      ...personalColumns({ tables: ALL_TABLES }, table),
    ];
    return textsOf
      .all(table)
      .filter((column) => !NO_TEXT.test(column) && !named.includes(column))
      .map((column) => `${table}.${column}`);
  });
  expect(unnamed).toEqual([]);
});

it("an erasure is applied to rows that arrive after it, in each table with personal data", () => {
  const unfollowed = SYNCED_TABLES.filter(
    (table) =>
      personalColumns({ tables: ALL_TABLES }, table).length > 0 && !(table in applyErasures.tables),
  );
  expect(unfollowed).toEqual([]);
});
