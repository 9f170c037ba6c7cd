/**
 * The courier's HTTP: sends one request, and decides the outcome before the body is mapped.
 */
import { fetch } from "undici";
import {
  refused,
  unknown,
  unsent,
  type Outcome,
  done,
} from "../../../core/shipping/carriers/carrier.ts";

export type CourierAccount = { readonly url: string; readonly token: string };

/**
 * Statuses for a timeout, a request that came too early and too many requests: a retry may succeed.
 */
const ASK_LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Sends a request to the courier.
 * @returns done with the parsed body; refused with the courier's words for a 4xx outside
 *   `ASK_LATER`; unknown or unsent for everything else, including a broken body.
 */
export async function callCourier(
  account: CourierAccount,
  request: {
    readonly method: "GET" | "POST" | "PUT" | "DELETE";
    readonly path: string;
    readonly body?: unknown;
  },
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  try {
    const response = await fetch(`${account.url}${request.path}`, {
      method: request.method,
      headers: { authorization: `Bearer ${account.token}`, "content-type": "application/json" },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      redirect: "manual",
      signal,
    });
    const text = await response.text();
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect || response.status >= 500 || ASK_LATER.has(response.status))
      return unknown(`The courier answered ${response.status}.`);
    const body: unknown = JSON.parse(text);
    if (response.status >= 400) return refused("E2033", problemOf(body, response.status));
    return done(body);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return isUnsent(cause) ? unsent(cause) : unknown(cause);
  }
}

/** Whether the connection was never made. */
function isUnsent(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    "code" in cause &&
    ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(String(cause.code))
  );
}

function problemOf(body: unknown, status: number): string {
  const problem =
    typeof body === "object" && body !== null && "problem" in body ? body.problem : undefined;
  return typeof problem === "string" ? problem : `The courier answered ${status}.`;
}
