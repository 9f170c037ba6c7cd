/**
 * Classifies a failure for the packer: what happened (words by code), whether money moved, and
 * where Enter leads. Enter never buys after a failure: it leads back to where the packer sees what
 * would be bought.
 */
import type { FailureValues } from "../../core/http/call.ts";
import { BridgeError, NO_ANSWER } from "./bridge.ts";

/**
 * `reason`: words that narrow down the cause, separated by spaces; a code may cover several causes.
 * `values`: what the words for the reason name. `message`: the core's English sentence.
 */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly values?: FailureValues;
};
export type Money = "none" | "earlier" | "unknown" | "held";
/** Where Enter leads: to the order, opened again; to its offers; or to the next scan. */
export type Way = "reopen" | "offers" | "empty";
export type During = "opening" | "quoting" | "buying" | "copying";

/** Codes after which the outcome of a purchase is unknown: the carrier may have sold the label. */
const OUTCOME_UNKNOWN: ReadonlySet<string> = new Set([
  "E2000",
  "E2008",
  "E2009",
  "E2091",
  NO_ANSWER,
]);
/** Codes which mean that the core holds newer data than the screen shows. */
const STALE: ReadonlySet<string> = new Set([
  "E1051",
  "E1064",
  "E1065",
  "E1073",
  "E1111",
  "E2072",
  "E2073",
  "E2261",
]);
/** Codes of failures that opening the order again may solve, without another scan. */
const PASSING: ReadonlySet<string> = new Set(["E2000", "E2005", "E2009", "E2091", NO_ANSWER]);

/**
 * Converts a failed call into its code and message. Any other error is a bug of the screen and
 * becomes E2000 with the error's text.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof BridgeError)
    return {
      code: error.code,
      message: error.message,
      ...(error.reason === undefined ? {} : { reason: error.reason }),
      ...(error.values === undefined ? {} : { values: error.values }),
    };
  return { code: "E2000", message: error instanceof Error ? error.message : String(error) };
}

/** Returns whether the carrier has the order and has not made its label yet. */
function isLabelAwaited({ code, reason }: Pick<Failure, "code" | "reason">): boolean {
  return code === "E2008" && reason === "notReady";
}

/**
 * Returns whether money moved: `none`, `earlier` by an earlier purchase of the order, `held` until
 * the carrier makes the label, or `unknown`. Only a purchase moves money.
 */
export function moneyAfter(failure: Pick<Failure, "code" | "reason">, during: During): Money {
  if (during !== "buying") return "none";
  if (isLabelAwaited(failure)) return "held";
  if (OUTCOME_UNKNOWN.has(failure.code)) return "unknown";
  return failure.code === "E1065" ? "earlier" : "none";
}

/** Returns where Enter leads after a failure in this step. */
export function wayAfter(failure: Pick<Failure, "code" | "reason">, during: During): Way {
  const { code } = failure;
  if (during === "opening") return PASSING.has(code) ? "reopen" : "empty";
  // A reopened order shows the state of the copy.
  if (during === "copying") return "reopen";
  if (isLabelAwaited(failure)) return "empty";
  return STALE.has(code) || (during === "buying" && OUTCOME_UNKNOWN.has(code))
    ? "reopen"
    : "offers";
}
