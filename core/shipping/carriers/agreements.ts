/** Lists the price agreements of all carriers, for price lists, accounts and cash reports. */
import type { Instant } from "../../base/units.ts";
import type { Agreement } from "./agreement.ts";
import type { Carriers } from "./carrier.ts";

/** Lists the agreements of all carriers. */
export function agreementsOf(carriers: Carriers, organizationID: string, at: Instant): Agreement[] {
  return carriers
    .list(organizationID)
    .flatMap((carrier) => (carrier.place === "local" ? (carrier.agreement?.(at) ?? []) : []));
}
