/**
 * Shares Idempotency-Keys among the stations of an organization: a station can learn that another
 * station processes a key's request, and get the answer. Works only while the hub is reached; a
 * disconnected station knows only its own keys.
 */

/** The answer that is stored for other stations. */
export type SharedAnswer = { readonly status: number; readonly body: string };

/** Result of claiming a key. */
export type KeyClaim =
  /** This station must process the request and report the result. */
  | { readonly is: "first"; end(answer: SharedAnswer | undefined): void }
  /** Another station has processed the request. */
  | { readonly is: "answered"; readonly hash: string; readonly answer: SharedAnswer | undefined }
  /** Another station is processing the request and did not finish within the waiting time. */
  | { readonly is: "under way"; readonly hash: string };

export type SharedKeys = {
  /**
   * Claims an Idempotency-Key among all stations.
   *
   * @param name Identifies the key and its member, equal at each station.
   * @param hash Hash of the request.
   * @returns Undefined when there is no hub, or the hub is not reached.
   */
  claim(name: string, hash: string): Promise<KeyClaim | undefined>;
};

export type SharedKeysPort = SharedKeys & {
  /** Claims keys through `keys` until the returned function is called. */
  use(keys: SharedKeys): () => void;
};

/** Makes a port that shares no key, until a session with the hub provides shared keys. */
export function createSharedKeysPort(): SharedKeysPort {
  let current: SharedKeys | undefined;
  return {
    claim: (name, hash) => current?.claim(name, hash) ?? Promise.resolve(undefined),
    use(keys) {
      current = keys;
      return () => {
        if (current === keys) current = undefined;
      };
    },
  };
}
