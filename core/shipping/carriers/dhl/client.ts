/**
 * Calls DHL eCommerce's services (REST, IBM API Connect). Each request has the application's keys;
 * all but the lists of places also have a token, which the login gives for about eight hours.
 */
import type { Outgoing } from "../../../http/outgoing/outgoing.ts";
import { callJson, type JsonAnswer } from "../call-json.ts";
import { done, refused, unknown, unsent, type Outcome } from "../carrier.ts";
import { joinWords, wrongLogin } from "../carrier-answers.ts";
import type { ConnectedAccount } from "../connection.ts";
import { createKeptAnswers } from "../keep-answer.ts";
import { readFailure, WRONG_ENVIRONMENT, type Failure } from "./read-failure.ts";
import { recordOf, textIn } from "./read-json.ts";

export const CARRIER = "DHL eCommerce";
/** Usual address of the services. DHL names another one for tests. */
export const LIVE_URL = "https://api.mngkargo.com.tr/mngapi/api";
export const TIMEOUT_MS = 30_000;
/** The time zone of a token's end is not documented, so its usual duration counts. */
const TOKEN_MS = 7 * 3_600_000;

/** Paths of the operations; DHL's spelling differs from operation to operation. */
const OPERATIONS = {
  getcities: { method: "GET", path: "cbsinfoapi/getcities", isOpen: true },
  getdistricts: { method: "GET", path: "cbsinfoapi/getdistricts", isOpen: true },
  createRecipient: { method: "POST", path: "pluscmdapi/createRecipient" },
  createOrder: { method: "POST", path: "standardcmdapi/createOrder" },
  createReturnOrder: { method: "POST", path: "standardcmdapi/createReturnOrder" },
  cancelorder: { method: "PUT", path: "standardcmdapi/cancelorder" },
  createbarcode: { method: "POST", path: "barcodecmdapi/createbarcode" },
  cancelshipment: { method: "PUT", path: "barcodecmdapi/cancelshipment" },
  getorder: { method: "GET", path: "standardqueryapi/getorder" },
  getshipment: { method: "GET", path: "standardqueryapi/getshipment" },
  getshipmentstatus: { method: "GET", path: "standardqueryapi/getshipmentstatus" },
  trackshipment: { method: "GET", path: "standardqueryapi/trackshipment" },
} as const satisfies Record<
  string,
  { readonly method: "GET" | "POST" | "PUT"; readonly path: string; readonly isOpen?: true }
>;
type Operation = keyof typeof OPERATIONS;

/** Input of a call. `id`: last part of the path. */
type Input = { readonly id?: string; readonly body?: unknown };

/** Answer of an operation that DHL has carried out, or has not. */
export type Answer =
  | { readonly result: "done"; readonly value: unknown }
  | ({ readonly result: "failed" } & Failure);

export type DhlClient = {
  /** Logs in with a new token. */
  login(signal: AbortSignal): Promise<Outcome<null>>;
  call(operation: Operation, input: Input, signal: AbortSignal): Promise<Outcome<Answer>>;
  /** Reads a label at an address of DHL's service; "" when the address is of another host. */
  readLabel(url: string, signal: AbortSignal): Promise<string>;
};

