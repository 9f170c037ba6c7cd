/**
 * Accepting an offer: the one way a label is bought.
 *
 * Three steps, because a SQLite transaction must not stay open across an await: reserve (one transaction, with a job) → the job
 * asks the carrier (`purchase-job.ts`) → settle (one transaction, `settle-purchase.ts`). A carrier that knows its numbers by
 * itself is asked inside the reserve transaction: one fsync, never unknown. A crash between reserve and settle leaves a PENDING
 * row with its money held, and the job, which goes on with the same key, so that the carrier never charges twice.
 */
import { AppError } from "../base/errors.ts";
import { minor } from "../base/money.ts";
import { requireOnce } from "../db/done-once.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import type { Actor, Deps } from "../deps.ts";
import { holdFunds } from "../ledger/ledger.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { draftOf } from "../shipments/create-shipment.ts";
import { purchaseColumns } from "../shipments/folded-columns.ts";
import type { PurchaseSnapshot } from "../shipments/purchase-snapshot.ts";
import { consign } from "../shipments/consign-shipment.ts";
import { indexShipment, requireMove } from "../shipments/shipments.service.ts";
import { getAcceptable } from "./acceptable-offer.ts";
import { freezePurchase, type Bought } from "./freeze-purchase.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { awaitPurchases } from "./await-purchases.ts";
import { insertTransaction, type TransactionRow } from "./transactions.store.ts";
import { answered, detailsOf, noteBought, pay, purchaseRequest, useBarcode } from "./write-purchase.ts";

export type PurchaseOptions = {
  /** Also queue the label for this desk's printer, in the same transaction. */
  readonly print: boolean;
  /** Of a one-step purchase: a repeat whose first answer was lost joins it. */
  readonly requestHash: string | null;
  /** Keeps the call's Idempotency-Key with this purchase, in its first transaction. */
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
  const reserved = await inSharedTransaction(deps, () => reserve(deps, actor, offerID, options));
  await awaitPurchases(deps, [reserved]);
  return reserved.transactionID;
}

/** The reserve step, inside a transaction. For local carriers it is the whole purchase. */
export function reserve(deps: Deps, actor: Actor, offerID: string, options: PurchaseOptions): Reserved {
  const { offer, shipment } = getAcceptable(deps, actor, offerID);
  return buyOffer(deps, actor, { shipment: draftOf(deps, shipment), offer, options }, {
    opened: (row) => requireMove(deps, shipment, "purchaseOpened", {}, row.id),
    bought: (row) => {
      requireMove(deps, shipment, ["purchaseOpened", "bought"], purchaseColumns(row, offer), row.id);
      indexShipment(deps, shipment);
    },
  });
}

/** `jobID`: of the job that asks the carrier; undefined when the label is bought. */
export type Reserved = { readonly transactionID: string; readonly jobID: string | undefined };

/** How a purchase is written on its shipment, which is stored already or a draft. */
type Write = { readonly opened: (row: TransactionRow) => void; readonly bought: (row: TransactionRow, snapshot: PurchaseSnapshot) => void };

/**
 * Buys an offer that may be bought, or reserves it when its carrier must be asked. Inside a transaction.
 *
 * @throws AppError E1064, E1065, E1066, E1071
 */
export function buyOffer(deps: Deps, actor: Actor, { shipment, offer, options }: { shipment: Bought; offer: StoredOffer; options: PurchaseOptions }, write: Write): Reserved {
  const carrier = deps.carriers.find(offer.carrier_id);
  if (carrier === undefined) throw new AppError("E1064", "The carrier of this offer is no longer set up. Ask for new offers.");
  const row = newTransaction(deps, actor, offer, options);
  const total = minor(offer.total_minor);
  options.keep?.(row.id);
  requireOnce(deps.db, { kind: "purchase", key: shipment.columns.id, taken: () => new AppError("E1065") });
  const snapshot = freezePurchase(deps, shipment, offer);
  if (carrier.place === "remote") {
    insertTransaction(deps.db, row, snapshot);
    write.opened(row);
    if (row.on_account === 0) holdFunds(deps, actor.organizationID, total);
    return { transactionID: row.id, jobID: enqueuePurchase(deps, row) };
  }
  const consignment = consign(shipment, row.created_at);
  if (consignment === undefined) throw new AppError("E1064", "The parcel of this offer has no size any more. Ask for new offers.");
  const outcome = carrier.buy(purchaseRequest(row, offer, consignment));
  if (outcome.outcome === "refused") throw new AppError(outcome.code, outcome.reason);
  if (outcome.outcome === "unknown") throw new Error(`a carrier of this station gave no outcome: ${outcome.cause}`);
  const done = { ...row, ...answered(deps, row, outcome.value), ...pay(deps, row, shipment.columns, true), status: "DONE" as const };
  useBarcode(deps, offer.provider_code, done);
  insertTransaction(deps.db, done, snapshot);
  write.bought(done, snapshot);
  noteBought(deps, done, shipment.columns);
  return { transactionID: row.id, jobID: undefined };
}

function newTransaction(deps: Deps, actor: Actor, offer: StoredOffer, options: PurchaseOptions): TransactionRow {
  const now = deps.now();
  const own = offer.provider_account_id !== null;
  const onAccount = own && detailsOf(offer)["onAccount"] === true;
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
    is_own: 1,
    print_requested: options.print ? 1 : 0,
    error_code: null,
    error_message: null,
    request_hash: options.requestHash,
    answered_at: null,
  };
}
