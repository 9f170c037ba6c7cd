/** Converts a refusal of another server to an outcome, with its code and words. */
import { done, refused, unknown, type Outcome } from "../carrier.ts";
import type { Accepted, Call, Failed, MarketplaceClient } from "./client.ts";
import { say } from "./say.ts";

/**
 * Codes of this interface with which a server says that it does not know an outcome yet: E2008, the
 * carrier has not answered; E2009, it works on the shipment; E2156, another of its stations had the
 * same request.
 */
const UNKNOWN_OUTCOME: readonly string[] = ["E2008", "E2009", "E2156"];

/** Timed out, or locked; neither says whether the request was carried out. */
const UNDECIDED_STATUSES: readonly number[] = [408, 423];

/** Codes of this interface, with which 409 is a refusal; else 409 may mean that the same key runs. */
const CODE = /^E\d{4}$/;

function isUndecided({ status, code }: Failed): boolean {
  return (
    status >= 500 ||
    UNDECIDED_STATUSES.includes(status) ||
    UNKNOWN_OUTCOME.includes(code) ||
    (status === 409 && !CODE.test(code))
  );
}

/**
 * Codes with which one of a server's stations refuses because it does not reach the others: numbers
 * or money are there, the order is at another desk, or the hub was set back.
 */
const FOR_NOW: readonly string[] = ["E2131", "E2132", "E2134", "E2135"];

/**
 * Converts a refusal. The reason has the server's name, code and words, because the same words may
 * be of this station.
 */
export function failureOutcome(name: string, failed: Failed): Outcome<never> {
  const { status, code } = failed;
  if (isUndecided(failed)) return unknown(wordsOf(name, failed));
  if (status === 401)
    return refused(
      "E2033",
      say("badToken", { name, code: code === "" ? status : code }),
      "account",
    );
  if (status === 403) return refused("E2033", say("noRight", partsOf(name, failed)), "account");
  const refusal = refused("E2033", wordsOf(name, failed));
  return FOR_NOW.includes(code) && refusal.outcome === "refused"
    ? { ...refusal, isForNow: true }
    : refusal;
}

/** Calls an endpoint of which each refusal means the same. */
export async function callAccepted(
  client: MarketplaceClient,
  call: Call,
  signal: AbortSignal,
): Promise<Outcome<Accepted>> {
  const answer = await client.call(call, signal);
  if (answer.outcome !== "done") return answer;
  return answer.value.result === "failed"
    ? failureOutcome(client.server.name, answer.value)
    : done(answer.value);
}

/** Words of a refusal: "Other desk refused (E1066): The balance is too low." */
export function wordsOf(name: string, failed: Failed): string {
  return say("refused", partsOf(name, failed));
}

function partsOf(name: string, { status, code, words }: Failed) {
  return {
    name,
    code: code === "" ? status : code,
    words: words === "" ? "no words." : words.replace(/\.?$/, "."),
  };
}

/** Returns whether a server does not know the thing that was asked about. */
export function isNotFound({ status }: Failed): boolean {
  return status === 404;
}
