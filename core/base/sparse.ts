/** Objects kept without the fields that are as always: every bought shipment has some. */

/** The fields of `empty` that differ from it. Others are left out. */
export function sparse<T extends object>(whole: T, empty: T): Partial<T> {
  const names = Object.keys(empty) as (keyof T)[];
  const differs = (name: keyof T): boolean => whole[name] !== empty[name] && !(Array.isArray(whole[name]) && whole[name].length === 0);
  return Object.fromEntries(names.filter(differs).map((name) => [name, whole[name]])) as Partial<T>;
}
