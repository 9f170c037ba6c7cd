/**
 * Buys an offer: the only way in which a label is bought, with everything that a purchase writes.
 *
 * Three steps, because a SQLite transaction must not stay open across an await: reserve (one
 * transaction, with a job) → the job asks the carrier (`purchase-job.ts`) → settle (one
 * transaction, `settle-purchase.ts`). A local carrier is asked inside the reserve transaction: one
 * fsync, and the outcome is always known. A crash between reserve and settle leaves a PENDING row
 * with held funds. The purchase's job continues with the same key, so the carrier never charges
 * twice.
 */
import { AppError, errors } from "../../base/errors.ts";
import { minor, moneyText } from "../../base/money.ts";
import type {
  Bought as CarrierAnswer,
  LocalCarrier,
  PurchaseRequest,
} from "../../shipping/carriers/carrier.ts";
import type { Consignment } from "../../shipping/carriers/consignment.ts";
import { openAnnouncement } from "../announcements/announcements.service.ts";
import { requireBarcodeOnce, requireOnce } from "../../db/done-once.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { getDebt, requireCredit } from "../../organizations/debts/debts.service.ts";
import { findAgreement } from "../../shipping/agreements/agreements.service.ts";
import { getBalance, holdFunds, postEntry } from "../../organizations/ledger/ledger.service.ts";
import { detailsOf, paymentOf, type StoredOffer } from "../../shipping/offers/offers.service.ts";
import { keepForPurchase } from "../../shipping/offers/discard-queue.ts";
import { getLabelFileType, getLabelSettings } from "../../organizations/organizations.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { enqueueFirstPrint } from "../../printing/request-print.ts";
import { consign } from "../../shipping/shipments/consign-shipment.ts";
import { type PurchaseSnapshot } from "../../shipping/shipments/purchase-snapshot.ts";
import { freezePurchase } from "../../shipping/shipments/stored-snapshot.ts";
import type { ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { markReturned } from "../../shipping/shipments/move-shipment.ts";
import { PAID_BY } from "./paid-by.ts";
import type { PlannedPurchase } from "./prepare-purchase.ts";
import { isSoldByAsking } from "./seller.ts";
import { insertTransaction, type TransactionRow } from "./transactions.store.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";

export type PurchaseOptions = {
  /** Whether to queue the label for this desk's printer, in the same transaction. */
  readonly print: boolean;
  /**
   * Hash of a one-step purchase's request. If the response is lost, the caller's retry has the same
   * hash and joins the purchase.
   */
  readonly requestHash: string | null;
  /** Stores the call's Idempotency-Key with this purchase, in the reserve transaction. */
  readonly keep?: ((transactionID: string) => void) | undefined;
};

/**
 * Reserved purchase. `jobID`: the job that asks the carrier; undefined when the label is bought.
 */
export type Reserved = { readonly transactionID: string; readonly jobID: string | undefined };

/**
 * Writes a purchase to its shipment, which is stored already or still a draft. `opened` also
 * creates the job that asks the carrier, and returns its id.
 */
type Write = {
  readonly opened: (row: TransactionRow) => string;
  readonly bought: (row: TransactionRow, snapshot: PurchaseSnapshot) => void;
};

/**
 * Buys an offer, or reserves it when its carrier must be asked. Needs an open transaction, in the
 * same turn of the event loop in which `reserveWhenReady` found that nothing is missing.
 *
 * @throws AppError E1064, E1065, E1066, E1071, E2172
 */
export function buyOffer(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "connections">,
  actor: Actor,
  {
    shipment,
    offer,
    carrier,
    rule,
    options,
  }: PlannedPurchase & { readonly options: PurchaseOptions },
  write: Write,
): Reserved {
  const row = newTransaction(deps, actor, offer, options);
  options.keep?.(row.id);
  requireOnce(deps.db, {
    kind: "purchase",
    key: shipment.columns.id,
    taken: () => errors.alreadyBought(),
  });
  if (row.onAccount === PAID_BY.account) requireCreditOf(deps, row);
  const snapshot = freezePurchase(deps, {
    shipment,
    offer,
    carrier,
    rule,
    labels: getLabelSettings(deps.db, actor.organizationID),
  });
  if (carrier.place === "remote" || isSoldByAsking(deps, carrier, offer)) {
    insertTransaction(deps.db, row, snapshot);
    keepForPurchase(deps, offer);
    if (row.onAccount === PAID_BY.balance)
      holdFunds(deps, actor.organizationID, minor(offer.totalMinor));
    return { transactionID: row.id, jobID: write.opened(row) };
  }
  const label = buyHere(carrier, shipment, offer, row);
  const done = {
    ...row,
    ...answerColumns(deps, row, label),
    ...pay(deps, row, shipment.columns, true),
    status: "DONE" as const,
  };
  reserveBarcode(deps, offer.providerCode, done);
  insertTransaction(deps.db, done, snapshot);
  if (offer.providerAccountID !== null) openAnnouncement(deps, carrier, offer, row);
  write.bought(done, snapshot);
  noteBought(deps, done, shipment.columns);
  return { transactionID: row.id, jobID: undefined };
}

/**
 * Buys the label at a local carrier.
 *
 * @throws AppError E1064, and the code of a refusal
 */
function buyHere(
  carrier: LocalCarrier,
  shipment: Consigned,
  offer: StoredOffer,
  row: TransactionRow,
): CarrierAnswer {
  const consignment = consign(shipment, row.createdAt);
  if (consignment === undefined)
    throw errors.offerNotFound(
      "The parcel of this offer no longer has a size. Ask for new offers.",
    );
  const outcome = carrier.buy(purchaseRequest(row, offer, consignment));
  if (outcome.outcome === "refused") throw new AppError(outcome.code, outcome.reason);
  if (outcome.outcome === "unknown")
    throw new Error(`a carrier of this station gave no outcome: ${outcome.cause}`);
  return outcome.value;
}

function newTransaction(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  actor: Actor,
  offer: StoredOffer,
  options: PurchaseOptions,
): TransactionRow {
  const now = deps.now();
  const own = offer.providerAccountID !== null;
  const payment = paymentOf(offer);
  return {
    id: deps.newId(),
    createdAt: now,
    updatedAt: now,
    organizationID: actor.organizationID,
    memberID: actor.memberID,
    shipmentID: offer.shipmentID,
    offerID: offer.id,
    status: "PENDING",
    totalMinor: offer.totalMinor,
    onAccount: PAID_BY[payment],
    isCustomCharge: own ? 1 : 0,
    oldBalanceMinor: 0,
    newBalanceMinor: 0,
    isRefund: 0,
    cancelDescription: "",
    carrierName: "",
    barcode: "",
    trackingNumber: "",
    trackingUrl: "",
    routingCode: "",
    labelFileType: "",
    labelHash: "",
    isOwn: 1,
    printRequested: options.print ? 1 : 0,
    errorCode: null,
    errorMessage: null,
    requestHash: options.requestHash,
    answeredAt: null,
    agreementID: payment === "balance" ? "" : offer.carrierID,
    oldDebtMinor: getDebt(deps, actor.organizationID),
  };
}

/** Requires that a label on account stays within its agreement's credit limit. */
function requireCreditOf(deps: ReadDeps, row: TransactionRow): void {
  const agreement = findAgreement(deps.db, row.agreementID);
  if (agreement !== undefined) requireCredit(deps, row.organizationID, agreement, row.totalMinor);
}

/** Makes the request that a carrier gets for a purchase. */
export function purchaseRequest(
  row: Pick<TransactionRow, "id">,
  offer: StoredOffer,
  consignment: Consignment,
): PurchaseRequest {
  return {
    key: row.id,
    consignment,
    providerCode: offer.providerCode,
    providerServiceCode: offer.providerServiceCode,
    details: detailsOf(offer),
  };
}

/** Converts a carrier's answer to columns of a transaction. */
export function answerColumns(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  row: TransactionRow,
  { carrierName, barcode, trackingNumber, trackingUrl, routingCode }: CarrierAnswer,
) {
  return {
    carrierName,
    barcode,
    trackingNumber,
    trackingUrl,
    routingCode: routingCode ?? "",
    labelFileType: getLabelFileType(deps.db, row.organizationID),
    updatedAt: deps.now(),
  };
}

/** Reserves a barcode, since each barcode of a carrier belongs to one parcel at this station. */
export function reserveBarcode(deps: ReadDeps, providerCode: string, row: TransactionRow): void {
  const taken = (): Error =>
    errors.barcodeNotCreated(
      `${row.carrierName} gave the barcode ${row.barcode}, which another parcel has. Nothing was bought. Check the carrier's barcode range.`,
      { reason: "taken", carrier: row.carrierName, barcode: row.barcode },
    );
  requireBarcodeOnce(deps.db, { providerCode, barcode: row.barcode, taken });
}

/** Records the facts of a bought label, and queues its print job. */
export function noteBought(
  deps: WriteDeps,
  row: TransactionRow,
  shipment: Pick<ShipmentRow, "isReturn" | "originalShipmentID">,
): void {
  if (shipment.isReturn === 1 && shipment.originalShipmentID !== null)
    markReturned(deps, shipment.originalShipmentID);
  recordFact(deps, {
    topic: "transaction.done",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.memberID,
    payload: { shipmentID: row.shipmentID },
  });
  if (row.printRequested === 1)
    enqueueFirstPrint(
      deps,
      {
        shipmentID: row.shipmentID,
        organizationID: row.organizationID,
        memberID: row.memberID,
        barcode: row.barcode,
      },
      shipment,
    );
}

/**
 * Takes the price of a label from the balance.
 *
 * @param isSpent Whether the balance must cover the amount; false for an amount that is held
 * already.
 * @throws AppError E1066
 */
export function pay(
  deps: WriteDeps,
  row: TransactionRow,
  { number }: Pick<ShipmentRow, "number">,
  isSpent: boolean,
): Pick<TransactionRow, "oldBalanceMinor" | "newBalanceMinor"> {
  if (row.onAccount !== PAID_BY.balance) {
    const { balance } = getBalance(deps, row.organizationID);
    return { oldBalanceMinor: balance, newBalanceMinor: balance };
  }
  const { oldBalance, newBalance } = postEntry(deps, {
    organizationID: row.organizationID,
    kind: "PURCHASE",
    amount: -row.totalMinor,
    transactionID: row.id,
    reference: String(number),
    isSpent,
  });
  recordFact(deps, {
    topic: "balance.changed",
    organizationID: row.organizationID,
    subjectID: row.organizationID,
    visibleTo: row.memberID,
    payload: { balance: moneyText(newBalance) },
  });
  return { oldBalanceMinor: oldBalance, newBalanceMinor: newBalance };
}
