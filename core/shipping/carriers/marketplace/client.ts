/**
 * Calls another server of this interface (`/api/v1`) with a token. Decides by status and form what
 * an answer means; `read-…` files read its data.
 */
import type { Outgoing, OutgoingAnswer, OutgoingRequest } from "../../../http/outgoing/outgoing.ts";
import { readSmallJson } from "./read-data.ts";
import { done, unknown, unsent, type Outcome } from "../carrier.ts";
import { say } from "./say.ts";

/** Time limit of one call, ms. The server itself may ask a carrier for 30 s before it answers. */
export const TIMEOUT_MS = 40_000;
/** Statuses that ask to wait: the request was not carried out. */
const BUSY: readonly number[] = [425, 429];
/** Delay before the next attempt when the server names none, and the longest that is kept, ms. */
const USUAL_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Server of this interface, and the token to call it with. */
export type Server = {
  /** Account for which calls are noted. */
  readonly accountID: string;
  /** Name for people. */
  readonly name: string;
  /** Address with the version, without a slash at its end: "https://host/api/v1". */
  readonly base: string;
  readonly token: string;
};

export type Call = {
  /** Name for the list of calls. */
  readonly operation: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Path after the base, with its query: "/shipments?page=2". */
  readonly path: string;
  readonly body?: unknown;
  /** Idempotency key of the request; servers that do not know it ignore it. */
  readonly key?: string;
};

/** Answer in the interface's envelope. `code`, `words`: the server's own; "" when it gives none. */
export type Answer =
  | {
      readonly result: "done";
      readonly value: Readonly<Record<string, unknown>>;
      /** The server's clock, ms since 1970; undefined without a Date header. */
      readonly clockMs: number | undefined;
      /** Whether the server repeats the answer of an earlier request, which may be out of date. */
      readonly isReplayed: boolean;
    }
  | {
      readonly result: "failed";
      readonly status: number;
      readonly code: string;
      readonly words: string;
    };

export type Accepted = Extract<Answer, { readonly result: "done" }>;
export type Failed = Extract<Answer, { readonly result: "failed" }>;

export type MarketplaceClient = {
  readonly server: Pick<Server, "name" | "base">;
  /**
   * Calls an endpoint.
   *
   * @returns Done with an answer in the interface's envelope, also a refusal. Unsent for a redirect
   *   and for an answer that asks to wait, since such a server carries nothing out.
   */
  call(call: Call, signal: AbortSignal): Promise<Outcome<Answer>>;
  /**
   * Reads a file at a link that the server gave. The token is not sent, because links to labels
   * need none and may lead to another host.
   */
  readFile(url: string, signal: AbortSignal): Promise<Outcome<Uint8Array>>;
};

/** Creates the client of one server. */
export function createClient(server: Server, outgoing: Outgoing): MarketplaceClient {
  const { name, base } = server;
  return {
    server: { name, base },
    async call(call, signal) {
      const answer = await outgoing.call(requestOf(server, call), signal);
      return answer.result === "answered"
        ? readAnswer(server, answer)
        : notAnswered(answer, call.method);
    },
    async readFile(url, signal) {
      const answer = await outgoing.call(
        {
          accountID: server.accountID,
          operation: "label",
          method: "GET",
          url,
          secrets: [server.token],
          timeoutMs: TIMEOUT_MS,
        },
        signal,
      );
      if (answer.result !== "answered") return notAnswered(answer, "GET");
      return answer.status === 200
        ? done(answer.bytes)
        : unknown(say("fileStatus", { name, status: answer.status }));
    },
  };
}

/** Completes the address of a server, which people give with or without the version. */
export function baseOf(url: string): string {
  const bare = url.trim().replace(/\/+$/, "");
  return bare.endsWith("/api/v1") ? bare : `${bare}/api/v1`;
}

function requestOf(
  { accountID, base, token }: Server,
  { operation, method, path, body, key }: Call,
): OutgoingRequest {
  return {
    accountID,
    operation,
    method,
    url: `${base}${path}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    secrets: [token],
    timeoutMs: TIMEOUT_MS,
  };
}

/** A read that got no answer changed nothing, so it counts as unsent. */
function notAnswered(
  { result, cause }: Exclude<OutgoingAnswer, { result: "answered" }>,
  method: Call["method"],
): Outcome<never> {
  return result === "unsent" || method === "GET" ? unsent(cause) : unknown(cause);
}

function readAnswer(
  { name, base }: Server,
  { status, headers, body }: Extract<OutgoingAnswer, { result: "answered" }>,
): Outcome<Answer> {
  if (status >= 300 && status < 400) return unsent(redirectWords(name, headers["location"], base));
  if (BUSY.includes(status))
    return {
      ...unsent(say("wait", { name, status })),
      againMs: waitMs(headers["retry-after"]),
    };
  const value = readSmallJson(body);
  const isHtml = /^\s*</.test(body);
  if (status >= 500 || value === undefined)
    return unknown(
      isHtml
        ? say("webPage", { name, status })
        : say(value === undefined ? "unreadable" : "status", { name, status }),
    );
  if (status < 300 && value["result"] === true) {
    const clockMs = Date.parse(headers["date"] ?? "");
    return done({
      result: "done",
      value,
      clockMs: Number.isNaN(clockMs) ? undefined : clockMs,
      isReplayed: headers["idempotent-replayed"] === "true",
    });
  }
  if (status < 400 && value["result"] !== false) return unknown(say("otherServer", { name }));
  return done({
    result: "failed",
    status,
    code: textIn(value["code"]) || textIn(value["errorCode"]),
    words: textIn(value["message"]),
  });
}

const LONGEST_WORDS = 500;

function textIn(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST_WORDS).toWellFormed() : "";
}

/** Explains a redirect, with the host to which it leads. */
function redirectWords(name: string, location: string | undefined, base: string): string {
  if (location === undefined || !URL.canParse(location, base)) return say("redirect", { name });
  return say("redirectTo", { name, host: new URL(location, base).origin });
}

/** Reads a Retry-After in seconds or as a date, bounded, with jitter so that desks do not return together. */
function waitMs(header: string | undefined): number {
  const text = (header ?? "").trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  const bounded = Number.isFinite(ms)
    ? Math.min(LONGEST_WAIT_MS, Math.max(USUAL_WAIT_MS, ms))
    : USUAL_WAIT_MS;
  return Math.round(bounded * (1 + Math.random() / 4));
}
