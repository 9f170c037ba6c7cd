/**
 * Tests how SQLite executes queries on large tables in a database without the statistics of
 * ANALYZE. To add a statement, add its name, the index that it must use, and the call that runs it.
 *
 * @module-tag alone
 */
import { afterAll, describe, expect, it } from "vitest";
import * as batches from "../../../core/fulfilment/batches/batches.store.ts";
import * as addresses from "../../../core/shipping/addresses/addresses.store.ts";
import * as book from "../../../core/shipping/addresses/address-book.store.ts";
import {
  listUnprinted,
  listUnprintedCarriers,
} from "../../../core/fulfilment/batches/unprinted.store.ts";
import * as jobs from "../../../core/jobs/jobs.store.ts";
import * as outbox from "../../../core/db/outbox/outbox.store.ts";
import * as documents from "../../../core/db/documents/documents.store.ts";
import * as labelFiles from "../../../core/db/documents/label-files.store.ts";
import { findRaster } from "../../../core/db/documents/label-rasters.store.ts";
import * as makers from "../../../core/printing/print-job-tokens.store.ts";
import {
  hasUnconfirmed,
  lastAttempts,
  listAttempts,
} from "../../../core/printing/print-attempts.store.ts";
import { findKnowledge } from "../../../core/printing/printer-knowledge.store.ts";
import * as papers from "../../../core/printing/shipment-papers.store.ts";
import * as folder from "../../../core/station/order-folder/order-folder.store.ts";
import { isHandedOver } from "../../../core/shipping/shipments/is-handed-over.store.ts";
import { listOfNumber } from "../../../core/shipping/shipments/shipments-of-number.store.ts";
import * as batchJobs from "../../../core/printing/batch-jobs.store.ts";
import * as journal from "../../../core/printing/print-journal.store.ts";
import * as printing from "../../../core/printing/printing.store.ts";
import * as waiting from "../../../core/printing/waiting-jobs.store.ts";
import {
  listBefore,
  listShipments,
} from "../../../core/shipping/shipments/shipments-list.store.ts";
import {
  listKeys,
  listRowsBetween,
  listRowsOf,
} from "../../../core/shipping/shipments/shipment-rows.store.ts";
import { searchRows } from "../../../core/shipping/shipments/shipment-search.store.ts";
import { listExportedOf } from "../../../core/shipping/shipments/exported-rows.store.ts";
import { listUsedServices } from "../../../core/shipping/shipments/used-services.store.ts";
import * as ledgerPages from "../../../core/fulfilment/reports/ledger-pages.store.ts";
import * as sortedBook from "../../../core/shipping/addresses/sort-addresses.store.ts";
import * as sorting from "../../../core/shipping/shipments/sort-shipments.store.ts";
import { listUnindexed } from "../../../core/shipping/shipments/search-index.store.ts";
import * as packing from "../../../core/fulfilment/packing/packing.store.ts";
import * as dryRuns from "../../../core/fulfilment/dry-runs/dry-runs.store.ts";
import * as reports from "../../../core/fulfilment/reports/reports.store.ts";
import { readBoardRows } from "../../../core/shipping/board/board.store.ts";
import { readTodayRows } from "../../../core/fulfilment/today/today.store.ts";
import * as numbers from "../../../core/shipping/shipments/carrier-numbers.store.ts";
import * as statusFiles from "../../../core/shipping/tracking/status-files.store.ts";
import { listHandled } from "../../../core/shipping/board/handled.store.ts";
import { findState } from "../../../core/shipping/tracking/tracking.store.ts";
import {
  listReferences,
  listWithReference,
} from "../../../core/fulfilment/reports/cash-receipts.store.ts";
import {
  listBoughtParcels,
  listCarriersOfDay,
} from "../../../core/fulfilment/papers/papers.store.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { listAhead } from "../../../core/db/quarantine.ts";
import { holderOf, listClaimed } from "../../../core/db/shipment-claims.ts";
import { silentLog } from "../../../core/base/log.ts";
import { findEnd } from "../../../core/db/station-ends.ts";
import * as anchors from "../../../core/organizations/ledger/anchors.store.ts";
import * as given from "../../../core/shipping/shipments/given-numbers.store.ts";
import * as foundShipments from "../../../core/shipping/shipments/find-shipments.store.ts";
import * as waitingShipments from "../../../core/shipping/shipments/waiting-shipments.store.ts";
import * as transactions from "../../../core/fulfilment/transactions/transactions.store.ts";
import { hasShipmentText } from "../../../core/records/privacy/erased-texts.store.ts";
import * as orderChanges from "../../../core/shipping/order-changes/order-changes.store.ts";
import * as joinedOrders from "../../../core/shipping/shipments/joined-orders.store.ts";
import * as contents from "../../../core/shipping/products/contents.store.ts";
import * as sources from "../../../core/shipping/sources/order-sources.store.ts";
import * as products from "../../../core/shipping/products/products.store.ts";
import * as handOvers from "../../../core/fulfilment/hand-over/hand-over.store.ts";
import {
  readHandOverRows,
  readTruckRows,
} from "../../../core/fulfilment/hand-over/hand-over-lists.store.ts";
import { listHandedOver, listStaying } from "../../../core/fulfilment/papers/papers.store.ts";
import * as requests from "../../../core/fulfilment/shared-printers/print-requests.store.ts";
import * as deliveries from "../../../core/fulfilment/webhooks/deliveries.store.ts";
import { plannedDatabase } from "../../helpers/query-plans.ts";

const LARGE =
  "products|product_barcodes|packed_contents|label_files|open_parcels|handled_parcels|handed_over|hand_overs|joined_orders|order_changes|announcements|tracking_events|address_book|documents|item_ticks|label_rasters|print_batch_items|shipments|orders|transactions|print_jobs|print_attempts|print_job_tokens|shipment_papers|webhook_deliveries|delivery_attempts|outbox|addresses|offers|print_requests";
/**
 * Matches a plan that reads a whole table, or all rows of an organization in it. Allows the indexes
 * that have only returned parcels, orders on hold, returns without a label, or open changes.
 */
const READS_ALL = new RegExp(
  `^SCAN (${LARGE}|a|d|j|older)\\b(?!.* (webhook_deliveries_open|print_jobs_expiring)$)|^SEARCH (${LARGE}) (?!.*(?:shipments_(?:returned|held|returns_waiting)|order_changes_open)).*\\(organization_id=\\?\\)$`,
);
const { db, reader, plansOf } = plannedDatabase();
afterAll(() => db.close());

const organizationID = "o";
const order = { organizationID, sourceIdentifier: "import", orderNumber: "A-1" };
const now = "2026-11-21T09:00:00.000Z";
const latest = "2026-11-21T13:00:00.000Z";
const newest = { by: "number", isAscending: false } as const;
const newestFirst = { ...newest, step: 100 };
const between = { ...newest, from: 500, fromSeq: 500, to: 401, limit: 100 };
const CANCELED = {
  filter: { organizationID, status: "CANCELED" },
  matches: null,
  isIndexedOnly: true,
};
const betweenTimes = { ...between, by: "time", from: latest, to: now } as const;
const MATCHES = { match: '"me"*', whole: '"me"', prefix: '"me"*', exact: "me" };
const page = { limit: 20, offset: 0 };
const unprinted = { organizationID, createdBy: null, providerCode: null, from: now, to: latest };

const waitingOfPhone = { organizationID, digits: "5551112233", districtID: 1, createdBy: null };
const aTruck = { organizationID, providerCode: "SURAT", memberID: null };
const board = {
  organizationID,
  memberID: null,
  now,
  stuckBefore: now,
  today: now,
  oldest: now,
  failedFrom: now,
  failedAfter: "0",
  reporting: '["SURAT"]',
  sellers: '["a"]',
};

