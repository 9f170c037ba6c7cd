/**
 * Shortens objects for storage: omits the fields that have their usual value. Every bought shipment
 * stores several such objects.
 */
import { namesOf } from "./objects.ts";

/** Returns the fields that differ from `empty`, without empty lists. */
export function sparse<T extends object>(whole: T, empty: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const name of namesOf(empty)) {
    const value = whole[name];
    if (value !== empty[name] && !(Array.isArray(value) && value.length === 0)) kept[name] = value;
  }
  return kept;
}

/**
 * Restores the whole object. Checks types without a schema, which would be too slow for lists of
 * many objects: each field must have the type that it has in `empty`; a field that is null there
 * may hold anything.
 *
 * @param what Names the object in the error: "an item".
 * @throws Error when the value is not an object or a field has another type.
 */
export function whole<T extends object>(stored: unknown, empty: T, what: string): T {
  if (isSparse(stored, empty)) return { ...empty, ...stored };
  throw new Error(`${what} was stored in another shape`);
}

function isSparse<T extends object>(stored: unknown, empty: T): stored is Partial<T> {
  if (!isObject(stored) || !isObject(empty)) return false;
  for (const name in stored) {
    const expected = empty[name];
    if (expected !== null && expected !== undefined && !isLike(stored[name], expected))
      return false;
  }
  return true;
}

/** Returns whether a value is an object with named fields: not a list and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLike(value: unknown, usual: unknown): boolean {
  return (
    typeof value === typeof usual && value !== null && Array.isArray(value) === Array.isArray(usual)
  );
}
