/** Table of a price list as its file has it, with the places of its cells. */
import { columnIndex } from "./columns.ts";

/**
 * Cell without white space at its ends. `number`: a number of a workbook, as exact decimal text
 * with a point. `date`: a date of a workbook. `currency`: currency of the cell's number format, if
 * it names one.
 */
export type Cell = {
  readonly text: string;
  readonly kind: "text" | "number" | "date";
  readonly currency?: string;
};

export type SheetRow = {
  /** Row in the file, from 1. */
  readonly row: number;
  readonly cells: readonly Cell[];
};

/** Rows that are not empty. */
export type Sheet = { readonly rows: readonly SheetRow[] };

export const EMPTY_CELL: Cell = { text: "", kind: "text" };

/** Finds the cell of a column by its letters. */
export function cellIn({ cells }: SheetRow, column: string): Cell {
  return cells[columnIndex(column)] ?? EMPTY_CELL;
}
