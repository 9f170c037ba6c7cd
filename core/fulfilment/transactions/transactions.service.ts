/** Waits for transactions and presents them. `buy-offer.ts` buys, `cancel-shipment.ts` cancels. */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { AppError } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { priceTexts } from "../../shipping/offers/offer-price.ts";

import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { presentParts, type ShipmentParts } from "../../shipping/shipments/present-shipment.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import type { Shipment } from "../../shipping/shipments/shipments.schema.ts";
import type { FindPurchase } from "../../shipping/shipments/refold.ts";
import { presentShipment, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import type { AnnouncedLabel } from "../announcements/announced-label.ts";
import { PAID_BY } from "./paid-by.ts";
import type { Reserved } from "./buy-offer.ts";
import { isStuck, notKnownYet, refusalOf } from "./open-purchases.ts";
import type { Transaction } from "./transactions.schema.ts";
import * as store from "./transactions.store.ts";
import {
  findSnapshot,
  findTransactionRow,
  getSnapshot,
  getTransactionRow,
  listLiveTransactions,
  listTransactionsOf,
  type TransactionRow,
} from "./transactions.store.ts";

export { findCancelled as findCancelledLabel } from "./transactions.store.ts";

/**
 * Prevents open purchases of a restored database from printing, since their labels may have been
 * printed already. Needs an open transaction.
 */
export function dropPrintRequests(deps: ReadDeps): void {
  store.dropPrintRequests(deps.db);
}

/**
 * Requires that an earlier purchase is neither open nor failed. A cancelled purchase passes.
 *
 * @throws AppError E2008 while its outcome is unknown, or a label was sold with another parcel's
 *   barcode; E2033 when the carrier refused.
 */
export function requireBought(deps: ReadDeps, id: string): void {
  const row = getTransactionRow(deps.db, id);
  if (row.status === "PENDING") throw notKnownYet(deps, id);
  if (row.status === "FAILED")
    throw new AppError(
      row.errorCode === "E1071" ? "E1071" : "E2033",
      row.errorMessage ?? undefined,
      row.errorCode === "E1071" ? {} : refusalOf(row.errorMessage),
    );
}

/**
 * Waits until the carriers have answered, but no longer than a caller may wait. Does not wait for
 * labels that the reserve transaction bought.
 *
 * @throws AppError E2033 when a carrier refused.
 * @throws AppError E2008 when a carrier has not answered yet: its job continues.
 */
export async function awaitPurchases(
  deps: Pick<FulfilmentDeps, "db" | "faultPoint" | "jobs">,
  reserved: readonly Reserved[],
): Promise<void> {
  const open = reserved.flatMap(({ transactionID, jobID }) =>
    jobID === undefined ? [] : { transactionID, jobID },
  );
  for (const { jobID } of reserved)
    deps.faultPoint(jobID === undefined ? "purchase.settled" : "purchase.reserved");
  if (open.length === 0) return;
  // Skips jobs that have ended by now.
  const ends = open
    .filter(({ transactionID }) => getTransactionRow(deps.db, transactionID).status === "PENDING")
    .map(({ jobID }) => deps.jobs.whenEnded(jobID));
  deps.jobs.wake();
  await Promise.all(ends);
  for (const { transactionID } of open) requireBought(deps, transactionID);
}

/** Finds the parts of a purchase that a shipment's fold uses. */
export function findPurchase(deps: ReadDeps, id: string): ReturnType<FindPurchase> {
  const row = findTransactionRow(deps.db, id);
  return row === undefined
    ? undefined
    : {
        label: row,
        snapshot: findSnapshot(deps.db, id),
        errorCode: row.errorCode,
        errorMessage: row.errorMessage,
        isStuck: isStuck(deps, row),
      };
}

/** Finds when a label was bought; undefined until its purchase has arrived from its station. */
export function findBoughtAt({ db }: ReadDeps, id: string): string | undefined {
  return findTransactionRow(db, id)?.createdAt;
}

/** Finds the name of the carrier that sold a label; "" until its purchase has arrived. */
export function findCarrierName({ db }: ReadDeps, id: string): string {
  return findTransactionRow(db, id)?.carrierName ?? "";
}

/**
 * Keeps a tracking number or page that the carrier gave after the purchase; needs an open
 * transaction. The caller changes the shipment's own columns.
 */
export function changeTrackingNumber(
  { db }: WriteDeps,
  id: string,
  given: { readonly trackingNumber?: string; readonly trackingUrl?: string },
): void {
  store.updateTracking(db, id, given);
}

/**
 * Finds the data that a carrier gets at an announcement; undefined until the purchase and its snapshot are
 * here.
 */
export function findAnnouncedLabel({ db }: ReadDeps, id: string): AnnouncedLabel | undefined {
  const row = findTransactionRow(db, id);
  const snapshot = row === undefined ? undefined : findSnapshot(db, id);
  if (row === undefined || snapshot === undefined) return undefined;
  const { status, barcode, trackingNumber } = row;
  return { isInForce: status === "DONE", barcode, trackingNumber, snapshot };
}

/**
 * Finds the highest number of boxes that a label of the shipment states, open purchases included.
 *
 * @returns Number of boxes; 0 without a label.
 */
export function countOnLabels({ db }: ReadDeps, shipmentID: string): number {
  return Math.max(
    0,
    ...listLiveTransactions(db, shipmentID).map(
      ({ id }) => findSnapshot(db, id)?.label.boxCount ?? 0,
    ),
  );
}

/**
 * Lists how each open or bought label of a shipment is bought. `real`: at a real price, or at an
 * unknown price. `sample`: at a sample price or in test mode. `open`: like `sample`, but the
 * outcome is not known yet.
 */
export function listLabelPrices(
  { db }: ReadDeps,
  shipmentID: string,
): ("sample" | "real" | "open")[] {
  return listLiveTransactions(db, shipmentID).map(({ id, status }) => {
    const label = findSnapshot(db, id)?.label;
    if (label?.isSample !== true && label?.test !== true) return "real";
    return status === "PENDING" ? "open" : "sample";
  });
}

/** Lists the shipments of the transactions that are stored here. */
export function listShipmentsOf(deps: ReadDeps, ids: readonly string[]): string[] {
  return ids.flatMap((id) => findTransactionRow(deps.db, id)?.shipmentID ?? []);
}

/** Returns whether a shipment's label is bought or being bought, as far as this station knows. */
export function hasLivePurchase({ db }: ReadDeps, shipmentID: string): boolean {
  return listLiveTransactions(db, shipmentID).length > 0;
}

/** Lists every purchase of a shipment in any state, oldest first. */
export function listPurchaseIDs({ db }: ReadDeps, shipmentID: string): string[] {
  return listTransactionsOf(db, shipmentID).map(({ id }) => id);
}

export type FreshPurchase = {
  readonly row: TransactionRow;
  readonly snapshot: PurchaseSnapshot;
  readonly parts: ShipmentParts;
};

/**
 * Presents a transaction with its shipment, in the API's shape.
 *
 * @param origin Scheme, host and port at the start of links.
 * @throws Error when the transaction or its snapshot is not stored here.
 */
export function presentTransaction(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  id: string,
  origin: string,
): Transaction {
  const row = getTransactionRow(deps.db, id);
  return present(
    row,
    getSnapshot(deps.db, id),
    presentShipment(deps, requireShipment(deps, row.shipmentID), origin),
  );
}

/** Presents a purchase from the rows that were just written, without reading them again. */
export function presentFresh(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  { row, snapshot, parts }: FreshPurchase,
  origin: string,
): Transaction {
  return present(
    row,
    snapshot,
    presentParts(deps, parts, getDefaultAddresses(deps.db, row.organizationID), origin),
  );
}

const PAYED_VIA: Readonly<Record<number, string>> = {
  [PAID_BY.balance]: "BALANCE",
  [PAID_BY.account]: "PROVIDER_ACCOUNT",
  [PAID_BY.marketplace]: "MARKETPLACE",
};

function present(
  row: TransactionRow,
  { offer }: PurchaseSnapshot,
  shipment: Shipment,
): Transaction {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...priceTexts(offer),
    offerID: row.offerID,
    shipment,
    description: `${offer.providerServiceCode} ${offer.serviceName}`.trim(),
    isRefund: row.isRefund === 1,
    isCustomAccountCharge: row.isCustomCharge === 1,
    isPayed: row.status === "DONE" || row.isRefund === 1,
    isCanceled: row.status === "CANCELED",
    payedVia: PAYED_VIA[row.onAccount] ?? "BALANCE",
    transactionType: "CREATE_SHIPMENT",
    invoiceID: null,
    cancelDescription: row.cancelDescription,
    oldBalance: moneyText(row.oldBalanceMinor),
    newBalance: moneyText(row.newBalanceMinor),
    invoiceOldDebt: moneyText(row.oldDebtMinor),
    invoiceNewDebt: moneyText(
      row.oldDebtMinor + (row.onAccount === PAID_BY.account ? row.totalMinor : 0),
    ),
  };
}

/** Lists a shipment's purchases that are open or bought, in any order. */
export function listLabels(
  { db }: ReadDeps,
  shipmentID: string,
): readonly Pick<TransactionRow, "id" | "memberID" | "createdAt">[] {
  return listLiveTransactions(db, shipmentID);
}
