/**
 * How SQLite answers what is asked of large tables, on a new folder: no folder in use has the statistics of ANALYZE.
 * A statement is added by one line: the call that runs it, and the index it must use.
 */
import { afterAll, describe, expect, it } from "vitest";
import { listPending } from "../../../core/offers/offers.store.ts";
import * as outbox from "../../../core/outbox/outbox.store.ts";
import * as printing from "../../../core/printing/printing.store.ts";
import { listShipments } from "../../../core/shipments/shipments-list.store.ts";
import * as shipments from "../../../core/shipments/shipments.store.ts";
import * as transactions from "../../../core/transactions/transactions.store.ts";
import * as deliveries from "../../../core/webhooks/deliveries.store.ts";
import { plannedDatabase } from "../../helpers/query-plans.ts";

const LARGE = "shipments|orders|transactions|print_jobs|webhook_deliveries|webhook_attempts|outbox|addresses|offers";
/** Reads a whole table, or all that an organization has in it. */
const READS_ALL = new RegExp(`^SCAN (${LARGE}|d|older)\\b(?!.* webhook_deliveries_open$)|^SEARCH (${LARGE}) .*\\(organization_id=\\?\\)$`);
const { db, reader, plansOf } = plannedDatabase();
afterAll(() => db.close());

const organizationID = "o";
const order = { organizationID, sourceIdentifier: "import", orderNumber: "A-1" };
const now = "2026-11-21T09:00:00.000Z";
const page = { limit: 20, offset: 0 };

const STATEMENTS: readonly [name: string, index: string, run: () => unknown][] = [
  ["the shipments of an order of an order file", "shipments_by_order_number (organization_id=? AND order_number=?)", () => shipments.listOfOrder(db, order)],
  ["the imported order of that number", "orders_imported_once (organization_id=? AND source_identifier=? AND order_number=?)", () => shipments.findImportedOrder(db, order)],
  ["the shipments a scanned order number means", "shipments_by_order_number (organization_id=? AND order_number=?)", () => shipments.listByOrderNumber(db, organizationID, "A-1")],
  ["the shipment of a barcode", "shipments_by_barcode (barcode=?)", () => shipments.findByBarcode(db, organizationID, "B")],
  ["the shipment of a number", "shipments_by_number (organization_id=? AND number=?)", () => shipments.findByNumber(db, organizationID, 1)],
  ["the shipments that wait", "shipments_by_status (organization_id=? AND status=?", () => shipments.listWaiting(db, { organizationID, createdBy: null, limit: 20 })],
  ["the list of one order number", "shipments_by_order_number (organization_id=? AND order_number=?)", () => listShipments(reader, { organizationID, orderNumber: "A-1" }, "organization_shipment_id desc", page)],
  ["when the next label is due", "print_jobs_queue", () => printing.findNextDue(db)],
  ["the waiting labels of a shipment", "print_jobs_by_shipment (shipment_id=?)", () => printing.listQueuedOf(db, "s")],
  ["the purchases whose answer nobody heard", "transactions_unanswered (request_hash=? AND created_at>?)", () => transactions.listUnanswered(db, { hash: "h", since: now })],
  ["the purchase in force for a shipment", "transactions_one_live_per_shipment (shipment_id=?)", () => transactions.findLiveTransaction(db, "s")],
  ["the deliveries before them", "webhook_deliveries_in_order (webhook_id=? AND shipment_id=? AND fact_seq<?)", () => deliveries.listDueHeads(db, "w", now, 8)],
  ["the oldest fact to tell", "webhook_deliveries_open", () => deliveries.oldestOpenFact(db)],
  ["a webhook's log", "webhook_deliveries_once (webhook_id=?)", () => deliveries.listDeliveries(db, "w", page)],
  ["the old deliveries to forget", "webhook_deliveries_ended (updated_at<?)", () => deliveries.deleteEndedBefore(db, now, 100)],
  ["the facts after one", "INTEGER PRIMARY KEY (rowid>?)", () => outbox.listVisible(db, { organizationID, memberID: null, after: 1, atMost: 100 })],
  ["the prices that are awaited", "pending_quotes_by_deadline", () => listPending(db)],
];

describe("without statistics SQLite finds by an index", () => {
  it.each(STATEMENTS)("%s (%s)", async (_name, index, run) => {
    const plans = await plansOf(run);
    expect(plans.some((step) => step.includes(index)), plans.join("\n")).toBe(true);
    expect(plans.filter((step) => READS_ALL.test(step))).toEqual([]);
  });
});