/** Creates the client of one account. */
export function createClient(account: ConnectedAccount, outgoing: Outgoing): DhlClient {
  const base = (account.settings["url"] || LIVE_URL).replace(/\/+$/, "");
  const send = createSend(account, outgoing);
  const tokens = createKeptAnswers({ keepMs: TOKEN_MS, usesOld: false }, async (_key, signal) =>
    readToken(
      await send(
        "token",
        {
          method: "POST",
          url: `${base}/token`,
          body: {
            customerNumber: account.username,
            password: account.password,
            identityType: 1,
          },
        },
        signal,
      ),
    ),
  );
  return {
    async login(signal) {
      tokens.drop("", tokens.peek("") ?? "");
      const token = await tokens.get("", signal);
      return token.outcome === "done" ? done(null) : token;
    },
    async call(operation, { id, body }, signal) {
      const { method, path, ...rest } = OPERATIONS[operation];
      const url = `${base}/${path}${id === undefined ? "" : `/${encodeURIComponent(id)}`}`;
      const request = { method, url, ...(body === undefined ? {} : { body }) };
      if ("isOpen" in rest) return readAnswer(await send(operation, request, signal));
      const token = await tokens.get("", signal);
      if (token.outcome !== "done") return token;
      const answer = await send(operation, { ...request, token: token.value }, signal);
      if (answer.outcome !== "done" || answer.value.status !== 401) return readAnswer(answer);
      // The token has ended early. Nothing of the operation was carried out.
      tokens.drop("", token.value);
      const next = await tokens.get("", signal);
      if (next.outcome !== "done") return next;
      return readAnswer(await send(operation, { ...request, token: next.value }, signal));
    },
    async readLabel(url, signal) {
      if (!URL.canParse(url) || new URL(url).origin !== new URL(base).origin) return "";
      const answer = await outgoing.call(
        {
          accountID: account.id,
          operation: "label",
          method: "GET",
          url,
          secrets: [account.password],
          timeoutMs: TIMEOUT_MS,
        },
        signal,
      );
      return answer.result === "answered" && answer.status === 200 ? answer.body : "";
    },
  };
}

type Sent = {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly body?: unknown;
  readonly token?: string;
};
type Send = (operation: string, sent: Sent, signal: AbortSignal) => Promise<Outcome<JsonAnswer>>;

function createSend(account: ConnectedAccount, outgoing: Outgoing): Send {
  const { id, settings } = account;
  return (operation, { token = "", ...request }, signal) => {
    const { password, secrets } = account;
    const clientSecret = secrets["clientSecret"] ?? "";
    return callJson(
      outgoing,
      {
        ...request,
        carrier: CARRIER,
        accountID: id,
        operation,
        headers: {
          "X-IBM-Client-Id": settings["clientId"] ?? "",
          "X-IBM-Client-Secret": clientSecret,
          ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        },
        secrets: [password, clientSecret, token],
        timeoutMs: TIMEOUT_MS,
      },
      signal,
    );
  };
}

/** Reads the answer to a login. A login changes nothing, so a failed one leaves the rest unsent. */
function readToken(answer: Outcome<JsonAnswer>): Outcome<string> {
  if (answer.outcome === "unknown") return unsent(answer.cause);
  if (answer.outcome !== "done") return answer;
  const { status, value } = answer.value;
  const token = textIn(recordOf(value), "jwt");
  if (status < 300 && token !== "") return done(token);
  const failure = readFailure(answer.value);
  if (failure?.code === WRONG_ENVIRONMENT) return wrongEnvironment(failure.words);
  return status >= 400 && status < 500
    ? wrongLogin(CARRIER, failure?.words ?? "")
    : unsent(`${CARRIER} answered a login with ${status}: ${failure?.words ?? ""}`);
}

function readAnswer(answer: Outcome<JsonAnswer>): Outcome<Answer> {
  if (answer.outcome !== "done") return answer;
  const { status, value } = answer.value;
  const failure = readFailure(answer.value);
  if (failure === undefined) return done({ result: "done", value });
  if (failure.code === WRONG_ENVIRONMENT) return wrongEnvironment(failure.words);
  if (status === 401 || status === 403)
    return refused(
      "E2033",
      joinWords(
        `${CARRIER} does not accept the application's keys, or not for this service`,
        failure.words,
      ),
      "account",
    );
  if (status >= 500 && failure.code === "") return unknown(`${CARRIER} answered ${status}.`);
  return done({ result: "failed", ...failure });
}

function wrongEnvironment(words: string): Outcome<never> {
  return refused(
    "E2033",
    joinWords(
      `The account has the application's keys of ${CARRIER}'s other environment: keys for tests do not work at the live address, nor live keys at the address for tests`,
      words,
    ),
    "account",
  );
}
