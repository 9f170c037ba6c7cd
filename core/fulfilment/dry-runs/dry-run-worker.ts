/**
 * Thread of dry runs: reads purchases and prices on a read-only connection, so that neither a
 * purchase nor the window waits. The connection shows one state of the database during a run.
 */
import { z } from "zod";
import { openThread } from "../../base/threads/serve-calls.ts";
import type { CachedDb } from "../../db/database.ts";
import { readNow } from "../../db/many-rows.ts";
import { openSnapshot } from "../../db/open-reader.ts";
import type { Tables } from "../../db/tables.ts";
import { listQuotable } from "../../shipping/accounts/accounts.service.ts";
import { quoteAgreement, type Known } from "../../shipping/agreements/agreement-carrier.ts";
import {
  createTariffReader,
  listAgreements,
} from "../../shipping/agreements/agreements.service.ts";
import { withoutSamples } from "../../shipping/offers/quote-shipment.ts";
import { loadGeo } from "../../shipping/geo/geo.service.ts";
import { loadCalendar } from "../../shipping/geo/turkish-calendar.ts";
import { ORDERS_BY_ID, type OrderRow } from "../../shipping/shipments/shipments.service.ts";
import { readPurchase } from "../../shipping/shipments/stored-snapshot.ts";
import type { DryRunOperations, DryRunRequest } from "./dry-run-protocol.ts";
import { MOST_PAST } from "./dry-runs.schema.ts";
import { countPast, listPast, type PageEnd, type PastRow } from "./dry-runs.store.ts";
import { pricePast, type PastQuotes } from "./price-past.ts";
import { startSum, type Summing } from "./sum-up.ts";

const PAGE = 500;

const thread = openThread<
  DryRunOperations,
  { readonly path: string; readonly resourcesDir: string; readonly tables: Tables }
>(
  z.object({
    path: z.string(),
    resourcesDir: z.string(),
    tables: z.custom<Tables>((value) => typeof value === "object"),
  }),
);
const { path, resourcesDir, tables } = thread.data;
const geo = loadGeo(resourcesDir);
const calendar = loadCalendar(resourcesDir);

thread.serve({
  run(request) {
    const db = openSnapshot(path, tables);
    try {
      const summing = startSum(request.rules);
      const isWhole = sumUp(db, request, summing);
      const sums = summing.sums();
      return { inPeriod: isWhole ? sums.bought.shipments : countPast(db, request), sums };
    } finally {
      db.close();
    }
  },
});

/** Sums up the newest shipments of the period. @returns Whether these are all of them. */
function sumUp(db: CachedDb, request: DryRunRequest, summing: Summing): boolean {
  const { organizationID, rules, isInTestMode, kinds } = request;
  const accounts = listQuotable(db, organizationID);
  const known: Known = {
    db,
    geo,
    calendar,
    tariffs: createTariffReader(db),
    kinds,
    accountsOf: () => accounts,
  };
  const agreements = withoutSamples(
    listAgreements(db, organizationID),
    ({ isSample }) => isSample === 1,
    () => isInTestMode,
  );
  let before: PageEnd | null = null;
  for (let left = MOST_PAST; left > 0; left -= PAGE) {
    if (!thread.isWanted()) throw new Error("the dry run is no longer wanted");
    const rows: PastRow[] = listPast(db, request, before, Math.min(PAGE, left));
    const orders = ordersOf(db, rows);
    for (const row of rows) {
      const purchase = readPurchase(row);
      if (purchase === null || purchase.offer.id === "") continue;
      const { sender, recipient, return: back } = purchase;
      const shipment = {
        columns: row,
        parcel: row,
        addresses: { sender, recipient, return: back },
        order: row.orderID === null ? undefined : orders.get(row.orderID),
      };
      const priced = pricePast(calendar, rules, shipment, purchase, (consignment): PastQuotes[] =>
        agreements.map((agreement) => ({
          agreementID: agreement.id,
          quotes: quoteAgreement(known, agreement, consignment),
        })),
      );
      const { id: shipmentID, number: shipmentNumber, orderNumber } = row;
      summing.add({ shipmentID, shipmentNumber, orderNumber }, purchase.offer.createdAt, priced);
    }
    if (rows.length < PAGE) return true;
    before = rows.at(-1) ?? null;
  }
  return false;
}

function ordersOf(db: CachedDb, rows: readonly PastRow[]): ReadonlyMap<string, OrderRow> {
  const ids = [...new Set(rows.flatMap(({ orderID }) => orderID ?? []))];
  return new Map(readNow(db, ORDERS_BY_ID, ids).map((order) => [order.id, order]));
}
