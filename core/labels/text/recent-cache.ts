/** A bounded cache for small values that are requested very often; a hit costs one map lookup. */

export type RecentCache<Value> = {
  get(key: string): Value | undefined;
  /**
   * Caches a value.
   *
   * @param weight Amount that counts against the limit: bytes, letters.
   */
  set(key: string, value: Value, weight: number): void;
};

/**
 * Creates a cache with two generations. When the younger generation holds half the limit, it
 * becomes the older generation, and the previous older generation is dropped. A hit in the older
 * generation moves the value to the younger.
 *
 * @param limit Highest sum of weights; a value heavier than half of it is not cached.
 */
export function createRecentCache<Value>(limit: number): RecentCache<Value> {
  type Entry = { readonly value: Value; readonly weight: number };
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();
  let youngWeight = 0;
  const keep = (key: string, entry: Entry): void => {
    if (entry.weight > limit / 2) return;
    if (youngWeight + entry.weight > limit / 2) {
      old = young;
      young = new Map();
      youngWeight = 0;
    }
    young.set(key, entry);
    youngWeight += entry.weight;
  };
  return {
    get(key) {
      const entry = young.get(key);
      if (entry !== undefined) return entry.value;
      const older = old.get(key);
      if (older !== undefined) keep(key, older);
      return older?.value;
    },
    set: (key, value, weight) => keep(key, { value, weight }),
  };
}
