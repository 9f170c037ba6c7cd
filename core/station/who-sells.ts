/** Finds out for the desk who sells labels: carriers with agreements here, or only marketplaces. */
import type { DeskFacts } from "./station.schema.ts";
import type { CarrierShelf } from "../shipping/agreements/carrier-shelf.ts";
import { hasMarketplace } from "../shipping/accounts/marketplaces.ts";
import type { StationDeps } from "./deps.ts";

/** Reads who sells labels to an organization. */
export function whoSells(
  { db }: Pick<StationDeps, "db">,
  shelf: CarrierShelf,
  organizationID: string,
): Pick<DeskFacts, "hasCarriers" | "isPaidElsewhere" | "samplePrices"> {
  const { hasCarriers, samplePrices } = shelf.read(organizationID);
  const asksMarketplace = hasMarketplace(db, organizationID);
  return {
    hasCarriers: hasCarriers || asksMarketplace,
    isPaidElsewhere: asksMarketplace && !hasCarriers,
    samplePrices,
  };
}
