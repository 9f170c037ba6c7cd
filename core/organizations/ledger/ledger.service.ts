/**
 * The organization's money. A station can spend the balance less the amount held for open
 * purchases; a station that has joined a hub can spend only the part that it has leased. Functions
 * that write need an open transaction, which also writes what is paid.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { createHash } from "node:crypto";
import { errors } from "../../base/errors.ts";
import { minor, moneyText, type Minor } from "../../base/money.ts";
import type { Db } from "../../db/database.ts";
import { requireOnce } from "../../db/done-once.ts";
import { notLeased, type MoneyNeed } from "../../db/leases.ts";
import type { OrganizationDeps } from "../deps.ts";
import {
  changeHeld,
  insertEntry,
  listEntriesOf,
  readBalance,
  sumOpen,
  type BalanceRow,
  type EntryRow,
} from "./ledger.store.ts";
import { readSpendable } from "./money-leases.store.ts";

export type Balance = { readonly balance: Minor; readonly held: Minor; readonly available: Minor };

/**
 * Reads an organization's balance.
 *
 * @returns Minor units. `balance`: all money. `held`: the part held for open purchases of this
 *   station. `available`: the rest; a station that has joined a hub may spend only its lease. Zeros
 *   for an organization without an entry.
 */
export function getBalance(deps: ReadDeps, organizationID: string): Balance {
  const row = readBalance(deps.db, organizationID);
  return {
    balance: minor(row.balanceMinor),
    held: minor(row.heldMinor),
    available: minor(row.balanceMinor - row.heldMinor),
  };
}

/**
 * Reads the balance before a payment. A station that has joined a hub can spend what it has leased.
 *
 * @throws AppError E1066 when less than `amount` can be spent, E2133 when the lease is frozen,
 *   E2132 when other stations have the rest.
 */
function requireAvailable(db: Db, organizationID: string, amount: number): BalanceRow {
  if (db.isLeasing) return requireLeased(db, organizationID, amount);
  const row = readBalance(db, organizationID);
  requireBalance(row, amount);
  return row;
}

function requireBalance({ balanceMinor, heldMinor }: BalanceRow, amount: number): void {
  const available = balanceMinor - heldMinor;
  if (available >= amount) return;
  throw errors.balanceTooLow(
    `The balance is not sufficient: ${moneyText(amount)} TL are needed, ${moneyText(available)} TL can be spent. Nothing was bought. Top up the balance and try again.`,
  );
}

function requireLeased(db: Db, organizationID: string, amount: number): BalanceRow {
  const row = readSpendable(db, organizationID);
  const capacity = row.hasLease === 0 ? 0 : row.capacityMinor;
  if (capacity === null) throw errors.balanceNotSpendable();
  if (capacity >= amount) return row;
  requireBalance(row, amount);
  throw notLeased({ kind: "money", organizationID, amount, missing: amount - capacity });
}

/**
 * Finds the part of `amount` that this station can spend only after the hub has leased it.
 *
 * @param amount Minor units.
 * @returns Undefined when the amount can be spent here or not at all; always undefined without a
 *   hub.
 */
export function missingMoney(
  { db }: ReadDeps,
  organizationID: string,
  amount: number,
): MoneyNeed | undefined {
  if (!db.isLeasing) return undefined;
  const row = readSpendable(db, organizationID);
  const capacity = row.hasLease === 0 ? 0 : row.capacityMinor;
  return capacity === null || capacity >= amount || row.balanceMinor - row.heldMinor < amount
    ? undefined
    : { kind: "money", organizationID, amount, missing: amount - capacity };
}

/**
 * Holds `amount` for an open purchase.
 * @throws AppError E1066, E2133, E2132 when the amount cannot be spent.
 */
export function holdFunds(deps: ReadDeps, organizationID: string, amount: Minor): void {
  requireAvailable(deps.db, organizationID, amount);
  changeHeld(deps.db, organizationID, amount);
}

/**
 * Releases a hold; needs the transaction that ends the purchase.
 *
 * @param amount Minor units that were held; the amount is not compared with any hold.
 */
export function releaseFunds(deps: ReadDeps, organizationID: string, amount: Minor): void {
  changeHeld(deps.db, organizationID, -amount);
}

/** Sets the held amount to the cost of this station's open purchases. */
export function keepHeld(deps: ReadDeps, organizationID: string): void {
  changeHeld(
    deps.db,
    organizationID,
    sumOpen(deps.db, organizationID) - readBalance(deps.db, organizationID).heldMinor,
  );
}

