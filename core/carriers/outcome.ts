/**
 * What a carrier's answer can be. Adapters return one of these for everything that a carrier says or fails to say; what they
 * throw is a bug.
 */
import type { ErrorCode } from "../base/errors.ts";

/**
 * `done`: it happened. `refused`: it did not happen, and asking again changes nothing. `unknown`: it may have happened; it is
 * looked up where the carrier can, and tried again with the same key.
 */
export type Outcome<T> =
  | { readonly outcome: "done"; readonly value: T }
  | { readonly outcome: "refused"; readonly code: ErrorCode; readonly reason: string }
  | { readonly outcome: "unknown"; readonly cause: string };

/** The carrier has carried out the operation; `value` is what it answered. */
export function done<T>(value: T): Outcome<T> {
  return { outcome: "done", value };
}

/** @param reason The carrier's own words, or an English sentence. */
export function refused(code: ErrorCode, reason: string): Outcome<never> {
  return { outcome: "refused", code, reason };
}

/** @param cause For the log and the person who looks into it. */
export function unknown(cause: unknown): Outcome<never> {
  return { outcome: "unknown", cause: cause instanceof Error ? cause.message : String(cause) };
}
