/**
 * Writes a remote carrier's answer to a reserved purchase. An answer never changes a purchase that
 * is no longer open.
 */
import { isAppError, type ErrorCode } from "../../base/errors.ts";
import { minor, moneyText, parseMoney } from "../../base/money.ts";
import type { Bought as CarrierAnswer } from "../../shipping/carriers/carrier.ts";
import { boundedBought } from "../../shipping/carriers/carrier-answers.ts";
import { inTransaction } from "../../db/change.ts";
import { freeOnce } from "../../db/done-once.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { releaseFunds } from "../../organizations/ledger/ledger.service.ts";
import type { StoredOffer } from "../../shipping/offers/offers.service.ts";
import { indexShipment, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { noteFact, tryMoveShipment } from "../../shipping/shipments/move-shipment.ts";
import { purchaseColumns } from "../../shipping/shipments/shipments.service.ts";
import { discardUnbought } from "../../shipping/offers/discard-queue.ts";
import { PAID_BY } from "./paid-by.ts";
import {
  findSnapshot,
  getTransactionRow,
  tryMoveTransaction,
  type TransactionRow,
} from "./transactions.store.ts";
import { openAnnounced } from "../announcements/announcements.service.ts";
import { keepDocument } from "../../db/documents/documents.service.ts";
import { labelDocumentOf } from "../../labels/label-document.ts";
import type { Seller } from "./seller.ts";
import { answerColumns, noteBought, pay, reserveBarcode } from "./buy-offer.ts";

/** An offer, and who sold it. `login`: `loginOf` the seller's account at the call. */
type SoldOffer = StoredOffer & {
  readonly soldBy: Pick<Seller, "accountID"> & { readonly login: string };
};

/**
 * Writes a sold label: ledger, transaction, shipment, facts, print job. Needs an open transaction.
 *
 * @throws Error when another parcel got the barcode while the carrier was asked: the job asks
 *   again, and finds the barcode used.
 */
export function settlePurchase(
  deps: WriteDeps,
  row: TransactionRow,
  offer: SoldOffer,
  answer: CarrierAnswer,
): void {
  try {
    inTransaction(deps, () => settle(deps, row.id, offer, boundedBought(answer)));
  } catch (error) {
    if (!isAppError(error, "barcodeNotCreated")) throw error;
    throw new Error(`The carrier sold the barcode ${answer.barcode}, which another parcel has.`, {
      cause: error,
    });
  }
}

function settle(deps: WriteDeps, id: string, offer: SoldOffer, answer: CarrierAnswer): void {
  const row = getTransactionRow(deps.db, id);
  if (row.status === "FAILED")
    deps.log.error(
      { transactionID: id, barcode: answer.barcode },
      "a carrier sold a label after refusing it; cancel the label at the carrier",
    );
  if (row.status !== "PENDING") return;
  const shipment = requireShipment(deps, row.shipmentID);
  if (row.onAccount === PAID_BY.balance)
    releaseFunds(deps, row.organizationID, minor(row.totalMinor));
  const done = {
    ...answerColumns(deps, row, answer),
    totalMinor: paidTotal(deps, row, answer),
    ...pay(deps, row, shipment, false),
    labelHash: keepCarrierLabel(deps, row, answer),
    errorCode: null,
    errorMessage: null,
    status: "DONE" as const,
  };
  tryMoveTransaction(deps.db, id, "PENDING", done);
  const label = { ...row, ...done };
  reserveBarcode(deps, offer.providerCode, label);
  const { accountID, login } = offer.soldBy;
  if (accountID !== undefined)
    openAnnounced(deps, row, { accountID, login, details: answer.details ?? {} });
  // When another station has cancelled the shipment or bought a label for it, no move fits; then
  // the fold of the facts decides.
  if (!tryMoveShipment(deps, shipment, "bought", purchaseColumns(label, offer), id))
    noteFact(deps, shipment.id, "bought", id);
  indexShipment(deps, shipment);
  noteBought(deps, label, shipment);
}

/**
 * Finds the price with taxes that a marketplace took for the label; it may differ from its offer.
 */
function paidTotal(deps: WriteDeps, row: TransactionRow, { details = {} }: CarrierAnswer): number {
  const { paidThere } = details;
  const paid = typeof paidThere === "string" ? parseMoney(paidThere) : undefined;
  if (row.onAccount !== PAID_BY.marketplace || paid === undefined) return row.totalMinor;
  if (paid !== row.totalMinor)
    deps.log.warn(
      { transactionID: row.id, offered: moneyText(row.totalMinor), paid: moneyText(paid) },
      "a marketplace took another price than it offered",
    );
  return paid;
}

/**
 * Keeps the carrier's own label, which the carrier may give only once.
 *
 * @returns Its hash; "" when the carrier gave none, or a file that is no label: ours is printed then.
 */
function keepCarrierLabel(
  deps: WriteDeps,
  { id, shipmentID }: Pick<TransactionRow, "id" | "shipmentID">,
  { label }: CarrierAnswer,
): string {
  if (label === undefined) return "";
  const document = labelDocumentOf(label);
  if (document === undefined) {
    deps.log.error(
      { transactionID: id, type: label.type, size: label.bytes.byteLength },
      "a carrier's label cannot be read as its type; the station's own label with the carrier's barcode is printed",
    );
    return "";
  }
  keepDocument(deps, document, { shipmentID });
  return document.hash;
}

/**
 * Fails a purchase that the carrier refused and releases its held funds; needs an open transaction.
 *
 * @returns False when the purchase is no longer open; nothing is written then.
 */
export function refusePurchase(
  deps: WriteDeps,
  row: TransactionRow,
  { code, reason }: { readonly code: ErrorCode; readonly reason: string },
): boolean {
  const isRefused = tryMoveTransaction(deps.db, row.id, "PENDING", {
    status: "FAILED",
    errorCode: code,
    errorMessage: reason,
    updatedAt: deps.now(),
  });
  if (!isRefused) return false;
  freeOnce(deps.db, "purchase", row.shipmentID);
  const offer = findSnapshot(deps.db, row.id)?.offer;
  if (offer !== undefined) discardUnbought(deps, offer);
  if (row.onAccount === PAID_BY.balance)
    releaseFunds(deps, row.organizationID, minor(row.totalMinor));
  const shipment = requireShipment(deps, row.shipmentID);
  if (
    !tryMoveShipment(
      deps,
      shipment,
      "purchaseRefused",
      { lastErrorCode: code, lastErrorMessage: reason },
      row.id,
    )
  )
    noteFact(deps, row.shipmentID, "purchaseRefused", row.id);
  return true;
}
