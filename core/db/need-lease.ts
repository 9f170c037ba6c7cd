/**
 * Leases: what several stations must not use twice comes from the hub, as blocks of numbers and
 * shares of the balance. A transaction that lacks a lease is rolled back with `NeedLeaseError`;
 * `withLeases` obtains more and runs the transaction again.
 */
import { AppError, type ErrorCode } from "../base/errors.ts";

export type NumbersNeed = {
  readonly kind: "numbers";
  /** Name of the range in `number_ranges`. */
  readonly range: string;
  /** The range's first number. */
  readonly first: number;
  /** The range's last number, if it has an end. */
  readonly end: number | undefined;
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

/** The right to buy a shipment that another station has. */
export type ClaimNeed = {
  readonly kind: "claim";
  readonly shipmentID: string;
  /** The station that has that right, according to this station. */
  readonly holder: Holder;
};

export type LeaseNeed = NumbersNeed | MoneyNeed | ClaimNeed;

/** Nothing was written; the call can be retried when the station has leased what it needs. */
export class NeedLeaseError extends AppError {
  override readonly name = "NeedLeaseError";
  readonly need: LeaseNeed;

  /** @param message Safe to show, as in every AppError; default: the code's sentence. */
  constructor(code: ErrorCode, need: LeaseNeed, message?: string) {
    super(code, message);
    this.need = need;
  }
}

/** Obtains more of what is leased. */
export type Leases = {
  /**
   * Takes at most some two seconds.
   *
   * @returns Whether there is more now than before.
   * @throws AppError E1071 when a range of numbers is exhausted.
   */
  obtain(need: LeaseNeed): Promise<boolean>;
};

/** For a station without a hub, which needs no leases. */
export const NO_LEASES: Leases = { obtain: () => Promise.resolve(false) };

/**
 * A purchase may lack a shipment number, a barcode and money in turn, and another call may use up
 * what was obtained.
 */
const TRIES = 5;

/**
 * Runs `run`; if it lacks a lease, obtains the lease and runs it again, at most five times.
 *
 * @param run Must undo its writes when it throws `NeedLeaseError`, because it is run again from its
 *   start.
 * @throws NeedLeaseError when the hub is not reached or cannot lease more.
 */
export async function withLeases<T>(
  { leases }: { readonly leases: Leases },
  run: () => T | Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NeedLeaseError) || tries > TRIES || !(await leases.obtain(error.need)))
        throw error;
    }
  }
}
