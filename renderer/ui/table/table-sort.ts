/** Order of the rows of a table, and how a press of a head changes it. Pure. */

import { isSameSort, type SortBy, type TableSort } from "./sort-by.ts";

/**
 * Returns the order that a list keeps for a chosen one; null for the list's own order.
 *
 * @param columns Columns by which the list can be sorted.
 * @param own The list's own order; null: it is not by a column.
 */
export function chosenSort<Column extends string>(
  chosen: TableSort | null,
  columns: readonly Column[],
  own: TableSort | null,
): SortBy<Column> | null {
  const column = columns.find((one) => one === chosen?.column);
  if (chosen === null || column === undefined) return null;
  const sort = { column, isAscending: chosen.isAscending };
  return isSameSort(sort, own) ? null : sort;
}

/**
 * Returns the order after a press of a head: the column's first direction, then the other, then the
 * list's own order.
 */
export function sortAfterPress(
  at: TableSort | null,
  { id, isFirstDescending = false }: { readonly id: string; readonly isFirstDescending?: boolean },
): TableSort | null {
  if (at?.column !== id) return { column: id, isAscending: !isFirstDescending };
  return at.isAscending === isFirstDescending
    ? null
    : { column: id, isAscending: isFirstDescending };
}

/** Returns the order after a key: the asked direction; if the rows have it, the list's own order. */
export function sortAfterKey(
  at: TableSort | null,
  column: string,
  isAscending: boolean,
): TableSort | null {
  return at?.column === column && at.isAscending === isAscending ? null : { column, isAscending };
}
