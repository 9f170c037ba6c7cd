/** The names and values of objects whose type names all of them: TypeScript's own functions forget the names. */

/** The names of an object of our own making. An object with more names than its type says gives these too. */
export function namesOf<T extends object>(of: T): (keyof T & string)[] {
  return Object.keys(of) as (keyof T & string)[];
}

/** The names and values of an object of our own making, but for values that are undefined. */
export function entriesOf<T extends object>(of: T): [keyof T & string, Exclude<T[keyof T & string], undefined>][] {
  return namesOf(of).flatMap((name) => {
    const value = of[name];
    return isThere(value) ? [[name, value]] : [];
  });
}

function isThere<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
