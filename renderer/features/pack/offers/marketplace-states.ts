/** How far the marketplaces are with the open order: asked, answered, failed, or not asked. Pure. */
import type { Marketplace } from "../../../../core/shipping/accounts/marketplaces.schema.ts";
import type { IneligibleService } from "../../../../core/shipping/carriers/ineligible.schema.ts";
import type { Parcel } from "../pack-step.ts";

/**
 * `open`: can be asked now. `failed`: made no offer at all, for the reason `why`. A marketplace
 * that has answered has no state.
 */
export type MarketplaceState = Pick<Marketplace, "name" | "host"> &
  ({ readonly is: "open" | "asking" } | { readonly is: "failed"; readonly why: IneligibleService });

/** @param isAsked Whether the marketplaces that are asked on demand were asked about this order. */
export function marketplaceStates(
  { shipment, missing }: Parcel,
  marketplaces: readonly Marketplace[],
  isAsked: boolean,
): readonly MarketplaceState[] {
  const isComplete = (shipment.offers?.percentageCompleted ?? 100) >= 100;
  return marketplaces
    .filter(({ isActive, isTest, asks }) => isActive && asks !== "off" && isTest === shipment.test)
    .flatMap(({ accountID, name, host, asks }): readonly MarketplaceState[] => {
      if (shipment.offers?.list.some(({ providerAccountID: id }) => id === accountID) === true)
        return [];
      const why = missing.find((service) => service.name === name && service.providerCode === "");
      if (why !== undefined) return [{ name, host, is: "failed", why }];
      // It has answered: the list of reasons has its services, named after it.
      if (missing.some((service) => service.name.startsWith(`${name}: `))) return [];
      if (!isComplete && (asks === "always" || isAsked)) return [{ name, host, is: "asking" }];
      return asks === "onDemand" ? [{ name, host, is: "open" }] : [];
    });
}
