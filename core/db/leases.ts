/**
 * Leases: the hub gives each station its own part of what must not be used twice: blocks of
 * numbers, shares of the balance and claims of shipments. An operation obtains the leases that it
 * lacks before its transaction. The operation writes in the turn of the event loop in which it
 * lacks nothing, so no other call can use up its leases.
 */
import { errors, type AppError } from "../base/errors.ts";
import { moneyText } from "../base/money.ts";

/** Numbers that are used once. */
export type NumberRange = {
  /** Name of the range in `number_ranges`. */
  readonly range: string;
  /** The range's first number. */
  readonly first: number;
  /** The range's last number, if it has an end. */
  readonly end: number | undefined;
};

export type NumbersNeed = NumberRange & {
  readonly kind: "numbers";
  readonly atLeast: number;
};

export type MoneyNeed = {
  readonly kind: "money";
  readonly organizationID: string;
  /** Amount to pay, minor units. */
  readonly amount: number;
  /** Part of the amount that cannot be spent here, minor units. */
  readonly missing: number;
};

/** A station and the incarnation that holds something; null when the incarnation is unknown. */
export type Holder = { readonly id: string; readonly incarnation: number | null };

/** The right to buy the label of a shipment, which another station has now. */
export type ClaimNeed = {
  readonly kind: "claim";
  readonly shipmentID: string;
  /** The station that has the right, according to this station. */
  readonly holder: Holder;
};

export type LeaseNeed = NumbersNeed | MoneyNeed | ClaimNeed;

/** Obtains more of what is leased. */
export type Leases = {
  /**
   * Obtains more of one lease. Takes about two seconds at most.
   *
   * @returns Whether there is more now than before.
   * @throws AppError E1071 when a range of numbers is exhausted.
   */
  obtain(need: LeaseNeed): Promise<boolean>;
};

/** For a station without a hub, which needs no leases. */
export const NO_LEASES: Leases = { obtain: () => Promise.resolve(false) };

/**
 * Maximum number of attempts to obtain numbers, money or one claim for one operation, since another
 * call may use up an obtained lease.
 */
export const MOST_LEASES = 5;

/**
 * Obtains what an operation lacks, then runs it in the turn of the event loop in which it lacks
 * nothing.
 *
 * @param findMissing Reads what is missing. Also returns undefined for an operation that `run`
 *   rejects anyway.
 * @param run Throws when a lease is still missing: the hub is not reached or cannot lease more.
 */
export async function withLeases<T>(
  { leases }: { readonly leases: Leases },
  findMissing: () => LeaseNeed | undefined,
  run: () => T | Promise<T>,
): Promise<T> {
  const times = new Map<string, number>();
  for (;;) {
    const need = findMissing();
    if (need === undefined) break;
    const lease = need.kind === "claim" ? need.shipmentID : need.kind;
    const obtained = times.get(lease) ?? 0;
    if (obtained === MOST_LEASES || !(await leases.obtain(need))) break;
    times.set(lease, obtained + 1);
  }
  return await run();
}

/** Makes the error of an operation that lacks a lease. */
export function notLeased(need: LeaseNeed): AppError {
  if (need.kind === "numbers") return errors.numbersUsedUp();
  if (need.kind === "claim") return errors.orderElsewhere();
  const here = Math.max(0, need.amount - need.missing);
  return errors.balanceElsewhere(
    `${moneyText(need.amount)} TL are needed, and this station can spend ${moneyText(here)} TL: the rest of the balance is at the other stations, and comes as soon as the hub is reached. Nothing was bought. Check the connection to the hub and try again.`,
  );
}
