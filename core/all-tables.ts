/**
 * The list of all tables; each room declares its tables. The database gets the list when it is
 * opened, so that no roof imports a higher roof.
 *
 * Snapshots are merged and exports are written in this order: rows come after the rows that they
 * need, and a purchase after its shipment.
 */
import { DB_TABLES } from "./db/db.tables.ts";
import { DOCUMENTS_TABLES } from "./db/documents/documents.tables.ts";
import { OUTBOX_TABLES } from "./db/outbox/outbox.tables.ts";
import { collectTables } from "./db/tables.ts";
import { CHARGES_TABLES } from "./fulfilment/charges/charges.tables.ts";
import { PICKUPS_TABLES } from "./fulfilment/pickups/pickups.tables.ts";
import { ANNOUNCEMENTS_TABLES } from "./fulfilment/announcements/announcements.tables.ts";
import { HAND_OVER_TABLES } from "./fulfilment/hand-over/hand-over.tables.ts";
import { FOLLOWING_TABLES } from "./fulfilment/following/following.tables.ts";
import { BATCHES_TABLES } from "./fulfilment/batches/batches.tables.ts";
import { PACKING_TABLES } from "./fulfilment/packing/packing.tables.ts";
import { REPORTS_TABLES } from "./fulfilment/reports/reports.tables.ts";
import { SHARED_PRINTERS_TABLES } from "./fulfilment/shared-printers/shared-printers.tables.ts";
import { TRANSACTIONS_TABLES } from "./fulfilment/transactions/transactions.tables.ts";
import { WEBHOOKS_TABLES } from "./fulfilment/webhooks/webhooks.tables.ts";
import { IDEMPOTENCY_TABLES } from "./http/idempotency.tables.ts";
import { SIGN_IN_TABLES } from "./station/sign-in/sign-in.tables.ts";
import { MOVE_IN_TABLES } from "./station/move-in/move-in.tables.ts";
import { ORDER_FOLDER_TABLES } from "./station/order-folder/order-folder.tables.ts";
import { JOBS_TABLES } from "./jobs/jobs.tables.ts";
import { DEBTS_TABLES } from "./organizations/debts/debts.tables.ts";
import { LEDGER_TABLES } from "./organizations/ledger/ledger.tables.ts";
import { ORGANIZATIONS_TABLES } from "./organizations/organizations.tables.ts";
import { PRINTING_TABLES } from "./printing/printing.tables.ts";
import { AUDIT_TABLES } from "./records/audit/audit.tables.ts";
import { PRIVACY_TABLES } from "./records/privacy/privacy.tables.ts";
import { ACCOUNTS_TABLES } from "./shipping/accounts/accounts.tables.ts";
import { AGREEMENTS_TABLES } from "./shipping/agreements/agreements.tables.ts";
import { ADDRESSES_TABLES } from "./shipping/addresses/addresses.tables.ts";
import { BOARD_TABLES } from "./shipping/board/board.tables.ts";
import { CHOOSING_TABLES } from "./shipping/choosing/choosing.tables.ts";
import { OFFERS_TABLES } from "./shipping/offers/offers.tables.ts";
import { PARCELS_TABLES } from "./shipping/parcels/parcels.tables.ts";
import { ORDER_CHANGES_TABLES } from "./shipping/order-changes/order-changes.tables.ts";
import { PRODUCTS_TABLES } from "./shipping/products/products.tables.ts";
import { SHIPMENTS_TABLES } from "./shipping/shipments/shipments.tables.ts";
import { SOURCES_TABLES } from "./shipping/sources/order-sources.tables.ts";
import { TRACKING_TABLES } from "./shipping/tracking/tracking.tables.ts";

export const ALL_TABLES = collectTables([
  ORGANIZATIONS_TABLES,
  SIGN_IN_TABLES,
  ADDRESSES_TABLES,
  PARCELS_TABLES,
  SHIPMENTS_TABLES,
  ORDER_CHANGES_TABLES,
  OFFERS_TABLES,
  TRACKING_TABLES,
  TRANSACTIONS_TABLES,
  ANNOUNCEMENTS_TABLES,
  HAND_OVER_TABLES,
  FOLLOWING_TABLES,
  PICKUPS_TABLES,
  CHARGES_TABLES,
  LEDGER_TABLES,
  DEBTS_TABLES,
  REPORTS_TABLES,
  BOARD_TABLES,
  AGREEMENTS_TABLES,
  ACCOUNTS_TABLES,
  CHOOSING_TABLES,
  PRODUCTS_TABLES,
  SOURCES_TABLES,
  PRINTING_TABLES,
  PRIVACY_TABLES,
  WEBHOOKS_TABLES,
  BATCHES_TABLES,
  PACKING_TABLES,
  SHARED_PRINTERS_TABLES,
  AUDIT_TABLES,
  DB_TABLES,
  DOCUMENTS_TABLES,
  OUTBOX_TABLES,
  IDEMPOTENCY_TABLES,
  JOBS_TABLES,
  MOVE_IN_TABLES,
  ORDER_FOLDER_TABLES,
]);
