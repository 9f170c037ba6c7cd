/** Asking a remote carrier about a reserved purchase, and writing what came of it. */
import { withDeadline } from "../base/deadline.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { minor } from "../base/money.ts";
import type { Bought as CarrierAnswer, Carrier } from "../carriers/carrier.ts";
import { commit } from "../db/change.ts";
import { freeOnce } from "../db/done-once.ts";
import type { Deps } from "../deps.ts";
import { releaseFunds } from "../ledger/ledger.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { purchaseColumns } from "../shipments/folded-columns.ts";
import { indexShipment, moveShipment, noteFact, requireShipment } from "../shipments/shipments.service.ts";
import { postpone, purchaseDeadlineMs } from "./purchase-tries.ts";
import { requireBought } from "./transactions.service.ts";
import { getSnapshot, getTransactionRow, tryMoveTransaction, type TransactionRow } from "./transactions.store.ts";
import { answered, noteBought, pay, purchaseRequest, useBarcode } from "./write-purchase.ts";

/**
 * Asks the carrier and writes what came of it, if the purchase is still open then: when another try has settled it meanwhile,
 * this one's answer changes nothing. Also the resumer's way.
 *
 * @param stop Gives the call up; its outcome is unknown then.
 * @throws AppError E2033; E1071 when the barcode is another parcel's
 * @throws AppError E2008 also when the carrier's answer could not be written, on a full disk say: the purchase stays
 *   open and is asked again with the same key, so E2036, "nothing was changed", would be false.
 */
export async function settleWithCarrier(deps: Deps, transactionID: string, carrier: Carrier, stop?: AbortSignal): Promise<void> {
  const row = getTransactionRow(deps.db, transactionID);
  if (carrier.place !== "remote" || row.status !== "PENDING") return;
  const { offer } = getSnapshot(deps.db, transactionID);
  let answer: CarrierAnswer;
  try {
    answer = await withDeadline((signal) => carrier.buy(purchaseRequest(row, offer), signal), { ms: purchaseDeadlineMs(carrier), stop });
    if (answer.barcode.trim() === "") throw new Error("The carrier's answer has no barcode.");
  } catch (error) {
    const isRefused = isAppError(error, "E2033");
    const isWritten = writeOutcome(deps, row, () => (isRefused ? refuse(deps, row, error) : postpone(deps, row.id, error)));
    if (!isWritten) return requireBought(deps, row.id);
    throw isRefused ? error : new AppError("E2008");
  }
  deps.pass("purchase.asked");
  const isWritten = writeOutcome(deps, row, () => settleOrEnd(deps, row, offer, answer));
  if (!isWritten) requireBought(deps, row.id);
  deps.pass("purchase.settled");
}

/** A barcode that another parcel has ends the purchase: the same key would get the same answer for ever. @returns False when nothing was bought. */
function settleOrEnd(deps: Deps, row: TransactionRow, offer: StoredOffer, answer: CarrierAnswer): boolean {
  try {
    return settle(deps, row, offer, answer);
  } catch (error) {
    if (!isAppError(error, "E1071")) throw error;
    deps.log.error({ transactionID: row.id, barcode: answer.barcode }, "a carrier gave a barcode that another parcel has; cancel it at the carrier");
    refuse(deps, row, error);
    return false;
  }
}

/** @returns What `write` returns: whether the purchase was still open. @throws AppError E2008 */
function writeOutcome(deps: Deps, row: TransactionRow, write: () => boolean): boolean {
  try {
    return write();
  } catch (err) {
    deps.log.error({ transactionID: row.id, err }, "a carrier's answer could not be written; it will be asked again");
    guarded(deps.log, "an open purchase could not be put off", () => void postpone(deps, row.id, err));
    throw new AppError("E2008");
  }
}

/**
 * Writes what a remote carrier sold: ledger, transaction, shipment, facts, print job.
 *
 * @returns False when the purchase is no longer open; nothing was written then.
 */
function settle(deps: Deps, { id }: TransactionRow, offer: StoredOffer, answer: CarrierAnswer): boolean {
  return commit(deps, () => {
    const row = getTransactionRow(deps.db, id);
    if (row.status === "FAILED") deps.log.error({ transactionID: id, barcode: answer.barcode }, "a carrier sold a label after it had refused it; cancel it at the carrier");
    if (row.status !== "PENDING") return false;
    const shipment = requireShipment(deps, row.shipment_id);
    if (row.on_account === 0) releaseFunds(deps, row.organization_id, minor(row.total_minor));
    const done = { ...answered(deps, row, answer), ...pay(deps, row, shipment, false), status: "DONE" as const };
    tryMoveTransaction(deps.db, id, "PENDING", done);
    const label = { ...row, ...done };
    useBarcode(deps, offer.provider_code, label);
    // Where another station has cancelled the shipment or bought for it, no move fits: the fold of the facts decides.
    if (!moveShipment(deps, shipment, "bought", purchaseColumns(label, offer), id)) noteFact(deps, shipment.id, "bought", id);
    indexShipment(deps, shipment);
    noteBought(deps, label, shipment);
    return true;
  });
}

/** @returns False when the purchase is no longer open; nothing was written then. */
function refuse(deps: Deps, row: TransactionRow, error: AppError): boolean {
  return commit(deps, () => {
    const isRefused = tryMoveTransaction(deps.db, row.id, "PENDING", { status: "FAILED", error_code: error.code, error_message: error.message, updated_at: deps.now() });
    if (!isRefused) return false;
    freeOnce(deps.db, "purchase", row.shipment_id);
    if (row.on_account === 0) releaseFunds(deps, row.organization_id, minor(row.total_minor));
    if (!moveShipment(deps, requireShipment(deps, row.shipment_id), "purchaseRefused", { last_error_code: error.code, last_error_message: error.message }, row.id)) noteFact(deps, row.shipment_id, "purchaseRefused", row.id);
    return true;
  });
}
