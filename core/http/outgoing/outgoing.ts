/**
 * Port through which connections call other companies' servers. It calls only the configured host,
 * follows no redirect, limits time and size, and notes each call with masked secrets.
 */
export type OutgoingRequest = {
  /** Account for which the call is noted. */
  readonly accountID: string;
  /** Name of the operation, for the list of calls: "createShipment". */
  readonly operation: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Secrets that must appear in no note; other secrets are found by their names. */
  readonly secrets: readonly string[];
  /** Fields whose names look secret and whose values are not, like "cargoKey". */
  readonly shownFields?: readonly string[];
  readonly timeoutMs: number;
};

/**
 * Result of a call. `answered`: the server sent a whole answer, with any status; a redirect is such
 * an answer. `unsent`: nothing of the request reached the server. `unknown`: the request may have
 * been carried out.
 */
export type OutgoingAnswer =
  | {
      readonly result: "answered";
      readonly status: number;
      /** Names are in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** The body as it came. */
      readonly bytes: Uint8Array;
    }
  | { readonly result: "unsent"; readonly cause: string }
  | { readonly result: "unknown"; readonly cause: string };

export type Outgoing = {
  call(request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer>;
};

/** One call as it is kept for the person who sets up an account, without secrets. */
export type NotedCall = {
  /** Start of the call, ISO 8601. */
  readonly at: string;
  readonly operation: string;
  /** Host with its port. */
  readonly host: string;
  /** Status of the answer; null without a whole answer. */
  readonly status: number | null;
  /** Reason why there is no whole answer; otherwise "". */
  readonly cause: string;
  readonly durationMs: number;
  /** Starts of the masked request and answer: first line, headers, body. */
  readonly request: string;
  readonly answer: string;
};
