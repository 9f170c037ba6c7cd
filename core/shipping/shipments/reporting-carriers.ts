/**
 * The only place that decides which carriers report scans. Only their parcels can be late or stuck:
 * a parcel of any other carrier moves without scans.
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
    .flatMap(({ track, accountID }) =>
      track === undefined ? [] : (findLinkedAccount(deps.db, accountID)?.providerCode ?? []),
    );
  const filed = listReporting(deps.db, organizationID, since);
  return [...new Set([OWN_PROVIDER, ...tracking, ...connected, ...filed])].toSorted();
}
