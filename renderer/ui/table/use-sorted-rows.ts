/** Sorts a list whose rows are all in the window, and keeps its active row in place. */
import { useMemo, useState } from "react";
import type { BigColumn } from "./BigTable.tsx";
import { sortRows } from "./sort-rows.ts";
import type { TableSort } from "./sort-by.ts";

type Sorted<Row> = {
  readonly rows: readonly Row[];
  /** Places by which the active row has moved down because rows were added, for `addedAbove`. */
  readonly moved: number;
};

/**
 * Returns the sorted rows.
 *
 * @param sort null: the order in which the rows are given.
 * @param activeID Id of the active row; null: there is none.
 */
export function useSortedRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  columns: readonly BigColumn<Row>[],
  sort: TableSort | null,
  activeID: string | null,
): Sorted<Row> {
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === sort?.column);
    return sort === null || column === undefined ? rows : sortRows(rows, column, sort.isAscending);
  }, [rows, columns, sort]);
  const [shown, setShown] = useState({ rows: sorted, sort, moved: 0 });
  if (shown.rows === sorted) return shown;
  const placeIn = (list: readonly Row[]): number => list.findIndex(({ id }) => id === activeID);
  const [before, now] = [placeIn(shown.rows), placeIn(sorted)];
  // A new order starts at its first row.
  const isSame = shown.sort === sort && before >= 0 && now >= 0;
  const next = { rows: sorted, sort, moved: shown.moved + (isSame ? now - before : 0) };
  setShown(next);
  return next;
}
