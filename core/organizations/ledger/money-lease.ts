/**
 * Lease of this station: its part of an organization's balance. The granted and the returned amount
 * only grow during an incarnation. A crash may leave only the hub's document or only this row
 * saved. Then the larger value of each amount is right.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { OrganizationDeps } from "../deps.ts";
import { isEntry, readBalance } from "./ledger.store.ts";
import * as store from "./money-leases.store.ts";

/**
 * Amounts in minor units. `carried`: sum of the chains that a founding station took over; 0 for any
 * other station.
 */
export type MoneyLease = {
  readonly incarnation: number;
  readonly carried: number;
  readonly granted: number;
  readonly returned: number;
};

type Writer = WriteDeps;

/**
 * Finds the lease of this station's current incarnation; undefined without a lease, "frozen" when
 * nothing of the lease can be spent.
 */
export function findMoneyLease(
  { db }: ReadDeps,
  organizationID: string,
): MoneyLease | "frozen" | undefined {
  const row = store.findLease(db, organizationID);
  if (row === undefined) return undefined;
  return row.isFrozen === 1 || row.incarnation !== db.incarnation ? "frozen" : row;
}

/**
 * Reads what this station can spend now, minor units; negative when it holds more than its lease, 0
 * without a valid lease.
 */
export function capacityOf({ db }: ReadDeps, organizationID: string): number {
  return store.readSpendable(db, organizationID).capacityMinor ?? 0;
}

/**
 * Sums all chains except this station's current chain, by the entries that are here, minor units. A
 * founding station takes this amount over and can then spend the whole balance.
 */
export function othersBalance({ db }: ReadDeps, organizationID: string): number {
  const { balanceMinor, incarnation, chainBalanceMinor } = readBalance(db, organizationID);
  return balanceMinor - (incarnation === db.incarnation ? chainBalanceMinor : 0);
}

/**
 * Stores the hub's values for this station's current incarnation. Larger granted and returned
 * amounts that are stored here stay, unless the lease is frozen.
 */
export function keepMoneyLease(
  deps: Writer,
  organizationID: string,
  { carried, granted, returned }: Omit<MoneyLease, "incarnation">,
): void {
  const { db } = deps;
  inTransaction(deps, () => {
    const known = findMoneyLease(deps, organizationID);
    const here = known === undefined || known === "frozen" ? { granted: 0, returned: 0 } : known;
    store.writeLease(db, organizationID, {
      incarnation: db.incarnation,
      carried,
      granted: Math.max(here.granted, granted),
      returned: Math.max(here.returned, returned),
      isFrozen: 0,
    });
  });
}

/** Freezes the lease: nothing can be spent until the station has joined again. */
export function freezeMoneyLease(deps: Writer, organizationID: string): void {
  inTransaction(deps, () => {
    const row = store.findLease(deps.db, organizationID);
    store.writeLease(deps.db, organizationID, {
      ...(row ?? { incarnation: deps.db.incarnation, carried: 0, granted: 0, returned: 0 }),
      isFrozen: 1,
    });
  });
}

/**
 * Ends the lease when the station leaves its hub. Needs an open transaction.
 *
 * @param isItsOwn Whether the organization stays at this station, which can then spend the whole
 *   balance. Otherwise nothing can be spent here.
 */
export function endMoneyLease(
  db: OrganizationDeps["db"],
  organizationID: string,
  isItsOwn: boolean,
): void {
  if (isItsOwn) store.deleteLease(db, organizationID);
  else store.freezeLease(db, organizationID);
}

/**
 * Deducts an amount that goes back to the hub, before any other station can get it.
 *
 * @param amount Minor units; only what can be spent is deducted.
 * @returns The deducted amount.
 */
export function takeBack(deps: Writer, organizationID: string, amount: number): number {
  return inTransaction(deps, () => {
    const row = store.findLease(deps.db, organizationID);
    const taken = Math.max(0, Math.min(amount, capacityOf(deps, organizationID)));
    if (row !== undefined && taken > 0)
      store.writeLease(deps.db, organizationID, { ...row, returned: row.returned + taken });
    return taken;
  });
}

/**
 * Adds an amount that this station can spend without a grant of the hub. The station's next call
 * reports the amount, and the hub accepts the granted amount that a station reports.
 *
 * @param amount Minor units.
 */
export function spendBeyond(deps: Writer, organizationID: string, amount: number): void {
  inTransaction(deps, () => {
    const row = store.findLease(deps.db, organizationID);
    if (row !== undefined)
      store.writeLease(deps.db, organizationID, { ...row, granted: row.granted + amount });
  });
}

/**
 * Sums a station's chain of one incarnation by the entries that are here, minor units.
 */
export function chainBalance(
  { db }: ReadDeps,
  chain: {
    readonly organizationID: string;
    readonly stationID: string;
    readonly incarnation: number;
  },
): number {
  return store.sumChain(db, chain);
}

/** Returns whether this station has a ledger entry, of any chain. */
export function hasEntry({ db }: ReadDeps, id: string): boolean {
  return isEntry(db, id);
}

const RECENT_MS = 2 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const LARGEST_TIMES = 4;

/**
 * Computes the amount that this station should keep available, minor units: the sum of its payments
 * of the last two hours, or four times the largest payment of the last 24 hours, whichever is more.
 */
export function moneyTarget(
  { db, now }: Pick<OrganizationDeps, "db" | "now">,
  organizationID: string,
): number {
  const nowMs = Date.parse(now());
  const since = (ms: number): { sum: number; largest: number } =>
    store.sumPaid(db, organizationID, earliestIdAt(nowMs - ms));
  return Math.max(since(RECENT_MS).sum, LARGEST_TIMES * since(DAY_MS).largest);
}
