/** Outcome of an operation at a carrier. */
import type { ErrorCode } from "../../base/errors.ts";

/**
 * `done`: the operation was carried out. `refused`: the operation was not carried out, and a
 * repetition changes nothing. `unknown`: the operation may have been carried out; it is looked up
 * if the carrier has a lookup, and retried with the same key. `isUnsent`: nothing of the request
 * reached the carrier, so this attempt had no effect. `againMs`: the carrier is still working on
 * it; delay before the next attempt, ms. `field`: the field of the order to correct, like
 * "recipient.districtName", or "account"; absent: none is known. `isForNow`: one part of the
 * carrier's system refused because it does not reach the others, so it does not know what they have
 * done with the same key.
 */
export type Outcome<T> =
  | { readonly outcome: "done"; readonly value: T }
  | {
      readonly outcome: "refused";
      readonly code: ErrorCode;
      readonly reason: string;
      readonly field?: string;
      readonly isForNow?: true;
    }
  | {
      readonly outcome: "unknown";
      readonly cause: string;
      readonly isUnsent?: true;
      readonly againMs?: number;
    };

/** Makes the outcome of a completed operation; `value` is the carrier's answer. */
export function done<T>(value: T): Extract<Outcome<T>, { readonly outcome: "done" }> {
  return { outcome: "done", value };
}

/**
 * Makes the outcome of a refusal; `reason` is the carrier's text, or an English sentence.
 *
 * @param field Field to correct; absent: none is known.
 */
export function refused(code: ErrorCode, reason: string, field?: string): Outcome<never> {
  return { outcome: "refused", code, reason, ...(field === undefined ? {} : { field }) };
}

type NoAnswer = Extract<Outcome<never>, { readonly outcome: "unknown" }>;

/** Makes an unknown outcome; `cause` is for the log and for the person who investigates. */
export function unknown(cause: unknown): NoAnswer {
  return { outcome: "unknown", cause: textOf(cause) };
}

/**
 * Makes the outcome of a request that did not reach the carrier: the connection was refused, or the
 * host name has no address. `cause` is used as in `unknown`.
 */
export function unsent(cause: unknown): NoAnswer {
  return { outcome: "unknown", cause: textOf(cause), isUnsent: true };
}

/**
 * Makes the outcome of an operation that the carrier has accepted and not finished.
 *
 * @param againMs Delay before it is asked again, ms.
 */
export function notReady(cause: string, againMs: number): NoAnswer {
  return { outcome: "unknown", cause, againMs };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
