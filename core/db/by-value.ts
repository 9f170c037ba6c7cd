/** The order of a list that is sorted by a column, the same in all lists. */

/** Orders rows by `value`; NULL and '' come last in both directions. */
export function byValue(isAscending: boolean): string {
  return `value IS NULL OR value = '', value ${isAscending ? "ASC" : "DESC"}`;
}
