/**
 * Transactions as they are awaited and answered. Buying is `buy-offer.ts`, taking back is
 * `cancel-shipment.ts`.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { AppError } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { priceTexts } from "../../shipping/offers/offers.service.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { presentParts, type ShipmentParts } from "../../shipping/shipments/present-shipment.ts";
import type { PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import type { Shipment } from "../../shipping/shipments/shipments.schema.ts";
import type { FindPurchase } from "../../shipping/shipments/refold.ts";
import { presentShipment, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import type { Reserved } from "./buy-offer.ts";
import { isStuck, notKnownYet } from "./purchase-job.ts";
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

/**
 * Open purchases that came with an older copy of the database print nothing: they may have been
 * printed since. Inside a transaction.
 */
export function dropPrintRequests(deps: ReadDeps): void {
  store.dropPrintRequests(deps.db);
}

/**
 * The outcome of a purchase made earlier.
 *
 * @throws AppError E2008 while it is not known; E2033 when the carrier refused, E1071 when its
 *   barcode was another parcel's.
 */
export function requireBought(deps: ReadDeps, id: string): void {
  const row = getTransactionRow(deps.db, id);
  if (row.status === "PENDING") throw notKnownYet(deps, id);
  if (row.status === "FAILED")
    throw new AppError(
      row.error_code === "E1071" ? "E1071" : "E2033",
      row.error_message ?? undefined,
    );
}

/**
 * Waits until the carriers have answered, so long as a caller is kept waiting. What was bought
 * within its reserve transaction is not waited for.
 *
 * @throws AppError E2033, E1071 when a carrier refused: that label was not bought.
 * @throws AppError E2008 when a carrier has not answered yet: its job goes on.
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
  // One that has ended by now is waited for no more.
  const ends = open
    .filter(({ transactionID }) => getTransactionRow(deps.db, transactionID).status === "PENDING")
    .map(({ jobID }) => deps.jobs.whenEnded(jobID));
  deps.jobs.wake();
  await Promise.all(ends);
  for (const { transactionID } of open) requireBought(deps, transactionID);
}

/** What a shipment's fold needs of its purchase. */
export function findPurchase(deps: ReadDeps, id: string): ReturnType<FindPurchase> {
  const row = findTransactionRow(deps.db, id);
  return row === undefined
    ? undefined
    : {
        label: row,
        snapshot: findSnapshot(deps.db, id),
        errorCode: row.error_code,
        errorMessage: row.error_message,
        isStuck: isStuck(deps, row),
      };
}

/**
 * @returns How many boxes of the order the labels of a shipment count, those being bought too; 0
 *   without a label.
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
 * How each label of a shipment that is in force was bought: at a sample price or in test mode, or
 * at a real price; `open`: it is not known yet.
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

/** The shipments of transactions that are here. */
export function listShipmentsOf(deps: ReadDeps, ids: readonly string[]): string[] {
  return ids.flatMap((id) => findTransactionRow(deps.db, id)?.shipment_id ?? []);
}

/** A purchase and its shipment, as they were just written. */
/** Whether a shipment's label is bought, or being bought, as far as it is known here. */
export function hasLivePurchase({ db }: ReadDeps, shipmentID: string): boolean {
  return listLiveTransactions(db, shipmentID).length > 0;
}

/** Every purchase of a shipment in any state, oldest first. */
export function listPurchaseIDs({ db }: ReadDeps, shipmentID: string): string[] {
  return listTransactionsOf(db, shipmentID).map(({ id }) => id);
}

export type FreshPurchase = {
  readonly row: TransactionRow;
  readonly snapshot: PurchaseSnapshot;
  readonly parts: ShipmentParts;
};

/**
 * The transaction with its shipment, as the API gives them.
 *
 * @param origin Scheme, host and port that links begin with.
 * @throws Error when there is none.
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
    presentShipment(deps, requireShipment(deps, row.shipment_id), origin),
  );
}

/** Without a read. */
export function presentFresh(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  { row, snapshot, parts }: FreshPurchase,
  origin: string,
): Transaction {
  return present(
    row,
    snapshot,
    presentParts(deps, parts, getDefaultAddresses(deps.db, row.organization_id), origin),
  );
}

function present(
  row: TransactionRow,
  { offer }: PurchaseSnapshot,
  shipment: Shipment,
): Transaction {
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...priceTexts(offer),
    offerID: row.offer_id,
    shipment,
    description: `${offer.provider_service_code} ${offer.service_name}`.trim(),
    isRefund: row.is_refund === 1,
    isCustomAccountCharge: row.is_custom_charge === 1,
    isPayed: row.status === "DONE" || row.is_refund === 1,
    isCanceled: row.status === "CANCELED",
    payedVia: row.on_account === 1 ? "PROVIDER_ACCOUNT" : "BALANCE",
    transactionType: "CREATE_SHIPMENT",
    invoiceID: null,
    cancelDescription: row.cancel_description,
    oldBalance: moneyText(row.old_balance_minor),
    newBalance: moneyText(row.new_balance_minor),
    invoiceOldDebt: "0.00",
    invoiceNewDebt: "0.00",
  };
}
