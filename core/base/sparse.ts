/** Objects kept without the fields that are as always: every bought shipment has some. */

/** The fields of `empty` that differ from it. Others are left out. */
export function sparse<T extends object>(whole: T, empty: T): Partial<T> {
  const names = Object.keys(empty) as (keyof T)[];
  const differs = (name: keyof T): boolean => whole[name] !== empty[name] && !(Array.isArray(whole[name]) && whole[name].length === 0);
  return Object.fromEntries(names.filter(differs).map((name) => [name, whole[name]])) as Partial<T>;
}

/**
 * The whole object again. Checked by hand, since lists read many: each field has the type that it has in `empty`; one that
 * is null there may hold anything.
 *
 * @param what For the error: "an item".
 * @throws Error when the value is no object or one of its fields has another type.
 */
export function whole<T extends object>(stored: unknown, empty: T, what: string): T {
  if (isSparse(stored, empty)) return { ...empty, ...stored };
  throw new Error(`${what} was stored in another shape`);
}

function isSparse<T extends object>(stored: unknown, empty: T): stored is Partial<T> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return false;
  const values = new Map(Object.entries(stored));
  return Object.entries(empty).every(([name, usual]) => usual === null || !values.has(name) || kindOf(values.get(name)) === kindOf(usual));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}
