/** Manages an organization's carriers that quote from rate cards, including the sample carriers. */
import type { ShippingDeps } from "../../deps.ts";
import type { CarrierShelf } from "../carrier-shelf.ts";
import { listCards, readCarriers, retireSampleCards } from "./rate-cards.service.ts";
import { addSampleCards } from "./sample-cards.ts";

/**
 * Creates the shelf.
 *
 * @param resourcesDir Contains samples/rate-cards.json.
 */
export function createCarrierShelf(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  resourcesDir: string,
): CarrierShelf {
  return {
    read: (organizationID) => readCarriers(deps, organizationID),
    addSamples: (organizationID) => addSampleCards(deps, organizationID, resourcesDir),
    dropSamples: (organizationID) => retireSampleCards(deps, organizationID),
    list: (organizationID) => listCards(deps, organizationID),
  };
}
