/**
 * Caches what is computed from an object that may be replaced by another object but never changes.
 */

/**
 * Returns the function `make` with a cache that drops an entry together with its value. Results are
 * shared, so callers must not change them.
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
