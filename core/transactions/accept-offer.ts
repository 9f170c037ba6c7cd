/**
 * Accepting an offer: the one way a label is bought.
 *
 * Three steps, because a SQLite transaction must not stay open across an await: reserve (commit) → ask the carrier →
 * settle (commit). A carrier that knows its numbers by itself is asked inside the reserve commit: one fsync, never
 * unknown. A crash between reserve and settle leaves a PENDING row with its money held; `resume-purchases.ts`
 * finishes it with the same key, so that the carrier never charges twice.
 */
import { withDeadline } from "../base/deadline.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { minor } from "../base/money.ts";
import type { Bought as CarrierAnswer, Carrier, PurchaseRequest } from "../carriers/carrier.ts";
import { commit, recordFact } from "../db/change.ts";
import { freeOnce, requireOnce } from "../db/done-once.ts";
import type { Actor, Deps } from "../deps.ts";
import { getBalance, holdFunds, postEntry, releaseFunds } from "../ledger/ledger.service.ts";
import { moneyText } from "../base/money.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { labelFileTypeOf } from "../organizations/organizations.service.ts";
import { enqueueFirstPrint } from "../printing/printing.service.ts";
import { draftOf } from "../shipments/create-shipment.ts";
import { purchaseColumns } from "../shipments/folded-columns.ts";
import type { PurchaseSnapshot } from "../shipments/purchase-snapshot.ts";
import { indexShipment, moveShipment, noteFact, noteReturned, requireShipment, type ShipmentRow } from "../shipments/shipments.service.ts";
import { getAcceptable } from "./acceptable-offer.ts";
import { freezePurchase, type Bought } from "./freeze-purchase.ts";
import { afterThisTry, postpone, purchaseDeadlineMs } from "./purchase-tries.ts";
import { requireBought } from "./transactions.service.ts";
import { getSnapshot, getTransactionRow, insertTransaction, tryMoveTransaction, type TransactionRow } from "./transactions.store.ts";

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

/** The reserve step, a part of the caller's transaction when there is one. For local carriers it is the whole purchase. */
export function reserve(deps: Deps, actor: Actor, offerID: string, options: PurchaseOptions): Reserved {
  const result = commit(deps, () => {
    const { offer, shipment } = getAcceptable(deps, actor, offerID);
    return buyOffer(deps, actor, { shipment: draftOf(deps, shipment), offer, options }, {
      opened: (row) => void moveShipment(deps, shipment, "purchaseOpened", {}, row.id),
      bought: (row) => {
        moveShipment(deps, shipment, ["purchaseOpened", "bought"], purchaseColumns(row, offer), row.id);
        indexShipment(deps, shipment);
      },
    });
  });
  deps.pass(result.remote === undefined ? "purchase.settled" : "purchase.reserved");
  return result;
}

export type Reserved = { readonly transactionID: string; readonly remote: Carrier | undefined };

/** How a purchase is written on its shipment, which is stored already or a draft. */
type Write = { readonly opened: (row: TransactionRow) => void; readonly bought: (row: TransactionRow, snapshot: PurchaseSnapshot) => void };

/**
 * Buys an offer that may be bought, or reserves it when its carrier must be asked. Inside a transaction.
 *
 * @throws AppError E1064, E1065, E1066, E1071
 */
