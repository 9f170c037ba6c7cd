/** Finds the lines "name ; value" above the headings of a price list. */
import { columnName } from "../load/columns.ts";
import { shown } from "../load/prices.ts";
import type { Cell, Sheet, SheetRow } from "../load/sheet.ts";
import type { FileProblem } from "./file-problems.schema.ts";
import { headMeaning, type HeadMeaning } from "./head-names.ts";

/** `column`: column of the value. */
export type HeadLine = {
  readonly row: number;
  readonly column: string;
  readonly name: string;
  readonly meaning: HeadMeaning;
  readonly cell: Cell;
};

/**
 * Lists the lines above a row. A line with one cell is a title or an explanation, or a name without
 * a value; it is ignored. So is a line of more than two cells whose first cell is no known name.
 */
export function headLines(
  sheet: Sheet,
  headingsRow: number,
): { readonly lines: readonly HeadLine[]; readonly problems: FileProblem[] } {
  const lines: HeadLine[] = [];
  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  for (const row of sheet.rows) {
    if (row.row >= headingsRow) continue;
    const [name, value, third] = filled(row);
    if (name === undefined || value === undefined) continue;
    const meaning = headMeaning(name.cell.text);
    const place = { row: row.row, values: { name: shown(name.cell.text) } };
    if (meaning === undefined) {
      if (third === undefined)
        problems.push({ ...place, code: "headUnknown", column: name.column });
      continue;
    }
    if (third !== undefined) {
      problems.push({ ...place, code: "headCells", column: third.column });
      continue;
    }
    const key = JSON.stringify(meaning);
    const otherRow = seen.get(key);
    seen.set(key, otherRow ?? row.row);
    if (otherRow !== undefined && !mayRepeat(meaning))
      problems.push({
        row: row.row,
        code: "headTwice",
        column: name.column,
        values: { ...place.values, otherRow },
      });
    else lines.push({ row: row.row, ...value, name: name.cell.text, meaning });
  }
  return { lines, problems };
}

/** An agreement may have several barcode ranges. */
function mayRepeat(meaning: HeadMeaning): boolean {
  return (
    meaning.is === "field" && (meaning.field === "firstBarcode" || meaning.field === "lastBarcode")
  );
}

function filled({ cells }: SheetRow): { readonly column: string; readonly cell: Cell }[] {
  return cells.flatMap((cell, i) => (cell.text === "" ? [] : [{ column: columnName(i), cell }]));
}

/** Returns whether a row is a known line "name ; value", and so no row of headings. */
export function isHeadRow(row: SheetRow): boolean {
  const [name, value, third] = filled(row);
  return (
    name !== undefined &&
    value !== undefined &&
    third === undefined &&
    headMeaning(name.cell.text) !== undefined
  );
}
