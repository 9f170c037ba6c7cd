/** Visible columns of the large table with their widths: stored widths, else their defaults. */
import { useMemo } from "react";
import type { BigColumn, BigTableProps } from "./BigTable.tsx";

/** Width of the column of checkboxes, CSS pixels. */
const CHECKS_PX = 40;

type Shown<Row> = {
  readonly shown: readonly BigColumn<Row>[];
  /** Width of a whole row, CSS pixels. */
  readonly width: number;
};

/**
 * Returns the columns in order, without the hidden ones and those that do not fit.
 *
 * @param room Width of the table, CSS pixels; 0 before it was measured.
 */
export function useShownColumns<Row>(
  { columns, kept, selection }: Pick<BigTableProps<Row>, "columns" | "kept" | "selection">,
  room: number,
): Shown<Row> {
  const checks = selection === undefined ? 0 : CHECKS_PX;
  return useMemo(() => {
    const chosen = columns
      .filter(({ id }) => !kept.hidden.includes(id))
      .map((column) => ({ ...column, width: kept.widths[column.id] ?? column.width }));
    const shown = columnsThatFit(chosen, room - checks);
    return { shown, width: widthOf(shown) + checks };
  }, [columns, kept, room, checks]);
}

function widthOf(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}

/**
 * Leaves out columns that yield, until the others fit; the panel of the row shows their values.
 *
 * @param room CSS pixels; 0 or less before the table was measured.
 */
function columnsThatFit<Row>(
  columns: readonly BigColumn<Row>[],
  room: number,
): readonly BigColumn<Row>[] {
  const yielding = columns
    .filter((column) => column.yields !== undefined)
    .toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0));
  let shown = columns;
  for (const column of room > 0 ? yielding : []) {
    if (widthOf(shown) <= room) break;
    shown = shown.filter((one) => one !== column);
  }
  return shown;
}
