/** Objects kept without the fields that are as always: every bought shipment has some. */
import { namesOf } from "./objects.ts";

/** The fields of `empty` that differ from it. Others are left out. */
export function sparse<T extends object>(whole: T, empty: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const name of namesOf(empty)) {
    const value = whole[name];
    if (value !== empty[name] && !(Array.isArray(value) && value.length === 0)) kept[name] = value;
  }
  return kept;
}

/**
 * The whole object again. Checked without a schema, since lists read many: each field has the type
 * that it has in `empty`; one that is null there may hold anything.
 *
 * @param what For the error: "an item".
 * @throws Error when the value is no object or one of its fields has another type.
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

/** Whether a value is an object with named fields: no list and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLike(value: unknown, usual: unknown): boolean {
  return (
    typeof value === typeof usual && value !== null && Array.isArray(value) === Array.isArray(usual)
  );
}
