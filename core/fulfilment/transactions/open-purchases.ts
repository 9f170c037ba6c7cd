/**
 * Open purchases as people see them: why the outcome is not known, and what a person may do. The
 * job in `purchase-job.ts` asks the carrier.
 */
import { ERRORS, errors, type AppError } from "../../base/errors.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { changeShipment } from "../../shipping/shipments/move-shipment.ts";
import { requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { PAID_BY } from "./paid-by.ts";
import { refusePurchase } from "./settle-purchase.ts";
import {
  getTransactionRow,
  listLiveTransactions,
  tryMoveTransaction,
  type TransactionRow,
} from "./transactions.store.ts";

/** Number of attempts after which the shipment shows that its purchase is stuck. */
export const SHOWN_FROM = 5;

/** Returns whether the carrier has the order of an open purchase and has not made its label yet. */
export function isNotReady({
  status,
  errorCode,
}: Pick<TransactionRow, "status" | "errorCode">): boolean {
  return status === "PENDING" && errorCode === "E2008";
}

/**
 * Finds the open purchase of a shipment: whether this station asks about it, and whether it can in
 * place of a lost station, which holds no money for it.
 */
export function findOpenPurchase(
  { db }: ReadDeps,
  shipmentID: string,
): { readonly isHere: boolean; readonly canTakeOver: boolean } | null {
  const open = listLiveTransactions(db, shipmentID).find(({ status }) => status === "PENDING");
  if (open === undefined) return null;
  const isHere = open.isOwn === 1;
  return { isHere, canTakeOver: !isHere && open.onAccount !== PAID_BY.balance };
}

/** Shows E2008 on the shipment; needs an open transaction. */
export function showStuck(deps: WriteDeps, transactionID: string): void {
  const shipment = requireShipment(deps, getTransactionRow(deps.db, transactionID).shipmentID);
  changeShipment(deps, shipment, {
    lastErrorCode: "E2008",
    lastErrorMessage: ERRORS.E2008.message,
  });
}

/**
 * Writes that the carrier has sold the label of an open purchase with another parcel's barcode.
 * Needs an open transaction.
 */
export function showSoldTwice(deps: WriteDeps, transactionID: string, barcode: string): void {
  deps.log.error(
    { transactionID, barcode },
    "a carrier gave a barcode that another parcel has; cancel the label at the carrier",
  );
  tryMoveTransaction(deps.db, transactionID, "PENDING", {
    status: "PENDING",
    errorCode: "E1071",
    errorMessage: barcode,
  });
  showStuck(deps, transactionID);
}

/** Makes the words for people about a label that was sold with another parcel's barcode. */
export function soldTwiceText(purchaseKey: string, carrierName: string, barcode: string): string {
  return `${carrierName} has sold a label with the barcode ${barcode}, which another parcel has, so this label must not be used. Have the carrier cancel the label that it sold as ${purchaseKey}, and not the other parcel's. Then end the purchase here as not done. Or try it again: the carrier is asked once more, with the same key.`;
}

/** Reasons of a purchase that a person ended: no label was sold, or it was cancelled there. */
const NOT_SOLD = "A person at this station found out that the carrier sold no label.";
const CANCELLED_THERE = "A person at this station had the sold label cancelled at the carrier.";
/** Reason of a purchase whose order the carrier cancelled before it made the label. */
export const GIVEN_UP = "The carrier cancelled the order before it made the label.";

/**
 * Ends a purchase without a label after a person has stated that the carrier sold none, or has
 * cancelled the label that it sold; releases its held funds. Needs an open transaction.
 */
export function endUnbought(deps: WriteDeps, transactionID: string): void {
  const row = getTransactionRow(deps.db, transactionID);
  const reason = row.errorCode === "E1071" ? CANCELLED_THERE : NOT_SOLD;
  refusePurchase(deps, row, { code: "E2033", reason });
}

/** Returns who ended a failed purchase, and the carrier's own words. */
export function refusalOf(words: string | null): Readonly<Record<string, string>> {
  if (words === null || words === "" || words === ERRORS.E2033.message) return {};
  if (words === NOT_SOLD) return { reason: "person" };
  if (words === CANCELLED_THERE) return { reason: "cancelledThere" };
  if (words === GIVEN_UP) return { reason: "givenUp" };
  return { reason: "carrier", words };
}

/**
 * Finds why a person must decide the outcome of an open purchase; undefined while the job retries.
 */
export function findWhyStuck(
  deps: ReadDeps,
  transactionID: string,
): { readonly jobID: string; readonly reason: string } | undefined {
  const job = findJob(deps, "buy", transactionID);
  return job?.state === "NEEDS_PERSON" ? { jobID: job.id, reason: job.lastError } : undefined;
}

/**
 * Makes the E2008 of an open purchase, which says that the station retries, or what a person must
 * do.
 */
export function notKnownYet(deps: ReadDeps, transactionID: string): AppError {
  const row = getTransactionRow(deps.db, transactionID);
  if (isNotReady(row)) {
    const words = (row.errorMessage ?? "").replace(/\.$/, "");
    return errors.outcomeUnknown(
      `The carrier has the order and has not made its label yet (${words}). The station asks for it. Do not buy another label.`,
      { reason: "notReady", words },
    );
  }
  const stuck = findWhyStuck(deps, transactionID);
  return row.errorCode === "E1071"
    ? errors.outcomeUnknown(stuck?.reason, { reason: "soldTwice", barcode: row.errorMessage ?? "" })
    : errors.outcomeUnknown(stuck?.reason);
}

/**
 * Returns whether an open purchase is shown as stuck: its job has failed five times, or a person
 * must decide.
 */
export function isStuck(
  deps: ReadDeps,
  row: Pick<TransactionRow, "id" | "status" | "errorCode">,
): boolean {
  const job = row.status === "PENDING" ? findJob(deps, "buy", row.id) : undefined;
  return (
    job !== undefined &&
    ((job.attempts >= SHOWN_FROM && !isNotReady(row)) || job.state === "NEEDS_PERSON")
  );
}