const labelFile = {
  id: "l",
  shipmentID: "s",
  hash: "h",
  kind: "label",
  widthMm: 100,
  heightMm: 150,
  language: "ZPL",
  dpi: 203,
  desk: "d",
};

const chain = { organizationID, stationID: "s", incarnation: 1 };

const STATEMENTS: readonly [name: string, index: string, run: () => unknown][] = [
  [
    "the saved recipients, newest first",
    "COVERING INDEX addresses_listed (organization_id=? AND is_recipient=?)",
    () => addresses.listAddresses(reader, { organizationID, isRecipient: true, ...page }),
  ],
  [
    "the address book, last used first",
    "address_book_listed (organization_id=? AND is_recipient=?)",
    () =>
      book.listBook(reader, {
        organizationID,
        isRecipient: true,
        match: null,
        sort: "recent",
        limit: 50,
        offset: 0,
      }),
  ],
  [
    "the address book, most used first",
    "address_book_used (organization_id=? AND is_recipient=?)",
    () =>
      book.listBook(reader, {
        organizationID,
        isRecipient: true,
        match: null,
        sort: "used",
        limit: 50,
        offset: 0,
      }),
  ],
  [
    "the address book as it is exported",
    "address_book_saved (organization_id=? AND is_recipient=? AND seq<?)",
    () => book.listBefore(reader, { organizationID, isRecipient: true, before: 9, limit: 50 }),
  ],
  [
    "the addresses of the book that a search finds",
    "b USING INTEGER PRIMARY KEY (rowid=?)",
    () =>
      book.listBook(reader, {
        organizationID,
        isRecipient: true,
        match: '"ro" AND "kad"*',
        sort: "recent",
        limit: 50,
        offset: 0,
      }),
  ],
  [
    "counting the address book before it is sorted",
    "(organization_id=? AND is_recipient=?)",
    () => sortedBook.countUpTo(reader, { organizationID, isRecipient: true, match: null }, 20_001),
  ],
  [
    "sorting the address book by name",
    "(organization_id=? AND is_recipient=?)",
    () =>
      sortedBook.listSorted(
        reader,
        { organizationID, isRecipient: true, match: null },
        { by: "name", isAscending: true, atMost: 20_001 },
      ),
  ],
  [
    "sorting the addresses that a search finds",
    "b USING INTEGER PRIMARY KEY (rowid=?)",
    () =>
      sortedBook.listSorted(
        reader,
        { organizationID, isRecipient: true, match: '"ro" AND "kad"*' },
        { by: "uses", isAscending: false, atMost: 20_001 },
      ),
  ],
  [
    "the addresses of a sorted book that are shown",
    "b USING INTEGER PRIMARY KEY (rowid=?)",
    () => sortedBook.listOf(reader, { organizationID, isRecipient: true }, [1, 2]),
  ],
  [
    "addresses of the same person",
    "address_book_by_person (organization_id=? AND is_recipient=?)",
    () =>
      book.listShared(reader, {
        organizationID,
        isRecipient: true,
        key: "person_key",
        keys: 100,
        perKey: 20,
      }),
  ],
  [
    "addresses of the same telephone",
    "address_book_by_phone (organization_id=? AND is_recipient=?)",
    () =>
      book.listShared(reader, {
        organizationID,
        isRecipient: true,
        key: "phone_key",
        keys: 100,
        perKey: 20,
      }),
  ],
  [
    "the addresses of a person",
    "address_book_by_person (organization_id=? AND is_recipient=? AND person_key=?)",
    () => book.listOfPerson(db, { organizationID, isRecipient: true, personKey: "a 5" }),
  ],
  [
    "the uses of an address",
    "a USING PRIMARY KEY (id=?)",
    () => book.countUses(db, [{ id: "a", n: 1, lastAt: now }]),
  ],
  [
    "the shipments of an order of an order file",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () => foundShipments.listOfOrder(db, order),
  ],
  [
    "whether a file of another source has brought an order",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () => foundShipments.hasImported(db, { ...order, contentHash: "" }),
  ],
  [
    "the shipments of a scanned order number",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () =>
      foundShipments.findByOrderNumber(db, {
        organizationID,
        orderNumber: "A-1",
        createdBy: null,
      }),
  ],
  [
    "the shipment that replaced a cancelled shipment",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () =>
      foundShipments.findLiveOfOrder(
        db,
        {
          organizationID,
          orderNumber: "A-1",
          isReturn: 0,
          boxNo: 1,
          recipientAddressID: "r",
          storeIdentifier: "s",
          merchantCode: "m",
        },
        null,
      ),
  ],
  [
    "the boxes of an order",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () => foundShipments.listBoxes(db, { organizationID, orderNumber: "A-1", orderID: "o" }),
  ],
  [
    "the check whether any shipment exists",
    "shipments_by_number (organization_id=? AND number>?)",
    () => foundShipments.hasShipments(db, organizationID),
  ],
  [
    "the shipment of a barcode",
    "shipments_by_barcode (barcode=?)",
    () => foundShipments.findByBarcode(db, organizationID, "B"),
  ],
  [
    "the shipment of a number",
    "shipments_by_number (organization_id=? AND number=?)",
    () => foundShipments.findByNumber(db, organizationID, 1),
  ],
  [
    "the shipments that wait",
    "shipments_waiting (organization_id=? AND status=?",
    () => waitingShipments.listWaiting(db, { organizationID, createdBy: null, limit: 20 }),
  ],
  [
    "the orders on hold",
    "shipments_held (organization_id=?",
    () => waitingShipments.listHeld(db, { organizationID, createdBy: null, limit: 20 }),
  ],
  [
    "the scanned pieces of a shipment",
    "item_ticks USING PRIMARY KEY (shipment_id=?)",
    () => packing.listTicks(db, "s"),
  ],
  [
    "deleting the scanned pieces of a shipment",
    "item_ticks USING PRIMARY KEY (shipment_id=?)",
    () => packing.deleteTicks(db, "s"),
  ],
  [
    "deleting old scanned pieces",
    "item_ticks_by_time (updated_at<?)",
    () => packing.deleteOldTicks(db, now, 100),
  ],
  [
    "the labels of a desk's day",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>?)",
    () => packing.listDeskLabels(reader, { organizationID, createdBy: null, after: "t" }, 20),
  ],
  [
    "the hours of a desk's day",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>?)",
    () => packing.countDeskLabels(reader, { organizationID, createdBy: null, after: "t" }),
  ],
  [
    "the list of one order number",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () =>
      listShipments(
        reader,
        { organizationID, orderNumber: "A-1" },
        "organization_shipment_id desc",
        page,
      ),
  ],
  [
    "a page by key of one order number",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () => listBefore(reader, { organizationID, orderNumber: "A-1" }, 500, 20),
  ],
  [
    "a page by key",
    "shipments_by_number (organization_id=? AND number<?)",
    () => listBefore(reader, { organizationID }, 500, 20),
  ],
  [
    "the first page by key",
    "shipments_by_number (organization_id=? AND number<?)",
    () => listBefore(reader, { organizationID }, null, 20),
  ],
  [
    "a page by key of one status",
    "shipments_by_status (organization_id=? AND status=? AND number<?)",
    () => listBefore(reader, { organizationID, status: "CANCELED" }, 500, 20),
  ],
  [
    "a page by key of one member",
    "shipments_by_member (organization_id=? AND created_by=? AND number<?)",
    () => listBefore(reader, { organizationID, createdBy: "m" }, 500, 20),
  ],
  [
    "a range of the window's rows",
    "COVERING INDEX shipments_by_number (organization_id=? AND number>? AND number<?)",
    () => listRowsBetween(reader, { organizationID }, between, false),
  ],
  [
    "a range of the window's rows of one status",
    "COVERING INDEX shipments_by_status (organization_id=? AND status=? AND number>? AND number<?)",
    () => listRowsBetween(reader, { organizationID, status: "CANCELED" }, between, true),
  ],
  [
    "a range of the window's rows of some days",
    "shipments_by_number (organization_id=? AND number>? AND number<?)",
    () => listRowsBetween(reader, { organizationID, from: now, to: latest }, between, true),
  ],
  [
    "a range of the window's rows of one member",
    "shipments_by_member (organization_id=? AND created_by=? AND number>? AND number<?)",
    () => listRowsBetween(reader, { organizationID, createdBy: "m" }, between, true),
  ],
  [
    "a range of the window's rows that were not printed",
    "shipments_by_printed (organization_id=? AND is_printed=? AND number>?",
    () => listRowsBetween(reader, { organizationID, isPrinted: false }, between, true),
  ],
  [
    "a range of the window's rows that are test shipments",
    "shipments_of_test (organization_id=? AND number>?",
    () => listRowsBetween(reader, { organizationID, isTest: true }, between, true),
  ],
  [
    "a range of the window's rows that are paid on delivery",
    "shipments_of_cash (organization_id=? AND number>?",
    () => listRowsBetween(reader, { organizationID, isCashOnDelivery: true }, between, true),
  ],
  [
    "a range of the window's rows that wait to be packed",
    "shipments_waiting (organization_id=?",
    () => listRowsBetween(reader, { organizationID, waits: "packing" }, between, true),
  ],
  [
    "a range of the window's rows that are on hold",
    "shipments_held (organization_id=?",
    () => listRowsBetween(reader, { organizationID, waits: "held" }, between, true),
  ],
  [
    "a range of the window's rows that are returns without a label",
    "shipments_returns_waiting (organization_id=?",
    () => listRowsBetween(reader, { organizationID, waits: "return" }, between, true),
  ],
  [
    "a range of the window's rows by number, the oldest first",
    "COVERING INDEX shipments_by_number (organization_id=? AND number>? AND number<?)",
    () => listRowsBetween(reader, { organizationID }, { ...between, isAscending: true }, false),
  ],
  [
    "a range of the window's rows by time",
    "shipments_by_created (organization_id=? AND created_at>? AND created_at<?)",
    () => listRowsBetween(reader, { organizationID }, betweenTimes, true),
  ],
  [
    "a range of the window's rows of one status by time, the oldest first",
    "shipments_by_created (organization_id=? AND created_at>? AND created_at<?)",
    () =>
      listRowsBetween(
        reader,
        { organizationID, status: "CANCELED" },
        { ...betweenTimes, isAscending: true },
        true,
      ),
  ],
  [
    "the window's rows with given sequence numbers",
    "SEARCH shipments USING INTEGER PRIMARY KEY (rowid=?)",
    () => listRowsOf(reader, { organizationID, createdBy: "m" }, [1, 2]),
  ],
  [
    "the list of labels bought on a day",
    "SEARCH shipments USING INTEGER PRIMARY KEY (rowid=?)",
    () =>
      listKeys(reader, { organizationID, boughtFrom: now, boughtTo: latest }, newestFirst, true),
  ],
  [
    "the rows of labels bought on a day",
    "transactions_done_by_time (organization_id=? AND updated_at>? AND updated_at<?)",
    () =>
      listRowsBetween(reader, { organizationID, boughtFrom: now, boughtTo: latest }, between, true),
  ],
  [
    "the services that an organization uses",
    "SEARCH shipments USING COVERING INDEX shipments_by_service (organization_id=? AND provider_service_code>?)",
    () => listUsedServices(reader, { organizationID }),
  ],
  [
    "the services that one member uses",
    "shipments_by_member (organization_id=? AND created_by=?)",
    () => listUsedServices(reader, { organizationID, createdBy: "m" }),
  ],
  [
    "the rows of a file with given sequence numbers",
    "USING INTEGER PRIMARY KEY (rowid=?)",
    () => listExportedOf(reader, [1, 2]),
  ],
  [
    "counting a list before it is sorted",
    "shipments_by_status (organization_id=? AND status=?)",
    () => sorting.countUpTo(reader, CANCELED, 20_001),
  ],
  [
    "sorting the shipments of one status by price",
    "shipments_by_status (organization_id=? AND status=?)",
    () => sorting.listSorted(reader, CANCELED, { by: "price", isAscending: true, limit: 20_001 }),
  ],
  [
    "sorting what a search finds by recipient",
    "SCAN f VIRTUAL TABLE INDEX 192:M1",
    () =>
      sorting.listSorted(
        reader,
        { ...CANCELED, matches: MATCHES },
        { by: "recipient", isAscending: true, limit: 20_001 },
      ),
  ],
  [
    "the best matches of a search",
    "SCAN f VIRTUAL TABLE INDEX 192:M1",
    () => sorting.listBest(reader, { filter: { organizationID }, matches: MATCHES }, 20_001),
  ],
  [
    "the newest shipments that a search finds",
    "SCAN f VIRTUAL TABLE INDEX 192:M1",
    () => searchRows(reader, { organizationID }, MATCHES, 50),
  ],
  [
    "the labels that are due",
    "print_jobs_queue (role=? AND next_attempt_at<?)",
    () => waiting.listDueJobs(db, { role: "label", now, latest }, 2),
  ],
  [
    "the labels put off by a clock that was set back",
    "print_jobs_queue (role=? AND next_attempt_at>?)",
    () => waiting.listDueJobs(db, { role: "label", now, latest }, 2),
  ],
  [
    "the labels that wait behind a label for an error that sorts before that label's error",
    "print_jobs_waiting_why (role=? AND last_error<?)",
    () => waiting.listWaitingWithOtherError(db, { role: "label", error: "", afterID: "j" }, 20),
  ],
  [
    "the labels that wait behind a label for an error that sorts after that label's error",
    "print_jobs_waiting_why (role=? AND last_error>?)",
    () => waiting.listWaitingWithOtherError(db, { role: "label", error: "", afterID: "j" }, 20),
  ],
  [
    "the label that was drawn of a shipment",
    "documents_by_shipment (shipment_id=? AND kind=? AND language=? AND dpi=?)",
    () =>
      documents.findDrawn(db, {
        shipmentID: "s",
        kind: "label",
        media: { widthMm: 100, heightMm: 150 },
        layout: { name: "standard", version: 1 },
        variant: "",
        language: "ZPL",
        dpi: 203,
      }),
  ],
  [
    "deleting drawn documents",
    "COVERING INDEX documents_by_use (source=?)",
    () => documents.deleteOldDrawn(db, 5_000, 100),
  ],
  [
    "deleting unused documents",
    "documents_by_use (source=? AND used_at<?)",
    () => documents.deleteUnused(db, { source: "uploaded", before: now }, 100),
  ],
  [
    "deleting the documents of a shipment",
    "documents_by_shipment (shipment_id=?)",
    () => documents.deleteOfShipment(db, "s"),
  ],
  [
    "the first raster of a label",
    "label_rasters USING PRIMARY KEY (shipment_id=? AND layout=? AND layout_version=? AND width_mm=? AND height_mm=? AND dpi=?)",
    () =>
      findRaster(db, {
        copyNumber: 0,
        shipmentID: "s",
        layout: { name: "standard", version: 1 },
        media: { widthMm: 100, heightMm: 150 },
        dpi: 203,
      }),
  ],
  [
    "the papers of a shipment",
    "shipment_papers_by_shipment (shipment_id=?)",
    () => papers.listPapers(db, "s"),
  ],
  [
    "the last files of the watched folder",
    "order_folder_files_of_organization (organization_id=?)",
    () => folder.listFiles(db, "o", 50),
  ],
  [
    "counting the refused files of a day",
    "order_folder_files_of_organization (organization_id=? AND at>?)",
    () => folder.countRefused(db, "o", "t"),
  ],
  [
    "the open papers of the watched folder",
    "order_folder_files_open",
    () => folder.listOpenPapers(db),
  ],
  [
    "deleting rows of old files",
    "order_folder_files_by_time (at<?)",
    () => folder.deleteFiles(db, "t", 10),
  ],
  [
    "the results that are not written",
    "order_folder_results_waiting",
    () => folder.listUnwritten(db, 500),
  ],
  [
    "counting the results that are not written",
    "order_folder_results_waiting",
    () => folder.countUnwritten(db),
  ],
  [
    "assigning results to a file",
    "order_folder_results_waiting (seq<?)",
    () => folder.assignFile(db, 9, "f"),
  ],
  [
    "marking results as written",
    "order_folder_results_waiting (seq<?)",
    () => folder.markWritten(db, 9),
  ],
  [
    "the shipments with an order number",
    "shipments_by_order_number (organization_id=? AND order_number=?)",
    () => listOfNumber(db, { organizationID: "o", orderNumber: "n" }),
  ],
  [
    "deleting the papers that wait for a shipment's label",
    "shipment_papers_by_shipment (shipment_id=?)",
    () => papers.deleteWaitingPapers(db, "s"),
  ],
  [
    "the label that a paper waits for",
    "print_jobs_first_once (shipment_id=?)",
    () => papers.isLabelQueued(db, "s"),
  ],
  [
    "the label file of a hash",
    "label_files_by_hash (hash=?)",
    () => labelFiles.findLabelFile(db, "h"),
  ],
  [
    "the check whether a label file is known",
    "label_files_1 (id=?)",
    () =>
      inTransaction({ db, now: () => now, newId: () => "n", log: silentLog }, () =>
        labelFiles.insertLabelFile(db, labelFile),
      ),
  ],
  [
    "deleting the label files of a shipment",
    "label_files_by_shipment (shipment_id=?)",
    () => labelFiles.deleteLabelFiles(db, "s"),
  ],
  [
    "the documents that the hub's store does not have",
    "SEARCH d USING INDEX documents_to_share (used_at>?)",
    () => labelFiles.listUnshared(db, organizationID, { usedAt: now, rowid: 1 }, 100),
  ],
  [
    "the bytes of a document for the hub's store",
    "documents_1 (hash=?)",
    () => labelFiles.findBytes(db, "h"),
  ],
  [
    "marking a document that the hub's store has",
    "documents_1 (hash=?)",
    () => labelFiles.markShared(db, "h", now),
  ],
  [
    "the check whether a paper needs a document",
    "shipment_papers_waiting (document_hash=?)",
    () => documents.isNeeded(db, "h"),
  ],
  [
    "the print jobs of a token",
    "print_job_tokens_by_token (token_id=?)",
    () => makers.listCreatedBy(db, { organizationID, tokenID: "t", status: null, limit: 20 }),
  ],
  [
    "the failed print jobs of a token",
    "SEARCH j USING INDEX print_jobs_by_status (status=? AND organization_id=?)",
    () => makers.listCreatedBy(db, { organizationID, tokenID: "t", status: "FAILED", limit: 20 }),
  ],
  [
    "the token of a print job",
    "print_job_tokens USING PRIMARY KEY (job_id=?)",
    () => makers.isCreatedBy(db, { jobID: "j", tokenID: "t" }),
  ],
  [
    "the number of jobs that wait for a printer",
    "print_jobs_queue (role=?)",
    () => waiting.countWaiting(db, "label"),
  ],
  [
    "the number of waiting labels",
    "COVERING INDEX print_jobs_by_status (status=? AND organization_id=?)",
    () => journal.countJobs(db, { organizationID, createdBy: null, status: "QUEUED" }),
  ],
  [
    "the number of labels of unknown outcome",
    "print_jobs_by_status (status=? AND organization_id=?)",
    () => journal.countJobs(db, { organizationID, createdBy: null, status: "UNKNOWN" }),
  ],
  [
    "the labels of a shipment",
    "print_jobs_by_shipment (shipment_id=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: null,
        status: null,
        shipmentID: "s",
        limit: 50,
      }),
  ],
  [
    "a member's labels of unknown outcome for a shipment",
    "print_jobs_by_shipment (shipment_id=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: "m",
        status: "UNKNOWN",
        shipmentID: "s",
        limit: 5,
      }),
  ],
  [
    "a member's labels of unknown outcome",
    "print_jobs_by_member (organization_id=? AND created_by=? AND status=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: "m",
        status: "UNKNOWN",
        shipmentID: null,
        limit: 50,
      }),
  ],
  [
    "the labels that wait, newest first",
    "print_jobs_by_status (status=? AND organization_id=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: null,
        status: "QUEUED",
        shipmentID: null,
        limit: 50,
      }),
  ],
  [
    "the labels that were sent",
    "print_jobs_by_status (status=? AND organization_id=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: null,
        status: "SENT",
        shipmentID: null,
        limit: 50,
      }),
  ],
  [
    "a member's printed labels",
    "print_jobs_by_member (organization_id=? AND created_by=? AND status=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: "m",
        status: "SENT",
        shipmentID: null,
        limit: 50,
      }),
  ],
  [
    "a member's labels",
    "print_jobs_by_member (organization_id=? AND created_by=? AND status=?)",
    () =>
      journal.listJobs(db, {
        organizationID,
        createdBy: "m",
        status: null,
        shipmentID: null,
        limit: 50,
      }),
  ],
  [
    "deleting old print jobs",
    "SEARCH j USING INDEX sqlite_autoindex_print_jobs_1 (id<?)",
    () => printing.deleteEndedBefore(db, "j", 100),
  ],
  [
    "finding an old batch to delete",
    "sqlite_autoindex_print_batches_1 (id<?)",
    () => batches.findEndedBefore(db, "b"),
  ],
  [
    "deleting the labels of an old batch",
    "print_batch_items USING PRIMARY KEY (batch_id=?)",
    () => batches.deleteItems(db, "b", 100),
  ],
  [
    "the open labels of a batch",
    "print_jobs_by_batch (batch_id=?",
    () => batchJobs.countBatchJobs(db, "b"),
  ],
  [
    "the waiting labels of a batch",
    "print_jobs_by_batch (batch_id=? AND status=?)",
    () => batchJobs.listWaitingBatchJobs(db, "b"),
  ],
  [
    "the labels that were printed before",
    "print_jobs_by_shipment (shipment_id=?)",
    () => batchJobs.listSentShipments(db, ["s"]),
  ],
  [
    "the newest print of a shipment",
    "print_jobs_by_shipment (shipment_id=?)",
    () => batchJobs.findNewestLabelJob(db, "s"),
  ],
  [
    "the last copy of a label",
    "print_jobs_by_shipment (shipment_id=?)",
    () => printing.findLastCopy(db, "s"),
  ],
  [
    "the last batches",
    "print_batches_by_time (organization_id=?)",
    () => batches.listBatches(db, { organizationID, createdBy: null, limit: 20 }),
  ],
  [
    "the batches that have not ended",
    "print_batches_open (status=?)",
    () => batches.listOpen(db, { organizationID, createdBy: null }),
  ],
  [
    "the labels that were never printed, by their purchases",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () => listUnprinted(reader, unprinted, 1_000),
  ],
  [
    "the prints of a label that may be a batch's",
    "SEARCH j USING INDEX print_jobs_by_shipment (shipment_id=?)",
    () => listUnprinted(reader, unprinted, 1_000),
  ],
  [
    "the batches that a label waits in",
    "SEARCH i USING INDEX print_batch_items_by_shipment (shipment_id=?)",
    () => listUnprinted(reader, unprinted, 1_000),
  ],
  [
    "the carriers of labels that were never printed",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () => listUnprintedCarriers(reader, unprinted),
  ],
  [
    "the ledger by key",
    "SEARCH e USING PRIMARY KEY (organization_id=? AND id>? AND id<?)",
    () =>
      ledgerPages.listLedger(reader, {
        organizationID,
        kind: null,
        after: "",
        before: "f",
        isAscending: false,
        limit: 100,
      }),
  ],
  [
    "counting the ledger before it is sorted",
    "SEARCH ledger_entries USING PRIMARY KEY (organization_id=? AND id>? AND id<?)",
    () => ledgerPages.countLedger(reader, { organizationID, after: "", before: "f" }, 20_001),
  ],
  [
    "sorting the ledger by carrier",
    "SEARCH e USING PRIMARY KEY (organization_id=? AND id>? AND id<?)",
    () =>
      ledgerPages.listSortedLedger(
        reader,
        { organizationID, after: "", before: "f" },
        { by: "carrier", isAscending: true },
      ),
  ],
  [
    "the entries of a sorted ledger that are shown",
    "SEARCH e USING PRIMARY KEY (organization_id=? AND id=?)",
    () => ledgerPages.listLedgerOf(reader, organizationID, ["a", "b"]),
  ],
  [
    "the labels that a dry run counts",
    "SEARCH transactions USING COVERING INDEX transactions_done_by_time (organization_id=? AND updated_at>? AND updated_at<?)",
    () => dryRuns.countPast(db, { organizationID, from: now, to: latest }),
  ],
  [
    "a page of the labels that a dry run prices",
    "SEARCH t USING INDEX transactions_done_by_time (organization_id=? AND updated_at>? AND updated_at<?)",
    () => dryRuns.listPast(db, { organizationID, from: now, to: latest }, null, 500),
  ],
  [
    "the spending of a period",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () => reports.listSpending(reader, { organizationID, memberID: null, from: now, to: latest }),
  ],
  [
    "the packers' labels of a period",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () => reports.listPackers(reader, { organizationID, memberID: null, from: now, to: latest }),
  ],
  [
    "the parcels with cash on delivery",
    "SEARCH s USING INDEX shipments_collecting (organization_id=? AND status=?)",
    () => reports.listCash(reader, { organizationID, memberID: null }),
  ],
  [
    "the payouts of carriers",
    "cash_receipts_by_carrier (organization_id=?)",
    () => reports.listReceived(reader, organizationID),
  ],
  [
    "a receipt by its reference",
    "cash_receipts_by_carrier (organization_id=? AND provider_code=? AND reference=?)",
    () => listWithReference(db, organizationID, "P", "R"),
  ],
  [
    "the references of a carrier's receipts",
    "COVERING INDEX cash_receipts_by_carrier (organization_id=? AND provider_code=? AND reference>?)",
    () => listReferences(db, organizationID, "P"),
  ],
  [
    "the largest number of a shipment",
    "shipments_by_number (organization_id=? AND number>?)",
    () => given.newestNumber({ db }, organizationID),
  ],
  [
    "the largest barcode of a range",
    "shipments_by_barcode (barcode>? AND barcode<?)",
    () => given.newestBarcode({ db }, "X100", "X999"),
  ],
  [
    "orders that wait, by their numbers",
    "shipments_waiting (organization_id=? AND status=?)",
    () => given.listWaitingIDs({ db }, organizationID, 200),
  ],
  [
    "a label that was cancelled, by its barcode",
    "transactions_voided (barcode=?)",
    () => transactions.findCancelled(db, organizationID, "B"),
  ],
  [
    "the holder of a shipment",
    "SEARCH c USING PRIMARY KEY (shipment_id=?)",
    () => holderOf(db, "s"),
  ],
  [
    "the printed shipments among some shipments",
    "SEARCH s USING INDEX",
    () => foundShipments.listPrinted(db, ["s"]),
  ],
  [
    "transactions quarantined because of their time",
    "SEARCH commits_set_aside USING INDEX commits_set_aside_by_reason (reason=?)",
    () => listAhead(db, 20),
  ],
  [
    "the claimed shipments after a shipment",
    "SEARCH shipment_claims USING PRIMARY KEY (shipment_id>?)",
    () => listClaimed(db, "s", 100),
  ],
  ["the end of a station", "station_ends_by_station (station_id=?)", () => findEnd(db, "s")],
  [
    "the head of a chain",
    "ledger_by_chain (organization_id=? AND station_id=? AND incarnation=?)",
    () => anchors.findHead(db, chain),
  ],
  [
    "the anchor of a chain",
    "ledger_anchors_by_chain (organization_id=? AND station_id=? AND incarnation=?)",
    () => anchors.findAnchor(db, chain),
  ],
  [
    "the entries that differ from their anchors",
    "SEARCH e USING INDEX ledger_by_chain (organization_id=? AND station_id=? AND incarnation=? AND n=?)",
    () => anchors.findRewritten(reader, organizationID),
  ],
  [
    "the counts of the board",
    "COVERING INDEX open_parcels_board (organization_id=? AND step=? AND last_at>?)",
    () => readBoardRows(reader, board),
  ],
  [
    "the newest parcels of a column",
    "SEARCH p USING INDEX open_parcels_board (organization_id=? AND step=? AND last_at>?)",
    () => readBoardRows(reader, board),
  ],
  [
    "the parcels that a carrier reports",
    "open_parcels_reported (organization_id=? AND reason=? AND last_at>?)",
    () => readBoardRows(reader, board),
  ],
  [
    "the labels of today",
    "SEARCH t USING INDEX transactions_done_by_time (organization_id=? AND updated_at>? AND updated_at<?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "today's labels that were cancelled",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "purchases without an answer",
    "SEARCH t USING INDEX transactions_open (organization_id=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "prints that failed",
    "SEARCH p USING INDEX print_jobs_by_status (status=? AND organization_id=? AND created_at>?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "jobs that need a person today",
    "SEARCH j USING INDEX jobs_for_people (organization_id=? AND kind=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "labels to be announced today",
    "SEARCH a USING INDEX announcements_open (organization_id=? AND state=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "the list of shipments on which something failed",
    "SEARCH shipments USING INTEGER PRIMARY KEY (rowid=?)",
    () => listRowsBetween(reader, { organizationID, waits: "failed", board }, between, true),
  ],
  [
    "parcels on trucks of today",
    "SEARCH h USING INDEX handed_over_open (organization_id=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "parcels of trucks that left today",
    "SEARCH o USING COVERING INDEX hand_overs_by_time (organization_id=? AND created_at>?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "the list of shipments to be announced",
    "SEARCH shipments USING INTEGER PRIMARY KEY (rowid=?)",
    () => listRowsBetween(reader, { organizationID, waits: "announcing", board }, between, true),
  ],
  [
    "the orders on hold today",
    "SEARCH shipments USING INDEX shipments_held (organization_id=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "the carriers' parcels to be handed over",
    "SEARCH p USING COVERING INDEX open_parcels_board (organization_id=? AND step=? AND last_at>?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "the carriers' returns under way",
    "SEARCH s USING INDEX shipments_returns_under_way (organization_id=?)",
    () => readTodayRows(reader, { ...board, tomorrow: latest }),
  ],
  [
    "the parcels of a carrier's barcode",
    "shipments_by_barcode (barcode=?)",
    () => numbers.listOfCarrierNumber(db, { organizationID, providerCode: "P", number: "N" }),
  ],
  [
    "the parcels of a carrier's tracking number",
    "shipments_by_tracking_number (tracking_number=?)",
    () => numbers.listOfCarrierNumber(db, { organizationID, providerCode: "P", number: "N" }),
  ],
  [
    "the newest parcel of a tracking number",
    "shipments_by_tracking_number (tracking_number=?)",
    () => numbers.findByTrackingNumber(db, organizationID, "N"),
  ],
  [
    "the codes of a carrier's status files",
    "status_codes_by_carrier (organization_id=? AND provider_code=?)",
    () => statusFiles.listStatusCodes(db, organizationID, "P"),
  ],
  [
    "the carriers that report by status files",
    "COVERING INDEX status_files_by_carrier (organization_id=?)",
    () => statusFiles.listReporting(db, organizationID, now),
  ],
  [
    "the record of how a parcel was handled",
    "handled_parcels_by_shipment (shipment_id=?)",
    () => listHandled(db, "s"),
  ],
  [
    "a label on a truck",
    "SEARCH handed_over USING PRIMARY KEY (id=?)",
    () => handOvers.findHandedOver(db, "h"),
  ],
  [
    "the newest scan of a shipment at a truck",
    "handed_over_of_shipment (shipment_id=?)",
    () => handOvers.findNewestOf(db, "s"),
  ],
  [
    "whether a shipment is on a manifest",
    "handed_over_of_shipment (shipment_id=?)",
    () => isHandedOver(db, { id: "s", purchaseID: "t" }),
  ],
  [
    "the parcels on a truck, counted",
    "handed_over_open (organization_id=? AND provider_code=?)",
    () => handOvers.countOpen(db, aTruck),
  ],
  [
    "the parcels on a truck",
    "handed_over_open (organization_id=? AND provider_code=?)",
    () => handOvers.listOpenIDs(db, aTruck, 10),
  ],
  [
    "waiting orders of one recipient",
    "SEARCH a USING INDEX addresses_by_phone (organization_id=? AND <expr>=? AND district_id=?)",
    () => joinedOrders.listWaitingOfPhone(db, waitingOfPhone),
  ],
  [
    "waiting orders of the recipient's addresses",
    "SEARCH s USING INDEX shipments_waiting_by_recipient (recipient_address_id=?)",
    () => joinedOrders.listWaitingOfPhone(db, waitingOfPhone),
  ],
  [
    "orders that are packed in one parcel",
    "SEARCH joined_orders USING INDEX joined_orders_of_first (first_id=?)",
    () => joinedOrders.listJoinedTo(db, "s"),
  ],
  [
    "orders that a purchase has packed",
    "SEARCH joined_orders USING INDEX joined_orders_of_packed (packed_in=?)",
    () => joinedOrders.listJoinedTo(db, "s"),
  ],
  ["the change of an order", "PRIMARY KEY (id=?)", () => orderChanges.findChangeOf(db, "o")],
  [
    "open changes of orders",
    "SEARCH order_changes USING INDEX order_changes_open (organization_id=? AND (arrived_at,id)>(?,?))",
    () => orderChanges.listOpen(db, { organizationID, arrivedAt: "", id: "", limit: 50 }),
  ],
  [
    "open changes of orders, counted",
    "SEARCH order_changes USING INDEX order_changes_open (organization_id=?)",
    () => orderChanges.countOpen(db, organizationID),
  ],
  [
    "open changes of orders that are packed with another",
    "SEARCH j USING INDEX joined_orders_of_shipment (shipment_id=?)",
    () => orderChanges.countOpen(db, organizationID),
  ],
  [
    "the change of an erased order",
    "SEARCH order_changes USING INDEX order_changes_of_order (order_id=?)",
    () => hasShipmentText(db, "s"),
  ],
  ["a hand-over", "PRIMARY KEY (id=?)", () => handOvers.findHandOver(db, "o", "h")],
  [
    "a source of orders",
    "sqlite_autoindex_order_sources_1 (id=?)",
    () => sources.findOrderSource(db, "s"),
  ],
  [
    "the sources of recent orders",
    "SEARCH shipments USING INDEX shipments_by_number (organization_id=? AND number>?)",
    () => sources.listSeenIdentifiers(db, "o"),
  ],
  ["a product", "sqlite_autoindex_products_1 (id=?)", () => products.findProduct(db, "p")],
  [
    "the products of an order's items",
    "p USING INDEX sqlite_autoindex_products_1 (id=?)",
    () => products.listProductsOf(db, "o", ["p"]),
  ],
  [
    "the barcodes of products",
    "b USING INDEX product_barcodes_of_product (product_id=?)",
    () => products.listBarcodesOf(db, ["p"]),
  ],
  [
    "the products with the barcodes that are listed",
    "o USING COVERING INDEX product_barcodes_by_key (organization_id=? AND scan_key=?)",
    () => products.listBarcodesOf(db, ["p"]),
  ],
  [
    "the product of a scanned barcode",
    "b USING COVERING INDEX product_barcodes_by_key (organization_id=? AND scan_key=?)",
    () => products.listProductsWith(db, "o", "K"),
  ],
  [
    "a page of products that a search finds",
    "p USING INDEX products_listed (organization_id=?)",
    () =>
      products.listProductPage(
        reader,
        { organizationID, words: "ku", conflicts: 0 },
        { limit: 100, offset: 0 },
      ),
  ],
  [
    "the contents of a shipment",
    "s USING INDEX sqlite_autoindex_shipments_1 (id=?)",
    () => contents.findContents(db, "s"),
  ],
  [
    "the last parcels with the same contents",
    "c USING PRIMARY KEY (organization_id=? AND test=? AND contents=?)",
    () => contents.listPacked(db, { organizationID, test: 0, contents: "[]", atMost: 20 }),
  ],
  [
    "hand-overs that are being ended",
    "hand_overs_ending (state=?)",
    () => handOvers.listEnding(db, "s"),
  ],
  [
    "the parcels on a manifest, counted",
    "handed_over_together (hand_over_id=?)",
    () => handOvers.countOnManifest(db, "h"),
  ],
  [
    "the trucks' counts",
    "handed_over_open (organization_id=?)",
    () => readHandOverRows(reader, board),
  ],
  [
    "the parcels of one truck",
    "handed_over_open (organization_id=? AND provider_code=?)",
    () => readTruckRows(reader, board, "SURAT"),
  ],
  [
    "the parcels of a hand-over's manifest",
    "handed_over_together (hand_over_id=? AND transaction_id>?)",
    () => listHandedOver(reader, "h", "", 100),
  ],
  [
    "a carrier's parcels that stay here",
    "open_parcels_board (organization_id=? AND step=? AND last_at>?)",
    () => listStaying(reader, board, "SURAT"),
  ],
  [
    "the state of one parcel",
    "SEARCH s USING INDEX sqlite_autoindex_shipments_1 (id=?)",
    () => findState(db, "s"),
  ],
  [
    "the newest event of a parcel",
    "SEARCH tracking_events USING PRIMARY KEY (shipment_id=?)",
    () => findState(db, "s"),
  ],
  ["the running batches", "print_batches_open (status=?)", () => batches.listRunning(db)],
  [
    "the next label of a batch",
    "print_batch_items_waiting (batch_id=?)",
    () => batches.findNextItem(db, "b"),
  ],
  [
    "the labels of a batch",
    "i USING PRIMARY KEY (batch_id=? AND position>?)",
    () => batches.listItems(db, "b", 1, 50),
  ],
  [
    "a shipment in a batch",
    "print_batch_items_by_shipment (shipment_id=?)",
    () => batches.findItemOf(db, "b", "s"),
  ],
  [
    "the times at which the last labels of a batch were sent",
    "print_jobs_by_batch (batch_id=? AND status=?)",
    () => batches.listLastSent(db, "b", 20),
  ],
  [
    "the shipments to index",
    "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)",
    () => listUnindexed(db, 50),
  ],
  [
    "the new shipments",
    "SEARCH shipments USING INTEGER PRIMARY KEY (rowid>?)",
    () => listUnindexed(db, 50),
  ],
  [
    "the list of returned shipments",
    "shipments_returned (organization_id=?)",
    () =>
      listShipments(
        reader,
        { organizationID, isReturned: true },
        "organization_shipment_id desc",
        page,
      ),
  ],
  [
    "the targets of labels that wait",
    "COVERING INDEX print_jobs_queue (role>?)",
    () => waiting.listWaitingTargets(db),
  ],
  [
    "the expired labels",
    "print_jobs_expiring (expires_at>? AND expires_at<?)",
    () => waiting.listExpired(db, now, 20),
  ],
  [
    "the time at which the next label expires",
    "COVERING INDEX print_jobs_expiring",
    () => waiting.findNextExpiry(db),
  ],
  [
    "the number of a label's last copy",
    "print_jobs_by_shipment (shipment_id=?)",
    () => printing.findLastCopy(db, "s"),
  ],
  [
    "the last attempts of a page of print jobs",
    "SEARCH a USING PRIMARY KEY (job_id=? AND number=?)",
    () => lastAttempts(db, ["j"]),
  ],
  [
    "the attempts of a print job",
    "print_attempts USING PRIMARY KEY (job_id=?)",
    () => listAttempts(db, "j"),
  ],
  [
    "the check for an unconfirmed copy",
    "print_attempts USING PRIMARY KEY (job_id=?)",
    () => hasUnconfirmed(db, "j"),
  ],
  [
    "the stored knowledge about a printer",
    "printer_knowledge USING PRIMARY KEY (printer_id=? AND address=?)",
    () => findKnowledge(db, "p", "a"),
  ],
  [
    "the time at which the next label is due",
    "print_jobs_queue (role=?)",
    () => waiting.findNextDue(db, "label"),
  ],
  [
    "the waiting labels of a shipment",
    "print_jobs_by_shipment (shipment_id=?)",
    () => printing.listOpenJobs(db, "s"),
  ],
  [
    "the parcels of a manifest",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () =>
      listBoughtParcels(
        reader,
        { organizationID, createdBy: null, providerCode: "P", from: now, to: latest },
        "",
        250,
      ),
  ],
  [
    "the carriers of a day",
    "SEARCH t USING INDEX sqlite_autoindex_transactions_1 (id>? AND id<?)",
    () => listCarriersOfDay(reader, { organizationID, createdBy: null, from: now, to: latest }),
  ],
  [
    "the purchases whose answer did not arrive",
    "transactions_unanswered (created_at>?)",
    () => transactions.listUnanswered(db, { hash: "h", since: now }),
  ],
  [
    "all purchases of a shipment",
    "shipment_facts USING PRIMARY KEY (shipment_id=?)",
    () => transactions.listTransactionsOf(db, "s"),
  ],
  [
    "the live purchases of a shipment",
    "shipment_facts USING PRIMARY KEY (shipment_id=?)",
    () => transactions.listLiveTransactions(db, "s"),
  ],
  [
    "the lanes with jobs that wait",
    "jobs_due (lane>?)",
    () => jobs.listWaitingLanes(db, { after: "", atMost: 100 }),
  ],
  [
    "the jobs of a lane that are due",
    "jobs_due (lane=? AND next_attempt_at<?)",
    () => jobs.listDue(db, { lane: "l", now, atMost: 8 }),
  ],
  [
    "the earlier jobs of their sequences",
    "jobs_in_order (sequence=? AND position<?)",
    () => jobs.listDue(db, { lane: "l", now, atMost: 8 }),
  ],
  [
    "the job of a subject",
    "jobs_once (kind=? AND subject_id=?)",
    () => jobs.findJob(db, "buy", "t"),
  ],
  ["the jobs that ran when the process ended", "jobs_running", () => jobs.listRunning(db)],
  [
    "the jobs put off by a clock that was set back",
    "jobs_due (lane>?)",
    () => jobs.markWrittenLaterDue(db, now),
  ],
  [
    "the jobs that were written before a copy was put back",
    "jobs_due (lane>?)",
    () => jobs.markOlderMayBeDone(db, now),
  ],
  [
    "the jobs that need a person",
    "jobs_for_people (organization_id=? AND kind=?",
    () => jobs.listForPeople(db, { organizationID, kind: "buy", atMost: 50 }),
  ],
  [
    "the number of jobs that need a person",
    "COVERING INDEX jobs_for_people (organization_id=? AND kind=?",
    () => jobs.countNeedsPerson(db, organizationID),
  ],
  [
    "the jobs of a deleted webhook",
    "jobs_in_order (sequence>? AND sequence<?)",
    () =>
      jobs.endWaiting(db, { kind: "webhook", sequencePrefix: "w", error: "", now, atMost: 100 }),
  ],
  [
    "the deliveries of a deleted webhook that have no job",
    "webhook_deliveries_waiting (webhook_id=?)",
    () => deliveries.markSomeGivenUp(db, { webhookID: "w", now, atMost: 100 }),
  ],
  [
    "deleting the quote jobs of a shipment",
    "jobs_once (kind=? AND subject_id>? AND subject_id<?)",
    () => jobs.deleteBySubject(db, "quote", "s "),
  ],
  ["deleting old jobs", "jobs_ended (updated_at<?)", () => jobs.deleteEndedBefore(db, now, 100)],
  ["the oldest fact to deliver", "webhook_deliveries_open", () => deliveries.oldestOpenFact(db)],
  [
    "a webhook's log",
    "COVERING INDEX webhook_deliveries_by_webhook (webhook_id=?)",
    () => deliveries.listDeliveries(reader, "w", page),
  ],
  [
    "a webhook's deliveries that wait for their turn",
    "webhook_deliveries_waiting (webhook_id=? AND fact_seq>?)",
    () => deliveries.listWaiting(db, { webhookID: "w", after: 0, atMost: 100 }),
  ],
  [
    "the delivery of an event",
    "webhook_deliveries_once (webhook_id=? AND event_id=?)",
    () => deliveries.findOfEvent(db, "w", "e"),
  ],
  [
    "the deliveries of a shipment",
    "webhook_deliveries_by_shipment (shipment_id=?)",
    () => deliveries.listOfShipment(db, "s"),
  ],
  [
    "the open print requests to a station",
    "print_requests_open_to (to_station_id=?)",
    () => requests.listOpenTo(db, "s"),
  ],
  [
    "the open print requests of a station",
    "print_requests_open_from (from_station_id=?)",
    () => requests.listOpenFrom(db, "s"),
  ],
  [
    "the ended label requests of a station",
    "print_requests_from (organization_id=? AND from_station_id=? AND id>?)",
    () => requests.listEndedLabels(db, { organizationID, stationID: "s", fromID: "r", limit: 50 }),
  ],
  [
    "the given-up print requests to a station",
    "print_requests_to (organization_id=? AND to_station_id=?)",
    () => requests.listGivenUp(db, { organizationID, stationID: "s" }),
  ],
  [
    "the print requests of a station",
    "print_requests_from (organization_id=? AND from_station_id=?)",
    () =>
      requests.listRequests(db, {
        organizationID,
        stationID: "s",
        state: null,
        shipmentID: null,
        askedBy: null,
        limit: 20,
      }),
  ],
  [
    "the print requests to a station",
    "print_requests_to (organization_id=? AND to_station_id=?)",
    () =>
      requests.listRequests(db, {
        organizationID,
        stationID: "s",
        state: null,
        shipmentID: null,
        askedBy: null,
        limit: 20,
      }),
  ],
  [
    "the print requests for a shipment",
    "print_requests_by_shipment (shipment_id=?)",
    () =>
      requests.listRequests(db, {
        organizationID,
        stationID: "s",
        state: null,
        shipmentID: "s",
        askedBy: null,
        limit: 20,
      }),
  ],
  [
    "deleting old print requests",
    "sqlite_autoindex_print_requests_1 (id<?)",
    () => requests.deleteBefore(db, "r", 100),
  ],
  [
    "the attempts of a page of a webhook's log",
    "delivery_attempts_by_delivery (delivery_id=?)",
    () => deliveries.listDeliveries(reader, "w", page),
  ],
  [
    "deleting old deliveries",
    "webhook_deliveries_ended (updated_at<?)",
    () => deliveries.deleteEndedBefore(db, now, 100),
  ],
  [
    "the facts after a fact",
    "INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    () =>
      outbox.listVisible(db, { organizationID, memberID: null, after: 1, upTo: 500, atMost: 100 }),
  ],
];