export function buyOffer(deps: Deps, actor: Actor, { shipment, offer, options }: { shipment: Bought; offer: StoredOffer; options: PurchaseOptions }, write: Write): Reserved {
  const carrier = deps.carriers.get(offer.carrier_kind);
  if (carrier === undefined) throw new AppError("E1064", "The carrier of this offer is no longer set up. Ask for new offers.");
  const row = newTransaction(deps, actor, offer, options);
  const total = minor(offer.total_minor);
  options.keep?.(row.id);
  requireOnce(deps.db, { kind: "purchase", key: shipment.columns.id, holder: row.id, taken: () => new AppError("E1065") });
  const snapshot = freezePurchase(deps, shipment, offer);
  if (carrier.place === "remote") {
    insertTransaction(deps.db, row, snapshot);
    write.opened(row);
    if (row.on_account === 0) holdFunds(deps, actor.organizationID, total);
    return { transactionID: row.id, remote: carrier };
  }
  const answer = carrier.buy(purchaseRequest(row, offer));
  const done = { ...row, ...answered(deps, row, answer), ...pay(deps, row, shipment.columns, true), status: "DONE" as const };
  useBarcode(deps, offer.provider_code, done);
  insertTransaction(deps.db, done, snapshot);
  write.bought(done, snapshot);
  noteBought(deps, done, shipment.columns);
  return { transactionID: row.id, remote: undefined };
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
  const { offer } = getSnapshot(deps.db, transactionID);
  let answer: CarrierAnswer;
  try {
    answer = await withDeadline((signal) => carrier.buy(purchaseRequest(row, offer), signal), { ms: purchaseDeadlineMs(carrier), stop });
  } catch (error) {
    const isRefused = isAppError(error, "E2033");
    const isWritten = writeOutcome(deps, row, () => (isRefused ? refuse(deps, row, error) : postpone(deps, row.id, error)));
    if (!isWritten) return requireBought(deps, row.id);
    throw isRefused ? error : new AppError("E2008");
  }
  deps.pass("purchase.asked");
  const isWritten = writeOutcome(deps, row, () => settle(deps, row, offer, answer));
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
    status: "PENDING",
    total_minor: offer.total_minor,
    on_account: onAccount ? 1 : 0,
    is_custom_charge: own ? 1 : 0,
    old_balance_minor: 0,
    new_balance_minor: 0,
    is_refund: 0,
    cancel_description: "",
    carrier_name: "",
    barcode: "",
    tracking_number: "",
    tracking_url: "",
    label_file_type: "",
    print_requested: options.print ? 1 : 0,
    attempts: 0,
    next_attempt_at: afterThisTry(now, deps.carriers.get(offer.carrier_kind)),
    error_code: null,
    error_message: null,
    request_hash: options.requestHash,
    answered_at: null,
  };
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

function answered(deps: Deps, row: TransactionRow, { carrierName, barcode, trackingNumber, trackingUrl }: CarrierAnswer) {
  return {
    carrier_name: carrierName,
    barcode,
    tracking_number: trackingNumber,
    tracking_url: trackingUrl,
    label_file_type: labelFileTypeOf(deps, row.organization_id),
    updated_at: deps.now(),
  };
}

/** A barcode of one carrier is on one parcel of this station. */
function useBarcode(deps: Deps, providerCode: string, row: TransactionRow): void {
  const taken = (): Error => new AppError("E1071", `${row.carrier_name} gave the barcode ${row.barcode}, which another parcel has. Nothing was bought. Check the carrier's barcode range.`);
  requireOnce(deps.db, { kind: "barcode", key: `${providerCode} ${row.barcode}`, holder: row.id, taken });
}

/** The facts of a bought label, and its print job. */
function noteBought(deps: Deps, row: TransactionRow, shipment: Pick<ShipmentRow, "is_return" | "original_shipment_id">): void {
  if (shipment.is_return === 1 && shipment.original_shipment_id !== null) noteReturned(deps, shipment.original_shipment_id);
  recordFact(deps, { topic: "transaction.done", organizationID: row.organization_id, subjectID: row.id, visibleTo: row.member_id, payload: { shipmentID: row.shipment_id } });
  if (row.print_requested === 1) enqueueFirstPrint(deps, { shipmentID: row.shipment_id, organizationID: row.organization_id, memberID: row.member_id, barcode: row.barcode });
}

/** @param isSpent The amount must be there; false for one that was held. @throws AppError E1066 */
function pay(deps: Deps, row: TransactionRow, { number }: Pick<ShipmentRow, "number">, isSpent: boolean): Pick<TransactionRow, "old_balance_minor" | "new_balance_minor"> {
  if (row.on_account === 1) {
    const { balance } = getBalance(deps, row.organization_id);
    return { old_balance_minor: balance, new_balance_minor: balance };
  }
  const { oldBalance, newBalance } = postEntry(deps, { organizationID: row.organization_id, kind: "PURCHASE", amount: -row.total_minor, transactionID: row.id, reference: String(number), isSpent });
  recordFact(deps, { topic: "balance.changed", organizationID: row.organization_id, subjectID: row.organization_id, visibleTo: row.member_id, payload: { balance: moneyText(newBalance) } });
  return { old_balance_minor: oldBalance, new_balance_minor: newBalance };
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

function purchaseRequest(row: TransactionRow, offer: StoredOffer): PurchaseRequest {
  return {
    key: row.id,
    organizationID: row.organization_id,
    providerCode: offer.provider_code,
    providerServiceCode: offer.provider_service_code,
    details: JSON.parse(offer.details) as PurchaseRequest["details"],
  };
}
