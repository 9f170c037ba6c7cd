/**
 * This station's part of an organization's balance, as it stands here. What is granted and returned
 * only grows, so that the hub's document and this row, of which a crash may keep either one, are
 * brought together by the larger value of each.
 */
import { earliestIdAt } from "../../base/ids.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { OrganizationDeps } from "../deps.ts";
import { isEntry, readBalance } from "./ledger.store.ts";
import * as store from "./money-leases.store.ts";

/** Minor units. */
export type MoneyLease = {
  readonly incarnation: number;
  readonly carried: number;
  readonly granted: number;
  readonly returned: number;
};

type Writer = WriteDeps;

/**
 * The lease of this station's present incarnation; undefined when there is none, "frozen" when
 * nothing can be spent of the one there is.
 */
export function findMoneyLease(
  { db }: ReadDeps,
  organizationID: string,
): MoneyLease | "frozen" | undefined {
  const row = store.findLease(db, organizationID);
  if (row === undefined) return undefined;
  return row.is_frozen === 1 || row.incarnation !== db.incarnation ? "frozen" : row;
}

/**
 * What this station can spend now, minor units; below 0 when it holds more than it has, 0 without a
 * lease in force.
 */
export function capacityOf({ db }: ReadDeps, organizationID: string): number {
  return store.readSpendable(db, organizationID).capacity_minor ?? 0;
}

/**
 * What the chains of all others come to, as it is known here, minor units: a founding station
 * carries it, so that it can spend the whole balance.
 */
export function othersBalance({ db }: ReadDeps, organizationID: string): number {
  const { balance_minor, incarnation, chain_balance_minor } = readBalance(db, organizationID);
  return balance_minor - (incarnation === db.incarnation ? chain_balance_minor : 0);
}

/**
 * Writes what the hub's document has for this station's present incarnation: values that are here
 * already stay when they are larger.
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
      is_frozen: 0,
    });
  });
}

/** Nothing can be spent any more, until the station has joined again. */
export function freezeMoneyLease(deps: Writer, organizationID: string): void {
  inTransaction(deps, () => {
    const row = store.findLease(deps.db, organizationID);
    store.writeLease(deps.db, organizationID, {
      ...(row ?? { incarnation: deps.db.incarnation, carried: 0, granted: 0, returned: 0 }),
      is_frozen: 1,
    });
  });
}

/**
 * The station is on its own: without a lease it can spend the whole balance; of an organization
 * that it has left, none of it. Inside a transaction.
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
 * Takes from what can be spent here what is to be given back. It is gone from here before any other
 * station can have it.
 *
 * @param amount Minor units; less is taken where less can be spent.
 * @returns How much was taken.
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
 * Adds to what can be spent here without the hub's grant, which knows of it by the next call: what
 * a station states to have been granted counts there.
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
 * What a station's chain comes to in one of its incarnations, by the entries that are known here;
 * minor units.
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

/** Whether this station has a ledger entry, of any chain. */
export function hasEntry({ db }: ReadDeps, id: string): boolean {
  return isEntry(db, id);
}

const RECENT_MS = 2 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const LARGEST_TIMES = 4;

/**
 * What this station is to have at hand by what it has paid, minor units: as much as in the last two
 * hours, and four times the day's largest payment.
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