describe("indexes without statistics", () => {
  it.each(STATEMENTS)("SQLite uses an index for %s (%s)", async (_name, index, run) => {
    const plans = await plansOf(run);
    expect(
      plans.some((step) => step.includes(index)),
      plans.join("\n"),
    ).toBe(true);
    expect(plans.filter((step) => READS_ALL.test(step))).toEqual([]);
  });
});

describe("a list of the shipments of one store", () => {
  // A marketplace is asked for the shipments of one key; a few shops have most others there.
  it("reads no index but that of stores, where the store has few shipments", async () => {
    const plans = await plansOf(() =>
      listShipments(
        reader,
        { organizationID, storeIdentifier: "key" },
        "organization_shipment_id desc",
        page,
      ),
    );
    const reads = plans.filter((step) => step.includes("shipments USING"));
    expect(reads.filter((step) => !step.includes("shipments_by_store"))).toEqual([]);
    expect(reads.length).toBeGreaterThan(1);
  });
});

describe("the window's list", () => {
  it.each([{}, { status: "CANCELED" }, { createdBy: "m" }, { isPrinted: true }, { isTest: true }])(
    "the list of %o is read in index order without sorting",
    async (filter) => {
      const plans = await plansOf(() =>
        listKeys(
          reader,
          { organizationID, ...filter },
          newestFirst,
          Object.keys(filter).length > 0,
        ),
      );
      expect(
        plans.filter((step) => /TEMP B-TREE/.test(step)),
        plans.join("\n"),
      ).toEqual([]);
    },
  );

  it.each([true, false])(
    "the list by time is read in index order without sorting, ascending: %o",
    async (isAscending) => {
      const plans = await plansOf(() =>
        listKeys(reader, { organizationID }, { by: "time", isAscending, step: 100 }, true),
      );
      expect(
        plans.filter((step) => /TEMP B-TREE/.test(step)),
        plans.join("\n"),
      ).toEqual([]);
    },
  );

  it("returns on their way, which are few, are read from their index", async () => {
    const plans = await plansOf(() =>
      listRowsBetween(reader, { organizationID, waits: "returnUnderWay" }, between, true),
    );
    expect(
      plans.filter((step) => step.includes("shipments_returns_under_way (organization_id=?)")),
      plans.join("\n"),
    ).toHaveLength(1);
  });

  it("a list of the last days reads only those days", async () => {
    const plans = await plansOf(() =>
      listKeys(reader, { organizationID, from: now, status: "DELIVERED" }, newestFirst, true),
    );
    expect(
      plans.filter((step) => step.includes("SEARCH shipments")),
      plans.join("\n"),
    ).toEqual([
      "SEARCH shipments USING INDEX shipments_by_created (organization_id=? AND created_at>?)",
    ]);
  });

  it("returns without a label are counted from their index", async () => {
    const plans = await plansOf(() =>
      waitingShipments.countWaitingReturns(db, { organizationID, createdBy: null }),
    );
    expect(plans).toEqual([
      "SEARCH shipments USING INDEX shipments_returns_waiting (organization_id=?)",
    ]);
  });

  it("a search reads from the newest shipment, and sorts only its page", async () => {
    const plans = await plansOf(() => searchRows(reader, { organizationID }, MATCHES, 50));
    // The pages of three matches are merged into one: grouped, sorted, and kept in order.
    expect(
      plans.filter((step) => /TEMP B-TREE/.test(step)),
      plans.join("\n"),
    ).toHaveLength(3);
    expect(
      plans.filter((step) => step.includes("SCAN f VIRTUAL TABLE INDEX 192:M1")),
      plans.join("\n"),
    ).toHaveLength(4);
  });
});

