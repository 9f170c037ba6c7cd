/**
 * Leaves a hub. Either the organization stays with its other stations and this station continues
 * with a separate organization, or no other station uses the organization and this station keeps
 * it. The credential ends before this station's data changes, so that nothing of this station
 * reaches the hub afterwards, and the next start can repeat the following steps without harm to
 * other stations.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { KV } from "@nats-io/kv";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { leftOrganizations, markLeft } from "../../db/left-organizations.ts";
import { raiseRanges } from "../../db/raise-ranges.ts";
import { dropMeta, HUB, HUB_FOUNDER } from "../../db/station-meta.ts";
import { STREAM_START, writePosition } from "../../db/stream-position.ts";
import type { SyncDeps } from "../deps.ts";
import { capacityOf, endMoneyLease } from "../../organizations/ledger/money-lease.ts";
import { getBalance } from "../../organizations/ledger/ledger.service.ts";
import { dropCursor } from "../../db/outbox/outbox.service.ts";
import { leaveOthers } from "../../fulfilment/shared-printers/end-requests.ts";
import { keepKeyAlone } from "../../db/sealing/organization-key.ts";
import { writeHub, type HubSettings } from "../hub-settings.ts";
import { NO_STATIONS, type MoneyPool } from "../leases/money-pool.ts";
import { readNextNumbers } from "../leases/read-next-numbers.ts";
import { moneyDocument, returnMoney } from "../leases/obtain-money.ts";
import { changeDocument } from "../leases/scarce-bucket.ts";
import { forgetShared } from "../leases/session-leases.ts";
import { PUBLISHED } from "../stream/publish-changes.ts";
import { forgetPublished } from "../stream/published-log.ts";

const CALL_MS = 5_000;

export type Leaving = {
  readonly deps: SyncDeps;
  readonly hub: HubSettings;
  readonly keepOrganization: boolean;
  /** The bucket of leases; undefined while the hub is not reached. */
  readonly kv: KV | undefined;
  /**
   * Whether the hub has everything that this station wrote, and this station everything that the
   * hub has.
   */
  readonly isInStep: boolean;
  /** Whether this computer runs the hub. */
  readonly isHub: boolean;
  /** Withdraws what this station offers to other stations, while the hub still accepts changes. */
  withdraw(): Promise<void>;
  /**
   * Makes the hub end this station's credential.
   *
   * @throws AppError when the hub does not end the credential.
   */
  resign(): Promise<void>;
  /** Ends the connection, and stores how far this station has read and written the stream. */
  disconnect(): Promise<void>;
};

/**
 * Leaves the hub.
 *
 * @throws AppError E2112 when the hub is needed but not reached; E2141 while this station is not in
 *   step or a purchase is open; E2142 when other stations use the organization that this station
 *   would keep, or the hub on this computer. After an error the station stays joined.
 */
export async function leaveHub(leaving: Leaving): Promise<void> {
  const { deps, hub, keepOrganization, kv, isInStep, isHub } = leaving;
  const { organizationID } = hub;
  if (organizationID === null) {
    await leaving.disconnect();
    return forget(leaving);
  }
  const isShared =
    kv === undefined ? !keepOrganization : (await countOthers(kv, deps, organizationID)) > 0;
  if (isShared && (keepOrganization || isHub))
    throw errors.otherStationsWork(
      isHub
        ? "This computer is the hub of other stations. Nothing was changed. Have them leave, or revoke them, first."
        : undefined,
      isHub ? { reason: "hub" } : {},
    );
  if (!keepOrganization) {
    if (kv === undefined)
      throw errors.hubNotReached(
        "The hub is not reached, so the other stations would wait for this station's share of the balance. Nothing was changed. Connect to the hub, or keep the organization if no other station works with it any more.",
        { reason: "share" },
      );
    if (!isInStep) throw errors.notInStep();
    if (getBalance(deps, organizationID).held > 0)
      throw errors.notInStep(
        "A purchase is open. Nothing was changed. Wait until it is done, then leave.",
        { reason: "purchase" },
      );
    await returnMoney(
      kv,
      deps,
      organizationID,
      capacityOf(deps, organizationID),
      performance.now() + CALL_MS,
    );
  }
  const next = kv === undefined ? undefined : await readNextNumbers(kv, deps);
  if (kv !== undefined) {
    await leaving.withdraw();
    await leaving.resign();
  }
  await leaving.disconnect();
  inTransaction(deps, () => {
    if (kv === undefined) leaveOthers(deps, false);
    if (keepOrganization) raiseRanges(deps.db, next);
    else markLeft(deps.db, organizationID);
    endMoneyLease(deps.db, organizationID, keepOrganization);
  });
  deps.faultPoint("leaving.left");
  forget(leaving);
}

/**
 * Completes a leave that was interrupted after the credential had ended: such a station could
 * neither use the hub nor leave it again.
 *
 * @returns Whether a leave was completed, which deletes all settings of the hub.
 */
export function finishLeaving(leaving: Pick<Leaving, "deps" | "hub">): boolean {
  const { organizationID } = leaving.hub;
  if (organizationID === null || !leftOrganizations(leaving.deps.db).has(organizationID))
    return false;
  forget(leaving);
  return true;
}

/**
 * Removes all state of the hub. Later changes belong to another incarnation, so they are not
 * confused with changes that the hub knows.
 */
function forget({ deps, hub }: Pick<Leaving, "deps" | "hub">): void {
  const { db } = deps;
  inTransaction(deps, () => {
    dropMeta(db, HUB);
    dropMeta(db, HUB_FOUNDER);
    writePosition(db, STREAM_START);
    dropCursor(deps, PUBLISHED);
    forgetPublished(deps);
    if (hub.organizationID === null) return;
    forgetShared(deps, hub.organizationID);
    keepKeyAlone(deps, hub.organizationID);
  });
  db.isLeasing = false;
  db.beginIncarnation(false, deps.log);
  writeHub(deps, null);
}

/**
 * Counts the other stations of the organization.
 *
 * @throws AppError E2112 when the hub does not answer.
 */
async function countOthers(kv: KV, deps: ReadDeps, organizationID: string): Promise<number> {
  const pool = await changeDocument<MoneyPool>(
    kv,
    moneyDocument(organizationID),
    (known) => known,
    performance.now() + CALL_MS,
  );
  if (pool === undefined) throw errors.hubNotReached();
  return Object.entries((pool ?? NO_STATIONS).st).filter(
    ([id, entry]) => entry.dead !== true && id !== deps.db.stationID,
  ).length;
}
