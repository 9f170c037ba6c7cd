/** Order of the rows of a table; the part that the page needs before a table is shown. */

/** An order by a column, out of `Column`. */
export type SortBy<Column extends string> = {
  readonly column: Column;
  readonly isAscending: boolean;
};
export type TableSort = SortBy<string>;

export function isSameSort(a: TableSort | null, b: TableSort | null): boolean {
  return a?.column === b?.column && a?.isAscending === b?.isAscending;
}
