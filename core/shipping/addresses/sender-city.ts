/** Finds the city from which an organization sends. */
import type { ReadDeps } from "../../db/deps.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { findAddress } from "./addresses.service.ts";

const COUNTRY = "TR";
const ISTANBUL = "34";

/**
 * Finds the plate code of the default sender's city; Istanbul's without a default sender in Turkey.
 */
export function senderCity(deps: ReadDeps, organizationID: string): string {
  const { sender } = getDefaultAddresses(deps.db, organizationID);
  const row = sender === null ? undefined : findAddress(deps.db, organizationID, sender);
  return row?.countryCode === COUNTRY && row.cityCode !== "" ? row.cityCode : ISTANBUL;
}
