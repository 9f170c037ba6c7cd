/** Order of the rows of a table, and how a press of a head changes it. Pure. */

export type TableSort = { readonly column: string; readonly isAscending: boolean };

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
