/**
 * What several stations must not use twice is leased from the hub: blocks of numbers, and parts of
 * the balance. A transaction that finds too little of it here ends with `NeedLeaseError`, and
 * nothing of it is kept; `withLeases` gets more and runs it again.
 */
import { AppError, type ErrorCode } from "../base/errors.ts";

export type NumbersNeed = {
  readonly kind: "numbers";
  /** As in `number_ranges`. */
  readonly range: string;
  /** The range's first number. */
  readonly first: number;
  /** Its last one, where it has an end. */
  readonly end: number | undefined;
  readonly atLeast: number;
};

export type MoneyNeed = {
  readonly kind: "money";
  readonly organizationID: string;
  /** What is to be paid, minor units. */
  readonly amount: number;
  /** How much of it cannot be spent here, minor units. */
  readonly missing: number;
};

/** A station, and as which of its incarnations it has something; null where that is not known. */
export type Holder = { readonly id: string; readonly incarnation: number | null };

/** The right to buy a shipment that another station has. */
export type ClaimNeed = {
  readonly kind: "claim";
  readonly shipmentID: string;
  /** The station that has that right, as far as this station knows. */
  readonly holder: Holder;
};

export type LeaseNeed = NumbersNeed | MoneyNeed | ClaimNeed;

/** Nothing was written; it can be tried again once the station has leased what it needs. */
export class NeedLeaseError extends AppError {
  override readonly name = "NeedLeaseError";
  readonly need: LeaseNeed;

  /** @param message Safe to show, as of every AppError; by default the code's sentence. */
  constructor(code: ErrorCode, need: LeaseNeed, message?: string) {
    super(code, message);
    this.need = need;
  }
}

/** Where a station gets more of what is scarce. */
export type Leases = {
  /**
   * Takes at most some two seconds.
   *
   * @returns Whether there is more now than before.
   * @throws AppError E1071 when a range of numbers has come to its end.
   */
  obtain(need: LeaseNeed): Promise<boolean>;
};

/** Of a station alone: it needs none. */
export const NO_LEASES: Leases = { obtain: () => Promise.resolve(false) };

/**
 * A purchase may lack a shipment number, a barcode and money, one after the other; and what came
 * may be gone again to another call.
 */
const TRIES = 5;

/**
 * Runs `run`; where it lacks a lease, again after that was obtained, at most five times.
 *
 * @param run What it wrote must be undone when it throws `NeedLeaseError`: it is run again from its
 *   beginning.
 * @throws NeedLeaseError when the hub is not reached or has no more.
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
