/**
 * Repairs cells that a spreadsheet has changed: it drops the first 0 of a telephone and of a plate
 * code. Digits that it has replaced by an exponent are lost, and such a cell is rejected.
 */
import type { RepairedCell } from "./imports.schema.ts";
import type { Column } from "./order-columns.ts";
import type { OrderRow } from "./read-csv.ts";
import type { Headings } from "./reject-row.ts";

/** "5,32E+09": a number of which a spreadsheet has kept only the first digits. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i;
/** A Turkish number as a spreadsheet keeps it as a number: without its 0. */
const NUMBER_PHONE = /^[2-58]\d{9}$/;

/** Columns whose exponent hides digits that nobody can restore. */
export const WITH_DIGITS = ["orderNumber", "phone", "ean"] as const satisfies readonly Column[];

/** Returns whether a cell has lost digits. */
export function hasLostDigits(text: string): boolean {
  return EXPONENT.test(text);
}

/** Reads a plate code: "06" for "6"; undefined for another text. */
export function plateOf(city: string): string | undefined {
  return /^\d{1,2}$/.test(city) ? city.padStart(2, "0") : undefined;
}

/**
 * Repairs a row.
 *
 * @param isWorkbook Whether the row comes from a workbook, whose cells may be numbers.
 * @returns The repaired row and its changed cells.
 */
export function repairRow(
  headings: Headings,
  row: OrderRow,
  isWorkbook: boolean,
): { readonly row: OrderRow; readonly repaired: readonly RepairedCell[] } {
  const { city = "", phone = "" } = row.cells;
  const changed: Partial<Record<Column, string>> = {};
  const plate = plateOf(city);
  if (plate !== undefined && plate !== city) changed.city = plate;
  if (isWorkbook && NUMBER_PHONE.test(phone)) changed.phone = `0${phone}`;
  const repaired = (["phone", "city"] as const).flatMap((column): RepairedCell[] => {
    const to = changed[column];
    return to === undefined
      ? []
      : [{ line: row.line, column: headings[column] ?? "", from: row.cells[column] ?? "", to }];
  });
  return repaired.length === 0
    ? { row, repaired }
    : { row: { ...row, cells: { ...row.cells, ...changed } }, repaired };
}
