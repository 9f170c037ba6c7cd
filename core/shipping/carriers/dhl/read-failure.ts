/** Reads what DHL reports as a failure, and decides what it means for an order. */
import { fold } from "../../../base/text.ts";
import { refused, unknown, type Outcome } from "../carrier.ts";
import type { JsonAnswer } from "../call-json.ts";
import { recordOf, textIn } from "./read-json.ts";

/** The keys are those of the other environment, for tests or live. */
export const WRONG_ENVIRONMENT = "20013";
/** The reference has an order. */
const ORDER_EXISTS = "3002";
/** The branch of the recipient, or its route, is not found yet. */
const NO_BRANCH_YET = ["20001", "20011"];
/** Fields of an order to which a code belongs. The tax number is a setting of the account. */
const FIELDS: Readonly<Record<string, string>> = {
  "26039": "recipient.email",
  "26056": "account",
};

/** Failure that DHL reports. `code`: "" when it gives none. */
export type Failure = {
  readonly status: number;
  readonly code: string;
  readonly words: string;
  /** Whether the gateway refuses the request, so that the carrier's service has not seen it. */
  readonly isGateway: boolean;
};

/** Reads the failure in an answer; undefined when it reports none. */
export function readFailure({ status, value }: JsonAnswer): Failure | undefined {
  const outer = recordOf(value);
  const inner = outer["error"] === undefined ? {} : recordOf(outer["error"]);
  const isInside = Object.keys(inner).length > 0;
  if (status < 300 && !isInside) return undefined;
  const error = isInside ? inner : outer;
  const code = textIn(error, "code", "Code", "errorCode");
  return {
    status,
    code: /^[\w-]{1,16}$/.test(code) ? code : "",
    words: wordsIn(error) || (typeof outer["error"] === "string" ? outer["error"] : ""),
    isGateway: outer["httpCode"] !== undefined,
  };
}

function wordsIn(error: Readonly<Record<string, unknown>>): string {
  return textIn(
    error,
    "description",
    "Description",
    "message",
    "Message",
    "errorMessage",
    "moreInformation",
    "httpMessage",
    "title",
  ).slice(0, 500);
}

/** Returns whether DHL has an order with the reference already. */
export function isExisting({ code }: Failure): boolean {
  return code === ORDER_EXISTS;
}

/** Returns whether a label cannot be made yet. */
export function isTooEarly({ code }: Failure): boolean {
  return NO_BRANCH_YET.includes(code);
}

/**
 * Returns whether a query found nothing. The gateway also answers 404, for an address that has no
 * service.
 */
export function isNotFound({ status, words, isGateway }: Failure): boolean {
  return !isGateway && (status === 404 || /bulunamad|not found/.test(fold(words)));
}

/**
 * Returns the outcome of a command that failed. With status 500, only the codes of wrong input are
 * known to be refusals.
 */
export function failureOutcome({ status, code, words }: Failure): Outcome<never> {
  const text = words === "" ? `The carrier answered ${code === "" ? status : code}.` : words;
  return status >= 500 && !/^26\d{3}$/.test(code)
    ? unknown(`The carrier answered ${code}: ${text}`)
    : refused("E2033", text, FIELDS[code]);
}
