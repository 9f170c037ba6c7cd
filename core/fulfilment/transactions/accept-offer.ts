/** Accepts an offer of a stored shipment: decides whether it can be bought, and buys its label. */
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { AppError, errors } from "../../base/errors.ts";
import type { ClaimNeed } from "../../db/leases.ts";
import { missingClaim } from "../../db/shipment-claims.ts";
import type { Actor } from "../../http/actor.ts";
import { isAccountActive } from "../../shipping/accounts/accounts.service.ts";
import { findChoice, hasRules } from "../../shipping/choosing/find-choice.ts";
import type { FrozenRule } from "../../shipping/offers/chosen-rule.schema.ts";
import {
  currentRequestNo,
  findStoredOffer,
  type StoredOffer,
} from "../../shipping/offers/offers.service.ts";
import { isPriceValid } from "../../shipping/offers/valid-offer.ts";
import { draftOf } from "../../shipping/shipments/consign-shipment.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";
import { requireMove } from "../../shipping/shipments/move-shipment.ts";
import { findFirstOf, markPacked } from "../../shipping/shipments/joined-orders.ts";
import { purchaseColumns } from "../../shipping/shipments/shipments.service.ts";
import {
  findShipmentRow,
  indexShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import type { Consigned } from "../../shipping/shipments/shipment-draft.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { buyOffer, type PurchaseOptions, type Reserved } from "./buy-offer.ts";
import {
  planPurchase,
  reserveWhenReady,
  type CallerCheck,
  type PlannedPurchase,
  type PurchasePlan,
} from "./prepare-purchase.ts";
import { notKnownYet } from "./open-purchases.ts";
import { enqueuePurchase } from "./purchase-job.ts";
import { awaitPurchases } from "./transactions.service.ts";
import { findOneStepPurchase, listLiveTransactions } from "./transactions.store.ts";

/**
 * Buys the label of an offer or sub-offer.
 *
 * @returns The id of the settled transaction.
 * @throws AppError E1064, E1065, E1066, E1071, E1072, E2057, or another error of
 *   `reserveWhenReady`: nothing was bought.
 * @throws AppError E2174 with `atOnce` when no rule buys this offer at once now.
 * @throws AppError E2033: the carrier refused; nothing was bought, and the offer can be accepted
 *   again.
 * @throws AppError E2008: the outcome is unknown; the purchase stays open and its job retries.
 */
export async function acceptOffer(
  deps: FulfilmentDeps,
  actor: Actor,
  offerID: string,
  { requireCaller, atOnce = false, ...options }: PurchaseOptions & CallerCheck & AtOnce,
): Promise<string> {
  const reserved = await reserveWhenReady(deps, actor, {
    plan: () => planAcceptance(deps, actor, offerID, atOnce),
    reserve: (plan) => reserve(deps, actor, plan, options),
    requireCaller,
  });
  await awaitPurchases(deps, [reserved]);
  return reserved.transactionID;
}

/** `atOnce`: buys only an offer that a rule buys at once, because no person has confirmed it. */
type AtOnce = { readonly atOnce?: boolean };

type AcceptDeps = Pick<
  FulfilmentDeps,
  "db" | "now" | "carriers" | "connections" | "geo" | "calendar"
>;

type Acceptance = PurchasePlan & {
  readonly purchases: readonly [PlannedPurchase];
  readonly row: ShipmentRow;
};

/**
 * Plans the purchase of an offer. Checks the order's hold and the offer only when this station
 * holds the shipment, because another station may have changed them.
 *
 * @returns The plan, or the claim that is needed while another station holds the shipment.
 * @throws AppError E1064, also for an offer of a shipment that this member may not see; E1065,
 *   E2008; E2073 while the order is on hold; E1133, E2055; E2174 with `atOnce`
 */
export function planAcceptance(
  deps: AcceptDeps,
  actor: Actor,
  offerID: string,
  atOnce = false,
): Acceptance | ClaimNeed {
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) throw unknownOffer(deps, actor, offerID);
  const row = visibleShipment(deps, actor, offer.shipmentID);
  requireUnbought(deps, row);
  const claim = missingClaim(deps.db, row.id);
  if (claim !== undefined) return claim;
  if (row.holdReason !== "")
    throw errors.orderOnHold(
      `This order is on hold (${row.holdReason}). Release it first. Nothing was bought.`,
    );
  requireAcceptable(deps, offer);
  const shipment = draftOf(deps, row);
  const rule = ruleOf(deps, shipment, offer, atOnce);
  const purchase = planPurchase(deps, shipment, offer, rule);
  return { kind: "plan", newShipments: 0, purchases: [purchase], row };
}

