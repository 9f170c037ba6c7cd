/** Work on a value that is replaced and never changed is done once of each value. */

/**
 * @param make What is made of a value; it must depend on the value alone. What it throws is not
 *   kept.
 * @returns The same, remembered as long as the value is; its results are shared, so no caller may
 *   change them.
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
