/**
 * Accepting an offer: the one way a label is bought.
 *
 * Three steps, because a SQLite transaction must not stay open across an await: reserve (commit) → ask the carrier →
 * settle (commit, `settle-purchase.ts`). A carrier that knows its numbers by itself is asked inside the reserve commit: one
 * fsync, never unknown. A crash between reserve and settle leaves a PENDING row with its money held; `resume-purchases.ts`
 * finishes it with the same key, so that the carrier never charges twice.
 */
import { AppError } from "../base/errors.ts";
import { minor } from "../base/money.ts";
import type { Carrier } from "../carriers/carrier.ts";
import { requireOnce } from "../db/done-once.ts";
import { commitTogether } from "../db/group-commit.ts";
import type { Actor, Deps } from "../deps.ts";
import { holdFunds } from "../ledger/ledger.service.ts";
import type { StoredOffer } from "../offers/offers.service.ts";
import { draftOf } from "../shipments/create-shipment.ts";
import { purchaseColumns } from "../shipments/folded-columns.ts";
import type { PurchaseSnapshot } from "../shipments/purchase-snapshot.ts";
import { indexShipment, moveShipment } from "../shipments/shipments.service.ts";
import { getAcceptable } from "./acceptable-offer.ts";
import { freezePurchase, type Bought } from "./freeze-purchase.ts";
import { afterThisTry } from "./purchase-tries.ts";
import { settleWithCarrier } from "./settle-purchase.ts";
import { insertTransaction, type TransactionRow } from "./transactions.store.ts";
import { answered, noteBought, pay, purchaseRequest, useBarcode } from "./write-purchase.ts";

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
  const { transactionID, remote } = await commitTogether(deps, () => reserve(deps, actor, offerID, options));
  deps.pass(remote === undefined ? "purchase.settled" : "purchase.reserved");
  if (remote !== undefined) await settleWithCarrier(deps, transactionID, remote);
  return transactionID;
}

/** The reserve step, inside a transaction. For local carriers it is the whole purchase. */
export function reserve(deps: Deps, actor: Actor, offerID: string, options: PurchaseOptions): Reserved {
  const { offer, shipment } = getAcceptable(deps, actor, offerID);
  return buyOffer(deps, actor, { shipment: draftOf(deps, shipment), offer, options }, {
    opened: (row) => void moveShipment(deps, shipment, "purchaseOpened", {}, row.id),
    bought: (row) => {
      moveShipment(deps, shipment, ["purchaseOpened", "bought"], purchaseColumns(row, offer), row.id);
      indexShipment(deps, shipment);
    },
  });
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
  requireOnce(deps.db, { kind: "purchase", key: shipment.columns.id, taken: () => new AppError("E1065") });
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
