/**
 * Keeps answers of a carrier in memory for some time, like a token or a list. Calls that need the
 * same answer at once share one request.
 */
import type { Outcome } from "./carrier.ts";

export type KeptAnswers<T> = {
  /** Returns the kept answer, or requests it. */
  get(key: string, signal: AbortSignal): Promise<Outcome<T>>;
  /** Returns a kept answer of any age without a request; undefined when none is kept. */
  peek(key: string): T | undefined;
  /** Forgets an answer if it is still this one. */
  drop(key: string, value: T): void;
};

/**
 * Creates an empty memory.
 *
 * @param keepMs    Time for which an answer is kept, ms. When its renewal fails, an older answer is
 *   used with `usesOld`.
 * @param load      Requests an answer.
 * @param now       Clock, ms since 1970.
 */
export function createKeptAnswers<T>(
  { keepMs, usesOld }: { readonly keepMs: number; readonly usesOld: boolean },
  load: (key: string, signal: AbortSignal) => Promise<Outcome<T>>,
  now: () => number = Date.now,
): KeptAnswers<T> {
  const kept = new Map<string, { readonly value: T; readonly atMs: number }>();
  const pending = new Map<string, Promise<Outcome<T>>>();
  const request = async (key: string, signal: AbortSignal): Promise<Outcome<T>> => {
    try {
      const answer = await load(key, signal);
      if (answer.outcome === "done") kept.set(key, { value: answer.value, atMs: now() });
      const old = usesOld ? kept.get(key) : undefined;
      return answer.outcome !== "done" && old !== undefined
        ? { outcome: "done", value: old.value }
        : answer;
    } finally {
      pending.delete(key);
    }
  };
  return {
    get(key, signal) {
      const known = kept.get(key);
      const ageMs = known === undefined ? -1 : now() - known.atMs;
      // After the clock was set back, nobody knows how old an answer is.
      if (known !== undefined && ageMs >= 0 && ageMs < keepMs)
        return Promise.resolve({ outcome: "done", value: known.value });
      const joined = pending.get(key) ?? request(key, signal);
      pending.set(key, joined);
      return joined;
    },
    peek: (key) => kept.get(key)?.value,
    drop(key, value) {
      if (kept.get(key)?.value === value) kept.delete(key);
    },
  };
}