/** Note of an adjustment. The adjustment cancels an entry that no other station counts. */
export const UNSHARED = "counts at no other station: this one was revoked before it was published";

/**
 * Reads what the organization paid for a purchase from the ledger: another desk may change the
 * purchase's row, but never a ledger entry.
 *
 * @returns Minor units of the earliest payment; 0 when the ledger has no payment, or when only this
 *   station knew of the payment and cancelled it.
 */
export function paidFor({ db }: ReadDeps, transactionID: string): Minor {
  const entries = listEntriesOf(db, transactionID);
  const isUnshared = entries.some(({ kind, note }) => kind === "ADJUSTMENT" && note === UNSHARED);
  if (isUnshared) return minor(0);
  const payments = entries.filter(({ kind }) => kind === "PURCHASE");
  const [first] = payments.sort((a, b) => (db.stamps.isAfter(a.stamp, b.stamp) ? 1 : -1));
  return minor(Math.max(0, -(first?.amountMinor ?? 0)));
}

export type PostDeps = Pick<OrganizationDeps, "db" | "now" | "newId">;
export type Posted = {
  readonly entryID: string;
  readonly oldBalance: Minor;
  readonly newBalance: Minor;
};

type NewEntry = {
  readonly organizationID: string;
  readonly kind: EntryRow["kind"];
  readonly amount: number;
  readonly transactionID: string | null;
  readonly reference: string;
  readonly note?: string;
  readonly once?: string;
  readonly isSpent?: boolean;
};

/**
 * Adds one entry to the ledger. If this station has already posted under the same key, the
 * transaction fails before its COMMIT.
 *
 * @param entry.amount Minor units with sign: purchases are negative, top-ups and refunds positive.
 * @param entry.once Key under which this station posts once; default: this kind of entry for this
 *   transaction.
 * @param entry.isSpent Requires that the amount can be spent.
 * @throws AppError E1066, E2133, E2132 when `isSpent` is set and the amount cannot be spent.
 * @throws AppError E1074 when the balance would exceed what can be counted exactly (2^53 minor
 *   units).
 */
export function postEntry(deps: PostDeps, entry: NewEntry): Posted {
  const { db } = deps;
  requireUnposted(db, entry);
  const before =
    entry.isSpent === true
      ? requireAvailable(db, entry.organizationID, -entry.amount)
      : readBalance(db, entry.organizationID);
  const head =
    before.incarnation === db.incarnation
      ? before
      : { chainN: 0, chainBalanceMinor: 0, chainHash: "" };
  const balance = before.balanceMinor + entry.amount;
  if (!Number.isSafeInteger(balance))
    throw errors.balanceNotUpdated(
      "The balance would be larger than can be counted exactly. Nothing was changed.",
    );
  const row = {
    id: deps.newId(),
    organizationID: entry.organizationID,
    stationID: db.stationID,
    incarnation: db.incarnation,
    n: head.chainN + 1,
    kind: entry.kind,
    amountMinor: entry.amount,
    chainBalanceMinor: head.chainBalanceMinor + entry.amount,
    balanceMinor: balance,
    transactionID: entry.transactionID,
    // The text has the form that SQLite stores, because the hash must match the stored text.
    reference: entry.reference.toWellFormed(),
    note: (entry.note ?? "").toWellFormed(),
    createdAt: deps.now(),
    prevHash: head.chainHash,
  };
  insertEntry(db, { ...row, hash: hashEntry(row) });
  return {
    entryID: row.id,
    oldBalance: minor(before.balanceMinor),
    newBalance: minor(row.balanceMinor),
  };
}

function requireUnposted(db: PostDeps["db"], entry: NewEntry): void {
  const { kind, transactionID } = entry;
  const once = entry.once ?? (transactionID === null ? undefined : `${transactionID} ${kind}`);
  if (once === undefined) return;
  const of =
    transactionID === null ? `reference ${entry.reference}` : `transaction ${transactionID}`;
  const taken = (): Error => new Error(`${kind} of ${of} was posted before`);
  requireOnce(db, { kind: "ledger", key: once, taken });
}

/**
 * Hashes an entry, without the organization's balance: stations get each other's entries late and
 * know different balances.
 */
export function hashEntry(row: Omit<EntryRow, "hash" | "balanceMinor">): string {
  const content = [
    row.prevHash,
    row.id,
    row.organizationID,
    row.stationID,
    row.incarnation,
    row.n,
    row.kind,
    row.amountMinor,
    row.chainBalanceMinor,
    row.transactionID,
    row.reference,
    row.note,
    row.createdAt,
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
