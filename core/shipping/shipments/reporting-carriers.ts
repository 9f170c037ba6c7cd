/**
 * The only place that decides which carriers and accounts report scans. Only their parcels can be
 * late or stuck: any other parcel moves without scans.
 */
import type { ShippingDeps } from "../deps.ts";
import { OWN_PROVIDER } from "../carriers/own-service.ts";
import { listReporting } from "../tracking/tracking.service.ts";
import { findLinkedAccount } from "../accounts/accounts.service.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days after which an applied status file no longer shows that its carrier reports. */
const FILE_DAYS = 30;

/**
 * Lists the codes of the carriers that report scans: the test carrier, carriers that track by
 * themselves or by an account's connection, and carriers with a status file of the last 30 days. Scans that a person or a program
 * enters one by one make no carrier reporting.
 */
export function reportingCarriers(
  deps: Pick<ShippingDeps, "db" | "now" | "carriers" | "connections">,
  organizationID: string,
): readonly string[] {
  const now = deps.now();
  const since = new Date(Date.parse(now) - FILE_DAYS * DAY_MS).toISOString();
  const tracking = deps.carriers
    .list(organizationID)
    .filter(({ can }) => can.has("track"))
    .flatMap((carrier) =>
      carrier.place === "local" ? (carrier.agreement?.(now)?.providerCode ?? []) : [],
    );
  const connected = deps.connections
    .list(organizationID)
    .flatMap(({ track, quote, accountID }) =>
      track === undefined || quote !== undefined
        ? []
        : (findLinkedAccount(deps.db, accountID)?.providerCode ?? []),
    );
  const filed = listReporting(deps.db, organizationID, since);
  return [...new Set([OWN_PROVIDER, ...tracking, ...connected, ...filed])].toSorted();
}

/**
 * Lists the accounts that report scans of all parcels that they sold, whose carriers they name
 * themselves: marketplaces. The carriers' other parcels may be reported by nobody.
 */
export function reportingSellers(
  { connections }: Pick<ShippingDeps, "connections">,
  organizationID: string,
): readonly string[] {
  return connections
    .list(organizationID)
    .flatMap(({ track, quote, accountID }) =>
      track === undefined || quote === undefined ? [] : accountID,
    )
    .toSorted();
}
