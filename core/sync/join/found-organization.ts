/**
 * Founding: the first station of a hub brings its organization to the hub, or brings the
 * organization back to a hub that has lost it.
 *
 * Other stations can join as soon as the claim is settled. Before that, the hub must have
 * everything that a station leases from or starts with: this station's share of the balance, the
 * first unused number of each range, and the snapshot. Meanwhile the desk continues to buy with
 * leases.
 */
import type { KV } from "@nats-io/kv";
import { jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { errors } from "../../base/errors.ts";
import { HUB, writeMeta } from "../../db/station-meta.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import type { HubSettings } from "../hub-settings.ts";
import type { LeasePort } from "../leases/lease-port.ts";
import { createLeases } from "../leases/leases.ts";
import { enrolMoney, reportMoney } from "../leases/obtain-money.ts";
import { alignAll } from "../leases/report-held.ts";
import { beginAfterEnd, refillNumbers } from "../leases/take-share.ts";
import { markSetBack } from "../leases/hub-mark.ts";
import { withRetries } from "./with-retries.ts";
import { bringOrganization } from "./exchange-organization.ts";

/** Timeout of a call to a hub that forty stations join at once, ms. */
export const ANSWER_MS = 20_000;
/** How long the hub may take to accept this station's share of the balance, ms. */
const MONEY_MS = 60_000;

type Founding = {
  readonly deps: SyncDeps;
  readonly folder: string;
  readonly known: HubSettings;
  readonly connection: NatsConnection;
  readonly kv: KV;
  /** Supplies leases to the desk's calls. */
  readonly port: LeasePort;
};

/**
 * Brings the organization. Each step can be repeated after a crash.
 *
 * @param isLost Whether the hub had the organization and has lost it. If so, the hub leases nothing
 *   until every station has reported what it holds.
 * @throws AppError E2112 when the hub does not answer; Error when the hub or the disk fails.
 */
export async function foundOrganization(
  { deps, folder, known, connection, kv, port }: Founding,
  organizationID: string,
  isLost: boolean,
): Promise<void> {
  if (isLost) await bringBack(connection, kv, deps, organizationID);
  const isEnrolled = await enrolMoney(kv, deps, organizationID, true, performance.now() + MONEY_MS);
  if (!isEnrolled) throw errors.hubNotReached();
  const isConnected = (): boolean => !connection.isClosed();
  const leases = createLeases(deps, {
    kv,
    nc: connection,
    isConnected,
    isWhole: () => !isLost,
    organizationIDs: () => [],
  });
  const stopUsing = port.use(leases);
  try {
    beginLeasing(deps, known);
    deps.faultPoint("founding.leased");
    await withRetries(connection, () => requireAligned(kv, deps, organizationID));
    if (!isLost) await refillNumbers({ deps, leases, organizationID });
    deps.faultPoint("founding.aligned");
    const session = { js: jetstream(connection, { timeout: ANSWER_MS }) };
    await withRetries(connection, () =>
      bringOrganization({ deps, folder, session, hubKey: known.hubKey }, kv, organizationID),
    );
  } finally {
    stopUsing();
    leases.close();
  }
}

/** Switches to numbers and money leased from the hub. */
export function beginLeasing({ db }: ReadDeps, { hubID }: HubSettings): void {
  writeMeta(db, HUB, hubID);
  db.isLeasing = true;
}

/**
 * Requires that the hub knows which numbers are used.
 *
 * @throws Error when the hub did not answer about a range.
 */
async function requireAligned(
  kv: KV,
  deps: WriteDeps & Pick<SyncDeps, "carriers" | "syncTimes">,
  organizationID: string,
): Promise<void> {
  const answers = await alignAll(kv, deps, organizationID);
  if (answers.includes(false)) throw new Error("the hub did not accept which numbers are used");
}

/**
 * Marks the hub as restored, and reports what this station knows about the shared balance, so that
 * the balance is not founded a second time.
 */
async function bringBack(
  nc: NatsConnection,
  kv: KV,
  deps: WriteDeps & Pick<SyncDeps, "syncTimes">,
  organizationID: string,
): Promise<void> {
  await withRetries(nc, () => markSetBack(kv, deps));
  if (!(await reportMoney(kv, deps, organizationID, performance.now() + MONEY_MS)))
    throw errors.hubNotReached();
  await withRetries(nc, () => beginAfterEnd(kv, deps, organizationID));
}
