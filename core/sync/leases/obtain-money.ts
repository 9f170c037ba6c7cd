/**
 * Moves money between this station and the hub's pool. A grant is written at the hub first and then
 * here; a return is written here first. So after a crash in between, no minor unit can be spent
 * twice, and the next call aligns the hub and this station.
 */
import { parseJson } from "../../base/json.ts";
import { inTransaction } from "../../db/change.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import {
  capacityOf,
  findMoneyLease,
  freezeMoneyLease,
  keepMoneyLease,
  othersBalance,
  takeBack,
} from "../../organizations/ledger/money-lease.ts";
import {
  enrol,
  findLive,
  grant,
  merge,
  NO_STATIONS,
  poolOf,
  poolSchema,
  type Asker,
  type MoneyPool,
} from "./money-pool.ts";
import { changeDocument, type DocumentSpec, type ScarceBucket } from "./scarce-bucket.ts";

export type MoneyDeps = WriteDeps & Pick<SyncDeps, "syncTimes">;

/** Describes the document of an organization's balance. */
export function moneyDocument(organizationID: string): DocumentSpec<MoneyPool> {
  return { key: `bal.${organizationID}`, schema: poolSchema, none: NO_STATIONS };
}

const KNOWN = "money_pool";

/**
 * Changes the document, and stores its new state here, so that a hub that loses the document gets
 * it again from its stations.
 */
export async function changePool(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  change: (pool: MoneyPool) => MoneyPool,
  untilMs: number,
): Promise<MoneyPool | undefined> {
  const pool = await changeDocument(kv, moneyDocument(organizationID), change, untilMs);
  const text = JSON.stringify(pool);
  const key = `${KNOWN} ${organizationID}`;
  if (pool !== undefined && findMeta(deps.db, key) !== text)
    inTransaction(deps, () => writeMeta(deps.db, key, text));
  return pool;
}

/** Forgets the document when the station leaves the hub. Needs an open transaction. */
export function forgetPool({ db }: ReadDeps, organizationID: string): void {
  dropMeta(db, `${KNOWN} ${organizationID}`);
}

/**
 * Reports this station's knowledge of the document to a restored hub: its own entry from its row,
 * and other stations' entries as last seen. Returns whether the hub answered in time.
 */
export async function reportMoney(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  untilMs: number,
): Promise<boolean> {
  const text = findMeta(deps.db, `${KNOWN} ${organizationID}`);
  const seen =
    text === undefined
      ? NO_STATIONS
      : parseJson(text, poolSchema, "what this station knows of the shared balance");
  const lease = findMoneyLease(deps, organizationID);
  const own: MoneyPool =
    lease === undefined || lease === "frozen"
      ? NO_STATIONS
      : {
          st: {
            [deps.db.stationID]: {
              e: lease.incarnation,
              c: lease.carried,
              g: lease.granted,
              r: lease.returned,
            },
          },
        };
  return (
    (await changePool(
      kv,
      deps,
      organizationID,
      (pool) => merge(merge(pool, seen), own),
      untilMs,
    )) !== undefined
  );
}

/**
 * Enrols the station in sharing a balance; a second call changes nothing.
 *
 * @param isFounder Whether the station brings the organization and its whole balance.
 * @param untilMs By `performance.now()`.
 * @returns Whether the station has a live entry now: false when the hub did not answer in time,
 *   before the founding station has an entry, and while an entry of an earlier incarnation is not
 *   revoked.
 */
export async function enrolMoney(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  isFounder: boolean,
  untilMs: number,
): Promise<boolean> {
  const me = { id: deps.db.stationID, incarnation: deps.db.incarnation };
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => enrol(known, me, isFounder ? othersBalance(deps, organizationID) : undefined),
    untilMs,
  );
  if (pool === undefined) return false;
  const entry = findLive(pool, me);
  if (entry !== undefined)
    keepMoneyLease(deps, organizationID, { carried: entry.c, granted: entry.g, returned: entry.r });
  else if (pool.st[me.id] !== undefined) freezeMoneyLease(deps, organizationID);
  return entry !== undefined;
}

/**
 * Obtains money from the pool, and reports what was returned here.
 *
 * @param wanted Minor units; 0 only reports. Less is granted when the pool has less.
 * @param untilMs By `performance.now()`.
 * @returns The granted amount and the hub's document; undefined when the hub did not answer in
 *   time, or when this station has no lease here or no live entry at the hub.
 */
export async function obtainMoney(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  wanted: number,
  untilMs: number,
): Promise<{ readonly came: number; readonly pool: MoneyPool } | undefined> {
  const lease = findMoneyLease(deps, organizationID);
  if (lease === "frozen" || lease === undefined) return undefined;
  const me: Asker = { id: deps.db.stationID, ...lease };
  const pool = await changePool(
    kv,
    deps,
    organizationID,
    (known) => grant(known, me, lease.granted + wanted),
    untilMs,
  );
  if (pool === undefined) return undefined;
  const entry = findLive(pool, me);
  if (entry === undefined && pool.st[me.id] === undefined) {
    kv.onLost?.(moneyDocument(organizationID).key);
    // Money that was leased before can still be spent; nothing is granted until the document is
    // complete again.
    deps.log.error(
      { organizationID },
      "the hub has lost this station's lease of the balance: was it restored from an older store?",
    );
    return undefined;
  }
  if (entry === undefined) {
    deps.log.error(
      { organizationID },
      "the hub has closed this station's lease of the balance: nothing can be spent here until it joins again",
    );
    freezeMoneyLease(deps, organizationID);
    return undefined;
  }
  if (poolOf(pool) < 0)
    deps.log.warn(
      { organizationID, pool: poolOf(pool) },
      "more of the balance was leased to stations than exists, for example after a purchase that was approved beyond it; nothing is granted until other stations have returned as much",
    );
  keepMoneyLease(deps, organizationID, { carried: entry.c, granted: entry.g, returned: entry.r });
  return { came: Math.max(0, entry.g - lease.granted), pool };
}

/**
 * Returns money to the pool.
 *
 * @param amount Minor units; less is returned when less can be spent here.
 * @returns The returned amount. If the hub does not answer, the next call reports the return.
 */
export async function returnMoney(
  kv: ScarceBucket,
  deps: MoneyDeps,
  organizationID: string,
  amount: number,
  untilMs: number,
): Promise<number> {
  const taken = takeBack(deps, organizationID, Math.min(amount, capacityOf(deps, organizationID)));
  if (taken > 0) await obtainMoney(kv, deps, organizationID, 0, untilMs);
  return taken;
}
