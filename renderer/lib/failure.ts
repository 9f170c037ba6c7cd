/**
 * What a failure means at the desk: what happened (a text by its code), whether money moved, and
 * where Enter leads. Enter never buys after a failure: it leads back to where the packer sees what
 * would be bought.
 */
import { BridgeError, NO_ANSWER } from "./bridge.ts";

/** `reason`: which of the causes that the code covers; several with spaces between them. */
export type Failure = { readonly code: string; readonly message: string; readonly reason?: string };
export type Money = "none" | "earlier" | "unknown";
/** Where Enter leads: open the order afresh, back to its offers, or to the next scan. */
export type Way = "reopen" | "offers" | "empty";
export type During = "opening" | "quoting" | "buying" | "copying";

/** The carrier may have sold the label, and we do not know. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([
  "E2000",
  "E2008",
  "E2009",
  "E2091",
  NO_ANSWER,
]);
/** What the screen shows is older than what the core holds. */
const STALE: ReadonlySet<string> = new Set([
  "E1051",
  "E1064",
  "E1065",
  "E1073",
  "E1111",
  "E2072",
  "E2073",
]);
/** Looking again can help, without another scan. */
const PASSING: ReadonlySet<string> = new Set(["E2000", "E2005", "E2009", "E2091", NO_ANSWER]);

/**
 * Returns a failed call's code and message. Any other error is a bug of the screen: E2000 with the
 * error's own text.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof BridgeError)
    return {
      code: error.code,
      message: error.message,
      ...(error.reason === undefined ? {} : { reason: error.reason }),
    };
  // A bug of the screen itself: named as one, never hidden.
  return { code: "E2000", message: error instanceof Error ? error.message : String(error) };
}

/** Only a purchase moves money; every other call leaves it where it was. */
export function moneyAfter(code: string, during: During): Money {
  if (during !== "buying") return "none";
  if (OUTCOME_UNKNOWN.has(code)) return "unknown";
  return code === "E1065" ? "earlier" : "none";
}

/** Where Enter leads after a failure of this code in this step. */
export function wayAfter(code: string, during: During): Way {
  if (during === "opening") return PASSING.has(code) ? "reopen" : "empty";
  // What became of it stands under the order's number.
  if (during === "copying") return "reopen";
  return STALE.has(code) || (during === "buying" && OUTCOME_UNKNOWN.has(code))
    ? "reopen"
    : "offers";
}
