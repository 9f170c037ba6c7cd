/**
 * Leaving a hub. The organization stays with its other stations, and this one goes on with an own
 * one; or no other station works with it any more, and this one goes on with it alone. The
 * credential ends first: after that nothing of this station can reach the hub, so whatever follows
 * here can be done again at the next start without harm to the others.
 */
import type { ReadDeps } from "../../db/deps.ts";
import type { KV } from "@nats-io/kv";
import type { NatsConnection } from "@nats-io/transport-node";
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { leftOrganizations, markLeft } from "../../db/left-organizations.ts";
import { raiseRanges } from "../../db/raise-ranges.ts";
import { dropMeta, HUB, HUB_FOUNDER } from "../../db/station-meta.ts";
import { NO_PLACE, writePlace } from "../../db/stream-place.ts";
import type { SyncDeps } from "../deps.ts";
import { capacityOf, endMoneyLease } from "../../organizations/ledger/money-lease.ts";
import { getBalance } from "../../organizations/ledger/ledger.service.ts";
import { dropCursor } from "../../db/outbox/outbox.service.ts";
import { keepKeyAlone } from "../../db/sealing/organization-key.ts";
import { writeHub, type HubSettings } from "../hub-settings.ts";
import { NO_STATIONS, type MoneyPool } from "../leases/money-pool.ts";
import { nextNumbers } from "../leases/next-numbers.ts";
import { placeOfMoney, returnMoney } from "../leases/obtain-money.ts";
import { changeDocument } from "../leases/scarce-bucket.ts";
import { forgetShared } from "../leases/shared-session.ts";
import { PUBLISHED } from "../stream/publish-commits.ts";
import { forgetPublished } from "../stream/published-log.ts";

const CALL_MS = 5_000;

export type Leaving = {
  readonly deps: SyncDeps;
  readonly hub: HubSettings;
  readonly keepOrganization: boolean;
  /** Undefined while the hub is not reached. */
  readonly session: { readonly kv: KV; readonly connection: NatsConnection } | undefined;
  /** Whether all that this station wrote is with the hub, and all of the hub here. */
  readonly isInStep: boolean;
  /** Whether this computer runs the hub. */
  readonly isHub: boolean;
  /** Takes back what this station offers the others, while the hub still takes it. */
  withdraw(): Promise<void>;
  /** Has the hub end this station's credential. @throws AppError when it does not. */
  resign(): Promise<void>;
};

/**
 * @throws AppError E2112 and E2141 when the hub is needed and not there, E2142 when others need
 *   what would end; nothing is changed then.
 */
export async function leaveHub(leaving: Leaving): Promise<void> {
  const { deps, hub, keepOrganization, session, isInStep, isHub } = leaving;
  const { organizationID } = hub;
  if (organizationID === null) return forget(leaving);
  const isShared =
    session === undefined
      ? !keepOrganization
      : (await countOthers(session.kv, deps, organizationID)) > 0;
  if (isShared && (keepOrganization || isHub))
    throw errors.otherStationsWork(
      isHub
        ? "This computer is the hub of other stations. Nothing was changed. Have them leave, or revoke them, first."
        : undefined,
    );
  if (!keepOrganization) {
    if (session === undefined)
      throw errors.hubNotReached(
        "The hub is not reached, so the other stations would wait for this one's part of the balance. Nothing was changed. Connect it, or keep the organization if no other station works with it any more.",
      );
    if (!isInStep) throw errors.notInStep();
    if (getBalance(deps, organizationID).held > 0)
      throw errors.notInStep(
        "A purchase is open. Nothing was changed. Wait until it is done, then leave.",
      );
    await returnMoney(
      session.kv,
      deps,
      organizationID,
      capacityOf(deps, organizationID),
      performance.now() + CALL_MS,
    );
  }
  const next = session === undefined ? undefined : await nextNumbers(session.kv, deps);
  if (session !== undefined) {
    await leaving.withdraw();
    await leaving.resign();
  }
  inTransaction(deps, () => {
    if (keepOrganization) raiseRanges(deps.db, next);
    else markLeft(deps.db, organizationID);
    endMoneyLease(deps.db, organizationID, keepOrganization);
  });
  deps.faultPoint("leaving.left");
  forget(leaving);
}

/**
 * Ends a leave that was interrupted once the credential had ended: what is left of it here could
 * neither be used nor left again.
 *
 * @returns Whether there was one; nothing is kept of the hub then.
 */
export function finishLeaving(parts: Pick<Leaving, "deps" | "hub">): boolean {
  const { organizationID } = parts.hub;
  if (organizationID === null || !leftOrganizations(parts.deps.db).has(organizationID))
    return false;
  forget(parts);
  return true;
}

/**
 * The station is alone from now on. What it writes then is of another incarnation: nothing of it is
 * taken for what the hub knows.
 */
function forget({ deps, hub }: Pick<Leaving, "deps" | "hub">): void {
  const { db } = deps;
  inTransaction(deps, () => {
    dropMeta(db, HUB);
    dropMeta(db, HUB_FOUNDER);
    writePlace(db, NO_PLACE);
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

/** @throws AppError E2112 when the hub does not answer. */
async function countOthers(kv: KV, deps: ReadDeps, organizationID: string): Promise<number> {
  const pool = await changeDocument<MoneyPool>(
    kv,
    placeOfMoney(organizationID),
    (known) => known,
    performance.now() + CALL_MS,
  );
  if (pool === undefined) throw errors.hubNotReached();
  return Object.entries((pool ?? NO_STATIONS).st).filter(
    ([id, entry]) => entry.dead !== true && id !== deps.db.stationID,
  ).length;
}
