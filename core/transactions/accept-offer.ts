/**
 * Accepting an offer: the one way a label is bought.
 *
 * Three steps, because a SQLite transaction must not stay open across an await: reserve (commit) → ask the carrier →
 * settle (commit). A carrier that knows its numbers by itself is asked inside the reserve commit: one fsync, never
 * unknown. A crash between reserve and settle leaves a PENDING row with its money held; `resume-purchases.ts`
 * finishes it with the same key, so that the carrier never charges twice.
 */
import { isAccountActive } from "../accounts/accounts.service.ts";
import { withDeadline } from "../base/deadline.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { minor } from "../base/money.ts";
import type { Bought, Carrier, PurchaseRequest } from "../carriers/carrier.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { getBalance, holdFunds, postEntry, releaseFunds, requireFunds, type Posted } from "../ledger/ledger.service.ts";
import { moneyText } from "../base/money.ts";
import { currentRound, findStoredOffer, type StoredOffer } from "../offers/offers.service.ts";
import { enqueueFirstPrint } from "../printing/printing.service.ts";
import { getShipmentRow, moveShipment, requireShipment, type ShipmentRow } from "../shipments/shipments.service.ts";
import { afterThisTry, postpone, purchaseDeadlineMs } from "./purchase-tries.ts";
import { requireBought } from "./transactions.service.ts";
import { getTransactionRow, insertTransaction, findLiveTransaction, moveTransaction, type TransactionRow } from "./transactions.store.ts";
import { writeBoughtLabel } from "./write-bought-label.ts";

export type PurchaseOptions = {
  /** Also queue the label for this desk's printer, in the same commit. */
  readonly print: boolean;
  /** Of a one-step purchase: a repeat whose first answer was lost joins it. */
  readonly requestHash: string | null;
  /** Keeps the call's Idempotency-Key with this purchase, in its first commit. */
  readonly keep?: ((transactionID: string) => void) | undefined;
};

/**
 * Buys the label of an offer or sub-offer.
 *
 * @returns The id of the settled transaction.
 * @throws AppError E1064, E1065, E1066, E1071: nothing was bought.
 * @throws AppError E2033: the carrier refused; nothing was bought, the offer may be accepted again.
 * @throws AppError E2008: not known; it stays open and is asked again.
 */
export async function acceptOffer(deps: Deps, actor: Actor, offerID: string, options: PurchaseOptions): Promise<string> {
  const { transactionID, remote } = reserve(deps, actor, offerID, options);
  if (remote !== undefined) await settleWithCarrier(deps, transactionID, remote);
  return transactionID;
}

/** The reserve step, joined to the caller's commit when there is one. For local carriers it is the whole purchase. */
export function reserve(deps: Deps, actor: Actor, offerID: string, options: PurchaseOptions): { transactionID: string; remote: Carrier | undefined } {
  const result = commit(deps, () => {
    const offer = findStoredOffer(deps, actor.organizationID, offerID);
    if (offer === undefined) throw new AppError("E1064");
    const shipment = getShipmentRow(deps, actor, offer.shipment_id);
    requireAcceptable(deps, offer, shipment);
    const carrier = deps.carriers.get(offer.carrier_kind);
    if (carrier === undefined) throw new AppError("E1064", "The carrier of this offer is no longer set up. Ask for new offers.");
    const row = newTransaction(deps, actor, offer, options);
    options.keep?.(row.id);
    if (carrier.place === "remote") {
      insertTransaction(deps.db, row);
      moveShipment(deps, shipment, "purchaseOpened");
      if (row.on_account === 0) holdFunds(deps, actor.organizationID, minor(offer.total_minor));
      return { transactionID: row.id, remote: carrier };
    }
    if (row.on_account === 0) requireFunds(deps, actor.organizationID, minor(offer.total_minor));
    settle(deps, row, offer, carrier.buy(purchaseRequest(row, offer)), (done) => insertTransaction(deps.db, { ...row, ...done }));
    return { transactionID: row.id, remote: undefined };
  });
  deps.pass(result.remote === undefined ? "purchase.settled" : "purchase.reserved");
  return result;
}

/**
 * Asks the carrier and writes what came of it, if the purchase is still open then: when another try has settled it meanwhile,
 * this one's answer changes nothing. Also the resumer's way.
 *
 * @param stop Gives the call up; its outcome is unknown then.
 * @throws AppError E2033
 * @throws AppError E2008 also when the carrier's answer could not be written, on a full disk say: the purchase stays
 *   open and is asked again with the same key, so it must not be told as one where nothing was changed.
 */