describe("the journal", () => {
  it.each([null, "QUEUED", "SENT", "FAILED"] as const)(
    "the journal of state %s is read in index order without sorting",
    async (status) => {
      const plans = await plansOf(() =>
        journal.listJobs(db, {
          organizationID,
          createdBy: null,
          status,
          shipmentID: null,
          limit: 50,
        }),
      );
      expect(plans.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
      const own = await plansOf(
        () =>
          status !== null &&
          journal.listJobs(db, {
            organizationID,
            createdBy: "m",
            status,
            shipmentID: null,
            limit: 50,
          }),
      );
      expect(own.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
    },
  );
});

describe("a page of a sorted list", () => {
  it.each(["desi", "desi desc", "amount", "amount desc", "organization_shipment_id"] as const)(
    "a page in the order of %s is read from its index, however many rows are equal",
    async (sort) => {
      const plans = await plansOf(() => listShipments(reader, { organizationID }, sort, page));
      expect(
        plans.filter((step) =>
          /SEARCH shipments USING COVERING INDEX shipments_by_(desi|amount|number) /.test(step),
        ),
        plans.join("\n"),
      ).toHaveLength(1);
      // SQLite sorts only the page's rows.
      expect(plans.filter((step) => step.includes("TEMP B-TREE"))).toHaveLength(1);
    },
  );

  it("a page of returned shipments in the order of desi uses no index of all shipments", async () => {
    const plans = await plansOf(() =>
      listShipments(reader, { organizationID, isReturned: true }, "desi", page),
    );
    expect(plans.filter((step) => step.includes("shipments_by_"))).toEqual([]);
  });

  it("a page in the order of organization_shipment_id desc is read from its index, without the rows before it", async () => {
    const plans = await plansOf(() =>
      listShipments(reader, { organizationID }, "organization_shipment_id desc", page),
    );
    expect(
      plans.filter((step) =>
        step.includes(
          "SEARCH shipments USING COVERING INDEX shipments_by_number (organization_id=? AND number<?)",
        ),
      ),
      plans.join("\n"),
    ).toHaveLength(1);
    // SQLite sorts only the page's rows.
    expect(plans.filter((step) => step.includes("TEMP B-TREE"))).toHaveLength(1);
  });
});

describe("fifty thousand waiting jobs, none due", () => {
  const MANY = 50_000;
  const { db: full } = plannedDatabase();
  const later = "2026-11-21T09:00:04.000Z";
  const soon = { role: "label" as const, now, latest: "2026-11-21T09:00:05.000Z" };
  full.raw.pragma("foreign_keys = OFF");
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})`;
  full.raw.exec(
    `${numbers} INSERT INTO jobs SELECT 'd' || i, '${now}', '${now}', 'webhook', 'webhook w', 'w s' || i, i, 'd' || i, 'o', 's' || i, '{}', 'WAITING', 1, '${now}', '${later}', NULL, '', 0 FROM n`,
  );
  full.raw
    .exec(`${numbers} INSERT INTO print_jobs (id, created_at, updated_at, organization_id, shipment_id, created_by, barcode, status, next_attempt_at)
    SELECT 'j' || i, '${now}', '${now}', 'o', 's' || i, 'm', 'b' || i, 'QUEUED', '${later}' FROM n`);
  afterAll(() => full.close());

  it.each<[string, () => readonly unknown[]]>([
    ["labels", () => waiting.listDueJobs(full, soon, 2)],
    ["jobs of a lane", () => jobs.listDue(full, { lane: "webhook w", now, atMost: 8 })],
  ])("many jobs that are not due do not slow the listing of due %s", (_name, list) => {
    expect(list()).toEqual([]);
    const times = Array.from({ length: 50 }, () => {
      const begin = performance.now();
      list();
      return performance.now() - begin;
    });
    // The fastest of many runs, ms, because a busy machine delays the others.
    expect(Math.min(...times)).toBeLessThan(0.2);
  });
});
