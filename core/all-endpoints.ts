/**
 * Every endpoint, by its id: what the thread of the API's documents knows without what runs behind them. An api file that is not listed
 * here makes the document fail, with a sentence that names this file.
 */
export * from "./geo/geo.api.ts";
export * from "./history/history.api.ts";
export * from "./organizations/api-tokens.api.ts";
export * from "./organizations/organizations.api.ts";
export * from "./ledger/ledger.api.ts";
export * from "./reports/reports.api.ts";
export * from "./board/board.api.ts";
export * from "./addresses/address-book.api.ts";
export * from "./addresses/addresses.api.ts";
export * from "./parcels/parcels.api.ts";
export * from "./prices/prices.api.ts";
export * from "./accounts/accounts.api.ts";
export * from "./shipments/shipments-station.api.ts";
export * from "./shipments/shipments.api.ts";
export * from "./shipments/tracking-page.api.ts";
export * from "./transactions/copies.api.ts";
export * from "./transactions/transactions.api.ts";
export * from "./labels/labels.api.ts";
export * from "./papers/papers.api.ts";
export * from "./imports/address-imports.api.ts";
export * from "./imports/imports.api.ts";
export * from "./webhooks/webhooks.api.ts";
export * from "./integrations/events.api.ts";
export * from "./integrations/integrations.api.ts";
export * from "./audit/audit.api.ts";
export * from "./diagnostics/diagnostics.api.ts";
export * from "./privacy/privacy.api.ts";
export * from "./printing/printers.api.ts";
export * from "./printing/printing.api.ts";
export * from "./printing/shipment-papers.api.ts";
export * from "./shared-printers/shared-printers.api.ts";
export * from "./batches/batches.api.ts";
export * from "./packing/packing.api.ts";
export * from "./keys/keys.api.ts";
export * from "./station/api-access.api.ts";
export * from "./backups/backups.api.ts";
export * from "./export/export.api.ts";
export * from "./support/support.api.ts";
export * from "./station/station-facts.api.ts";
export * from "./station/station.api.ts";
export * from "./jobs/jobs.api.ts";
export * from "./sync/sync.api.ts";
