/** Decides whether a stored offer can still be bought at its price. */
import { isAccountActive } from "../accounts/accounts.service.ts";
import type { Consignment } from "../carriers/consignment.ts";
import type { ShippingDeps } from "../deps.ts";
import { linesOf } from "./offer-price.ts";
import { detailsOf, listCurrentOffers, paymentOf, type StoredOffer } from "./offers.service.ts";
import { carriersFor } from "./quote-shipment.ts";

type PriceDeps = Pick<ShippingDeps, "now" | "carriers">;
type Subject = {
  readonly id: string;
  readonly organizationID: string;
  /** 1: a test shipment. */
  readonly test: number;
};

/**
 * Returns whether an offer has not expired, the version of the agreement that gave its price is
 * still in force, and the agreement still pays its labels in the same way. A version that was
 * entered after the offer may have replaced it.
 */
export function isPriceValid({ now, carriers }: PriceDeps, offer: StoredOffer): boolean {
  if (offer.expiresAt !== null && offer.expiresAt <= now()) return false;
  const carrier = carriers.find(offer.carrierID);
  if (carrier?.place !== "local") return true;
  const { isOnAccount } = carrier;
  if (offer.providerAccountID === null && isOnAccount !== undefined)
    if (isOnAccount !== (paymentOf(offer) === "account")) return false;
  const version = linesOf(offer)?.version;
  return version === undefined || carrier.isInForce?.(version, now()) !== false;
}

/**
 * Returns whether one of a shipment's current offers is no longer valid, or its carrier or account
 * is no longer active. The sample carriers are no longer active after real carriers were added.
 *
 * @param consignmentOf Builds the shipment's consignment; called only for offers that depend on it.
 */
export function hasStaleOffer(
  deps: PriceDeps & Pick<ShippingDeps, "db">,
  { id, organizationID, test }: Subject,
  consignmentOf: () => Consignment | undefined,
): boolean {
  const asked = new Set(
    carriersFor(deps, { organizationID, test: test === 1 }).map((carrier) => carrier.id),
  );
  return listCurrentOffers(deps, id).some(
    (offer) =>
      !isPriceValid(deps, offer) ||
      !asked.has(offer.carrierID) ||
      isForOther(deps, offer, consignmentOf) ||
      (offer.providerAccountID !== null &&
        !isAccountActive(deps, organizationID, offer.providerAccountID)),
  );
}

/** Returns whether an offer is for other addresses than the shipment's present ones. */
function isForOther(
  { carriers }: PriceDeps,
  offer: StoredOffer,
  consignmentOf: () => Consignment | undefined,
): boolean {
  const carrier = carriers.find(offer.carrierID);
  if (carrier?.place !== "remote" || carrier.isStillFor === undefined) return false;
  const consignment = consignmentOf();
  return consignment !== undefined && !carrier.isStillFor(detailsOf(offer), consignment);
}
