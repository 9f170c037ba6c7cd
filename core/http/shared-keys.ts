/**
 * Idempotency-Keys among the stations of an organization: which one does what a key asks for, and
 * what it answered. Only while the hub is reached; a station that is cut off knows its own keys
 * alone.
 */

/** What is kept of an answer for the other stations. */
export type SharedAnswer = { readonly status: number; readonly body: string };

/** What came of claiming a key. */
export type KeyClaim =
  /** This station is to do it, and says what came of it. */
  | { readonly is: "first"; end(answer: SharedAnswer | undefined): void }
  /** Another station did it. */
  | { readonly is: "answered"; readonly hash: string; readonly answer: SharedAnswer | undefined }
  /** Another station is doing it, and was not done within the time that a call is kept waiting. */
  | { readonly is: "under way"; readonly hash: string };

export type SharedKeys = {
  /**
   * @param name Of the key and its member: the same at each station.
   * @param hash Of the request.
   * @returns Undefined when the hub is not reached, or there is none.
   */
  claim(name: string, hash: string): Promise<KeyClaim | undefined>;
};

export type SharedKeysPort = SharedKeys & {
  /** Keys are claimed of these until the returned function is called. */
  use(keys: SharedKeys): () => void;
};

/** Of a station alone, and while there is no session with the hub: no key is shared. */
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