export async function settleWithCarrier(deps: Deps, transactionID: string, carrier: Carrier, stop?: AbortSignal): Promise<void> {
  const row = getTransactionRow(deps.db, transactionID);
  if (carrier.place !== "remote" || row.status !== "PENDING") return;
  const offer = JSON.parse(row.offer) as StoredOffer;
  let bought: Bought;
  try {
    bought = await withDeadline((signal) => carrier.buy(purchaseRequest(row, offer), signal), { ms: purchaseDeadlineMs(carrier), stop });
  } catch (error) {
    const isRefused = isAppError(error, "E2033");
    const isWritten = writeOutcome(deps, row, () => (isRefused ? refuse(deps, row, error) : postpone(deps, row.id, error)));
    if (!isWritten) return requireBought(deps, row.id);
    throw isRefused ? error : new AppError("E2008");
  }
  deps.pass("purchase.asked");
  const isWritten = writeOutcome(deps, row, () => settleBought(deps, row, offer, bought));
  if (!isWritten) requireBought(deps, row.id);
  deps.pass("purchase.settled");
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

/** @returns false when the purchase is no longer open; nothing was written then. */
function settleBought(deps: Deps, row: TransactionRow, offer: StoredOffer, bought: Bought): boolean {
  return commit(deps, () => {
    const { status } = getTransactionRow(deps.db, row.id);
    if (status === "FAILED") deps.log.error({ transactionID: row.id, barcode: bought.barcode }, "a carrier sold a label after it had refused it; cancel it at the carrier");
    if (status !== "PENDING") return false;
    if (row.on_account === 0) releaseFunds(deps, row.organization_id, minor(row.total_minor));
    settle(deps, row, offer, bought, (done) => void moveTransaction(deps.db, row.id, "PENDING", done));
    return true;
  });
}

function requireAcceptable(deps: Deps, offer: StoredOffer, shipment: ShipmentRow): void {
  const live = findLiveTransaction(deps.db, shipment.id);
  if (live?.status === "DONE") throw new AppError("E1065");
  if (live?.status === "PENDING") throw new AppError("E2008");
  if (shipment.status === "CANCELED") throw new AppError("E1065", "This shipment was cancelled. Clone it to send it after all.");
  if (currentRound(deps, shipment.id) !== offer.round) throw new AppError("E1064", "The parcel was changed since this offer was made. Ask for new offers.");
  if (offer.provider_account_id !== null && !isAccountActive(deps, offer.organization_id, offer.provider_account_id)) {
    throw new AppError("E1064", "The provider account of this offer is no longer linked. Ask for new offers.");
  }
  if (offer.expires_at !== null && offer.expires_at <= deps.now()) throw new AppError("E1064", "This offer is no longer valid. Ask for new offers.");
}

function newTransaction(deps: Deps, actor: Actor, offer: StoredOffer, options: PurchaseOptions): TransactionRow {
  const now = deps.now();
  const own = offer.provider_account_id !== null;
  const onAccount = own && (JSON.parse(offer.details) as Record<string, unknown>)["onAccount"] === true;
  return {
    id: deps.newId(),
    created_at: now,
    updated_at: now,
    organization_id: actor.organizationID,
    member_id: actor.memberID,
    shipment_id: offer.shipment_id,
    offer_id: offer.id,
    offer: JSON.stringify(offer),
    status: "PENDING",
    total_minor: offer.total_minor,
    on_account: onAccount ? 1 : 0,
    is_custom_charge: own ? 1 : 0,
    old_balance_minor: 0,
    new_balance_minor: 0,
    is_refund: 0,
    cancel_description: "",
    print_requested: options.print ? 1 : 0,
    attempts: 0,
    next_attempt_at: afterThisTry(now, deps.carriers.get(offer.carrier_kind)),
    error_code: null,
    error_message: null,
    request_hash: options.requestHash,
    answered_at: null,
  };
}

type Done = Pick<TransactionRow, "status" | "old_balance_minor" | "new_balance_minor" | "updated_at">;

/** Writes a bought label whole: ledger, transaction, shipment, label model, facts, print job. Inside a commit. */
function settle(deps: Deps, row: TransactionRow, offer: StoredOffer, bought: Bought, write: (done: Done) => void): void {
  const shipment = requireShipment(deps, row.shipment_id);
  const paid = pay(deps, row, shipment);
  write({ status: "DONE", old_balance_minor: paid.oldBalance, new_balance_minor: paid.newBalance, updated_at: deps.now() });
  writeBoughtLabel(deps, shipment, offer, bought);
  recordFact(deps, { topic: "transaction.done", organizationID: row.organization_id, subjectID: row.id, visibleTo: row.member_id, payload: { shipmentID: row.shipment_id } });
  if (row.print_requested === 1) enqueueFirstPrint(deps, { shipmentID: row.shipment_id, organizationID: row.organization_id, memberID: row.member_id, barcode: bought.barcode });
}

function pay(deps: Deps, row: TransactionRow, shipment: ShipmentRow): Pick<Posted, "oldBalance" | "newBalance"> {
  if (row.on_account === 1) {
    const { balance } = getBalance(deps, row.organization_id);
    return { oldBalance: balance, newBalance: balance };
  }
  const posted = postEntry(deps, { organizationID: row.organization_id, kind: "PURCHASE", amount: -row.total_minor, transactionID: row.id, reference: String(shipment.number) });
  recordFact(deps, { topic: "balance.changed", organizationID: row.organization_id, subjectID: row.organization_id, visibleTo: row.member_id, payload: { balance: moneyText(posted.newBalance) } });
  return posted;
}

/** @returns false when the purchase is no longer open; nothing was written then. */
function refuse(deps: Deps, row: TransactionRow, error: AppError): boolean {
  return commit(deps, () => {
    const isRefused = moveTransaction(deps.db, row.id, "PENDING", { status: "FAILED", error_code: error.code, error_message: error.message, updated_at: deps.now() });
    if (!isRefused) return false;
    if (row.on_account === 0) releaseFunds(deps, row.organization_id, minor(row.total_minor));
    moveShipment(deps, requireShipment(deps, row.shipment_id), "purchaseRefused", { last_error_code: error.code, last_error_message: error.message });
    return true;
  });
}

function purchaseRequest(row: TransactionRow, offer: StoredOffer): PurchaseRequest {
  return {
    key: row.id,
    organizationID: row.organization_id,
    providerCode: offer.provider_code,
    providerServiceCode: offer.provider_service_code,
    details: JSON.parse(offer.details) as PurchaseRequest["details"],
  };
}
