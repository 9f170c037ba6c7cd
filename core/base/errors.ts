/**
 * Application errors: one class, and a named constructor for each error a caller may act on.
 *
 * Example: `throw errors.offerNotFound("This offer has expired.")`. Any other thrown value is a
 * bug: it is logged whole, and the caller gets E2000 with a trace id. Codes are public: E1… come
 * from the interface, E2… are ours. Codes and names may be added, but none is ever renamed or used
 * for another error.
 */
import { FULFILMENT } from "./errors/fulfilment.ts";
import { LABELS } from "./errors/labels.ts";
import { ORGANIZATIONS } from "./errors/organizations.ts";
import { PRINTING } from "./errors/printing.ts";
import { REQUESTS } from "./errors/requests.ts";
import { SHIPPING } from "./errors/shipping.ts";
import { STATION } from "./errors/station.ts";
import { SYNC } from "./errors/sync.ts";
import { fromEntries, namesOf } from "./objects.ts";

const NAMED = {
  ...REQUESTS,
  ...ORGANIZATIONS,
  ...SHIPPING,
  ...LABELS,
  ...PRINTING,
  ...FULFILMENT,
  ...STATION,
  ...SYNC,
};

export type ErrorName = keyof typeof NAMED;
export type ErrorCode = (typeof NAMED)[ErrorName]["code"];
type Details = Readonly<Record<string, string | number>>;

/** HTTP status and default message of each code, sorted by code. */
export const ERRORS: Readonly<
  Record<ErrorCode, { readonly status: number; readonly message: string }>
> = fromEntries(
  Object.values(NAMED)
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, ...row }) => [code, row]),
);

export class AppError extends Error {
  override readonly name: string = "AppError";
  readonly code: ErrorCode;
  readonly details: Details;

  /**
   * @param message Safe to show: no tokens, no other person's data. Defaults to the code's
   *   sentence.
   * @param details Safe to show and to log: ids, field names, counts.
   */
  constructor(code: ErrorCode, message?: string, details: Details = {}) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * Constructors of application errors, by name.
 *
 * @param message Safe to show; the default message of the code when absent.
 * @param details Safe to show and to log: ids, field names, counts.
 */
export const errors = fromEntries(
  namesOf(NAMED).map((name) => [
    name,
    (message?: string, details?: Details) => new AppError(NAMED[name].code, message, details),
  ]),
);

/**
 * Returns whether an error is an `AppError`, or one with the given name.
 *
 * @param name Name of the expected error; any `AppError` when absent.
 */
export function isAppError(error: unknown, name?: ErrorName): error is AppError {
  return error instanceof AppError && (name === undefined || error.code === NAMED[name].code);
}
