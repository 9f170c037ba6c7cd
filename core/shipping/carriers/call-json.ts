/**
 * Calls a carrier's JSON service. Decides by status and form whether an answer can be read; the
 * kinds read its codes, because services report failures with several statuses.
 */
import type { Outgoing, OutgoingRequest } from "../../http/outgoing/outgoing.ts";
import { done, unknown, unsent, type Outcome } from "./carrier.ts";

/** Statuses that ask to wait. */
const BUSY: readonly number[] = [408, 425, 429];

export type JsonCall = Omit<OutgoingRequest, "body"> & {
  /** Name of the carrier, for causes. */
  readonly carrier: string;
  /** Absent: the request has no body. */
  readonly body?: unknown;
};

/** Answer of a service. `value`: the parsed JSON; undefined without a body. */
export type JsonAnswer = { readonly status: number; readonly value: unknown };

/** Calls an operation; done with an answer of any status that has JSON, or no body. */
export async function callJson(
  outgoing: Outgoing,
  { carrier, body, headers, ...request }: JsonCall,
  signal: AbortSignal,
): Promise<Outcome<JsonAnswer>> {
  const hasBody = body !== undefined;
  const answer = await outgoing.call(
    {
      ...request,
      headers: {
        accept: "application/json",
        ...(hasBody ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
    },
    signal,
  );
  if (answer.result === "unsent") return unsent(answer.cause);
  if (answer.result === "unknown") return unknown(answer.cause);
  const { status } = answer;
  const value = parsed(answer.body);
  const isUnreadable = value === UNREADABLE || (value === undefined && status >= 500);
  if (status === 403 && isUnreadable)
    return unknown(
      `${carrier} answered 403: it may serve only computers whose addresses it has allowed.`,
    );
  if (isUnreadable || BUSY.includes(status) || (status >= 300 && status < 400))
    return unknown(`${carrier} answered ${status}.`);
  return done({ status, value });
}

const UNREADABLE = Symbol("a text that is no JSON");

function parsed(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
}
