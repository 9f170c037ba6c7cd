/**
 * Caches the result that is computed from an object. The object must not change; another object may
 * replace it.
 */

/**
 * Wraps `make` in a cache. The result for an object stays cached while that object is in memory.
 * Callers share a result, so they must not change it.
 *
 * @param make Computes the result; must depend on the value alone. Errors are not cached.
 */
export function onceOf<T>(make: (value: unknown) => T): (value: unknown) => T {
  const made = new WeakMap<object, T>();
  return (value) => {
    if (typeof value !== "object" || value === null) return make(value);
    const known = made.get(value);
    if (known !== undefined) return known;
    const fresh = make(value);
    made.set(value, fresh);
    return fresh;
  };
}
