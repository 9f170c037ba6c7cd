/**
 * Describes why a hub is not reached or was not joined: English text, and a code for screens in
 * other languages.
 */
import { isAppError } from "../base/errors.ts";
import { ClockSkewError } from "../db/hlc.ts";
import { asSilence } from "./silent-hub.ts";

/**
 * `code`: error code of the API, or null. `reason`: distinguishes the causes with the same code.
 */
export type Cause = {
  readonly words: string;
  readonly code: string | null;
  readonly reason: string | null;
};

export const NOT_YET: Cause = {
  words: "The hub has not been reached yet.",
  code: null,
  reason: null,
};
export const LOST: Cause = {
  words: "The connection to the hub was lost.",
  code: null,
  reason: null,
};

/** Cause after the hub revoked this station: other stations quarantine what it publishes. */
export const SHUT_OUT: Cause = {
  words:
    "The hub has revoked this station: other stations do not apply its work any longer. Join with a code that was made after the revocation; with your own server, allow this station's user there and start the station again.",
  code: "E2117",
  reason: "revoked",
};

/**
 * Converts an error to a cause that the screen shows.
 *
 * @param raised The error that ended connecting, joining or a session.
 */
export function causeOf(raised: unknown): Cause {
  const error = asSilence(raised);
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof ClockSkewError) return { words, code: "E2116", reason: null };
  const { reason = null } = isAppError(error) ? error.details : {};
  return {
    words,
    code: isAppError(error) ? error.code : null,
    reason: typeof reason === "string" ? reason : null,
  };
}