/**
 * Finds the rule to freeze with the purchase.
 *
 * @throws AppError E2174 with `atOnce` when no rule buys this offer at once now.
 */
function ruleOf(
  deps: AcceptDeps,
  shipment: Consigned,
  offer: StoredOffer,
  atOnce: boolean,
): FrozenRule | null {
  if (!hasRules(deps, offer.organizationID)) {
    if (atOnce) throw errors.notBoughtAtOnce();
    return null;
  }
  const { offerID, rule, buysAtOnce } = findChoice(deps, shipment);
  const isChosen = rule !== null && offerID === offer.id;
  if (atOnce && !(isChosen && buysAtOnce)) throw errors.notBoughtAtOnce();
  return isChosen ? { ...rule, atOnce } : null;
}

/** Reserves the purchase; needs an open transaction. With a local carrier this buys the label. */
export function reserve(
  deps: WriteDeps & Pick<FulfilmentDeps, "settings" | "connections">,
  actor: Actor,
  { purchases: [purchase], row: shipment }: Acceptance,
  options: PurchaseOptions,
): Reserved {
  return buyOffer(
    deps,
    actor,
    { ...purchase, options },
    {
      opened: (row) => {
        markPacked(deps, shipment);
        requireMove(deps, shipment, "purchaseOpened", {}, row.id);
        return enqueuePurchase(deps, row);
      },
      bought: (row) => {
        markPacked(deps, shipment);
        requireMove(
          deps,
          shipment,
          ["purchaseOpened", "bought"],
          purchaseColumns(row, purchase.offer),
          row.id,
        );
        indexShipment(deps, shipment);
      },
    },
  );
}

/**
 * Treats the offer of an invisible shipment as not found.
 *
 * @throws AppError E1064
 */
function visibleShipment(deps: ReadDeps, actor: Actor, id: string): ShipmentRow {
  const row = findShipmentRow(deps, id);
  if (row === undefined || !maySee(actor, row)) throw errors.offerNotFound();
  return row;
}

/**
 * Makes the error for an unknown offer. A one-step purchase may store its offer only in the
 * purchase; for such an offer, the error says that the shipment is bought.
 */
function unknownOffer(deps: ReadDeps, actor: Actor, offerID: string): AppError {
  const purchase = findOneStepPurchase(deps.db, offerID);
  if (purchase?.organizationID === actor.organizationID)
    requireUnbought(deps, visibleShipment(deps, actor, purchase.shipmentID));
  return errors.offerNotFound();
}

/**
 * Requires that a shipment has neither a label nor an open purchase, and is not cancelled.
 *
 * @throws AppError E1065, E2008; E2261 for an order that is packed with another
 */
function requireUnbought(deps: ReadDeps, shipment: ShipmentRow): void {
  const live = listLiveTransactions(deps.db, shipment.id);
  if (live.some(({ status }) => status === "DONE")) throw errors.alreadyBought();
  const [open] = live;
  if (open !== undefined) throw notKnownYet(deps, open.id);
  if (findFirstOf(deps, shipment) !== undefined) throw errors.orderPackedTogether();
  if (shipment.status === "CANCELED")
    throw errors.alreadyBought("This shipment was cancelled. Clone it to send it after all.");
}

/**
 * Requires that an offer is of the last rate request and has not expired, and that its provider
 * account, if any, is linked.
 *
 * @throws AppError E1064
 */
function requireAcceptable(
  deps: Pick<FulfilmentDeps, "db" | "now" | "carriers">,
  offer: StoredOffer,
): void {
  if (currentRequestNo(deps, offer.shipmentID) !== offer.requestNo)
    throw errors.offerNotFound(
      "The parcel was changed since this offer was made. Ask for new offers.",
    );
  if (
    offer.providerAccountID !== null &&
    !isAccountActive(deps, offer.organizationID, offer.providerAccountID)
  ) {
    throw errors.offerNotFound(
      "The provider account of this offer is no longer linked. Ask for new offers.",
    );
  }
  if (!isPriceValid(deps, offer))
    throw errors.offerNotFound("This offer is no longer valid. Ask for new offers.");
}
