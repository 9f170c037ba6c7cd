/**
 * Defines a carrier's possible answers, and why one of its services makes no offer. Adapters return
 * an outcome for everything that a carrier says or fails to say; what they throw is a bug.
 */
import type { ErrorCode } from "../../base/errors.ts";
import type { IneligibleCode, IneligibleService } from "./ineligible.schema.ts";

/**
 * `done`: it happened. `refused`: it did not happen, and asking again changes nothing. `unknown`:
 * it may have happened; it is looked up where the carrier can, and tried again with the same key.
 * `isUnsent`: nothing of the request reached the carrier, so this attempt did nothing.
 */
export type Outcome<T> =
  | { readonly outcome: "done"; readonly value: T }
  | { readonly outcome: "refused"; readonly code: ErrorCode; readonly reason: string }
  | { readonly outcome: "unknown"; readonly cause: string; readonly isUnsent?: true };

/** Makes the outcome of a completed operation; `value` is the carrier's answer. */
export function done<T>(value: T): Outcome<T> {
  return { outcome: "done", value };
}

/** Makes the outcome of a refusal. @param reason The carrier's text, or an English sentence. */
export function refused(code: ErrorCode, reason: string): Outcome<never> {
  return { outcome: "refused", code, reason };
}

/** Makes an unknown outcome. @param cause For the log and for the person who investigates. */
export function unknown(cause: unknown): Outcome<never> {
  return { outcome: "unknown", cause: textOf(cause) };
}

/**
 * Makes the outcome of a request that did not reach the carrier: the connection was refused, or the
 * name has no address.
 *
 * @param cause Same as for `unknown`.
 */
export function unsent(cause: unknown): Outcome<never> {
  return { outcome: "unknown", cause: textOf(cause), isUnsent: true };
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * English sentence of every reason why a service makes no offer; screens translate its code
 * instead.
 */
const REASONS: Readonly<Record<Exclude<IneligibleCode, "OTHER">, string>> = {
  ABROAD: "does not deliver to this country",
  CITY_NOT_SERVED: "does not deliver to this city",
  NO_COLLECT: "does not collect money at the door",
  ONLY_COLLECT: "only for cash on delivery",
  TOO_LONG: "a side is longer than",
  TOO_HEAVY: "heavier than",
  TOO_LARGE: "larger than",
  NO_PRICE: "has no price for this size",
  NEEDS_ACCOUNT: "needs your own account at this carrier",
  NOT_REACHED: "could not be reached",
  TOO_LATE: "did not answer in time",
  GONE: "is no longer set up",
};

type Service = Pick<IneligibleService, "providerCode" | "providerServiceCode" | "name">;

/**
 * Describes a service that makes no offer. @param limit Limit that the parcel exceeds, with its
 * unit: "30 kg".
 */
export function ineligibleBecause(
  { providerCode, providerServiceCode, name }: Service,
  code: keyof typeof REASONS,
  limit?: string,
): IneligibleService {
  const service = { providerCode, providerServiceCode, name, code };
  return limit === undefined
    ? { ...service, reason: REASONS[code] }
    : { ...service, limit, reason: `${REASONS[code]} ${limit}` };
}
