/**
 * Port through which connections call carriers' servers. It calls only the configured host, follows
 * no redirect to another host, limits time and size, and notes each call with masked secrets.
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
  readonly timeoutMs: number;
};

/**
 * Result of a call. `answered`: the server sent a whole answer, with any status. `unsent`: nothing
 * of the request reached the server. `unknown`: the request may have been carried out.
 */
export type OutgoingAnswer =
  | {
      readonly result: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly result: "unsent"; readonly cause: string }
  | { readonly result: "unknown"; readonly cause: string };

export type Outgoing = {
  call(request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer>;
};
