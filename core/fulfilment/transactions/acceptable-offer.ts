/** Decides whether an offer can be bought now, and explains why it cannot. */
import type { ReadDeps } from "../../db/deps.ts";
import { isAccountActive } from "../../shipping/accounts/accounts.service.ts";
import { AppError, errors } from "../../base/errors.ts";
import { requireClaim } from "../../db/shipment-claims.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import {
  currentRequestNo,
  findStoredOffer,
  type StoredOffer,
} from "../../shipping/offers/offers.service.ts";
import { findShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { notKnownYet } from "./purchase-job.ts";
import { findOneStepPurchase, listLiveTransactions } from "./transactions.store.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";

/**
 * Gets an offer that can be bought, with its shipment.
 *
 * @throws NeedLeaseError E2134 when another station owns the shipment.
 * @throws AppError E1064, also for an offer of a shipment that this member may not see; E1065,
 *   E2008; E2073 while the order is on hold
 */
export function getAcceptable(
  deps: Pick<FulfilmentDeps, "db" | "now">,
  actor: Actor,
  offerID: string,
): { readonly offer: StoredOffer; readonly shipment: ShipmentRow } {
  const offer = findStoredOffer(deps, actor.organizationID, offerID);
  if (offer === undefined) throw unknownOffer(deps, actor, offerID);
  const shipment = visibleShipment(deps, actor, offer.shipment_id);
  requireUnbought(deps, shipment);
  requireClaim(deps.db, shipment.id);
  if (shipment.hold_reason !== "")
    throw errors.orderOnHold(
      `This order is on hold (${shipment.hold_reason}). Release it first. Nothing was bought.`,
    );
  requireAcceptable(deps, offer);
  return { offer, shipment };
}

/** Treats the offer of an invisible shipment as not found. @throws AppError E1064 */
function visibleShipment(deps: ReadDeps, actor: Actor, id: string): ShipmentRow {
  const row = findShipmentRow(deps, id);
  if (row === undefined || !maySee(actor, row)) throw errors.offerNotFound();
  return row;
}

/** Explains an unknown offer: the offer of a one-step purchase is stored only in its purchase. */
function unknownOffer(deps: ReadDeps, actor: Actor, offerID: string): AppError {
  const purchase = findOneStepPurchase(deps.db, offerID);
  if (purchase?.organization_id === actor.organizationID)
    requireUnbought(deps, visibleShipment(deps, actor, purchase.shipment_id));
  return errors.offerNotFound();
}

/** @throws AppError E1065, E2008 */
function requireUnbought(deps: ReadDeps, shipment: ShipmentRow): void {
  const live = listLiveTransactions(deps.db, shipment.id);
  if (live.some(({ status }) => status === "DONE")) throw errors.alreadyBought();
  const [open] = live;
  if (open !== undefined) throw notKnownYet(deps, open.id);
  if (shipment.status === "CANCELED")
    throw errors.alreadyBought("This shipment was cancelled. Clone it to send it after all.");
}

/** @throws AppError E1064 */
function requireAcceptable(deps: Pick<FulfilmentDeps, "db" | "now">, offer: StoredOffer): void {
  if (currentRequestNo(deps, offer.shipment_id) !== offer.request_no)
    throw errors.offerNotFound(
      "The parcel was changed since this offer was made. Ask for new offers.",
    );
  if (
    offer.provider_account_id !== null &&
    !isAccountActive(deps, offer.organization_id, offer.provider_account_id)
  ) {
    throw errors.offerNotFound(
      "The provider account of this offer is no longer linked. Ask for new offers.",
    );
  }
  if (offer.expires_at !== null && offer.expires_at <= deps.now())
    throw errors.offerNotFound("This offer is no longer valid. Ask for new offers.");
}
