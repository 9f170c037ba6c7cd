/**
 * The names and values of objects whose type names all of them: TypeScript's own functions forget
 * the names.
 */

/**
 * The names of an object of our own making. An object with more names than its type says gives
 * these too.
 */
export function namesOf<T extends object>(of: T): Extract<keyof T, string>[] {
  return Object.keys(of) as Extract<keyof T, string>[]; // a loop over the names needs no assertion and takes twenty times as long
}

/** The fields of an object that are not undefined, as another object. */
export function definedFields<T extends object>(of: T): { [K in keyof T]?: T[K] & ({} | null) } {
  const defined: { [K in keyof T]?: T[K] & ({} | null) } = {};
  for (const name of namesOf(of)) {
    const value = of[name];
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

/** The names and values of an object of our own making, but for values that are undefined. */
export function entriesOf<T extends object>(
  of: T,
): [Extract<keyof T, string>, Exclude<T[Extract<keyof T, string>], undefined>][] {
  return namesOf(of).flatMap((name) => {
    const value = of[name];
    return isThere(value) ? [[name, value]] : [];
  });
}

function isThere<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** Makes an object of these names and values; `K` must hold no name that is not among them. */
export function fromEntries<K extends string, V>(
  entries: readonly (readonly [K, V])[],
): Record<K, V> {
  return Object.fromEntries(entries) as Record<K, V>;
}
