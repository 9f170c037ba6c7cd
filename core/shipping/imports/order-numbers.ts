/**
 * The numbers of an order file: sizes, weights, quantities, and what is to be collected, each as
 * its whole column writes them.
 */
import { CURRENCY } from "../../base/money.ts";
import { fold } from "../../base/text.ts";
import {
  bothReadings,
  findNumberFormat,
  readNumber,
  type NumberFormat,
  type Reading,
} from "./number-format.ts";
import type { OrderRow } from "./read-csv.ts";
import { cell } from "./reject-row.ts";

const NUMBER_COLUMNS = ["length", "width", "height", "weight", "quantity", "codAmount"] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
export type NumberFormats = Readonly<Partial<Record<NumberColumn, NumberFormat>>>;

/** Folded: how files write the lira. */
const LIRA = [fold(CURRENCY), "try", "₺", "lira", "turk lirasi"];

/**
 * How each number column is written, decided from all its cells in rows that are whole. A column
 * whose cells do not decide it has no format.
 */
export function findFormats(rows: readonly OrderRow[]): NumberFormats {
  return Object.fromEntries(
    NUMBER_COLUMNS.map((column) => [
      column,
      findNumberFormat(rows.flatMap((row) => (row.isBroken ? [] : numberIn(row, column)))),
    ]),
  );
}

/**
 * @returns The cell's number by the format of its column: `ambiguous` when that format is not
 *   decided and the cell can be read in two ways, `none` when it is no number.
 */
export function numberOf(formats: NumberFormats, row: OrderRow, column: NumberColumn): Reading {
  return readNumber(numberIn(row, column), formats[column]);
}

/**
 * @param most More than this is rare in the column.
 * @returns Both readings of a cell where the column's format makes it rare, and the other reading
 *   would not be: its column may be written in two ways.
 */
export function rareReading(
  row: OrderRow,
  column: NumberColumn,
  most: number,
): readonly [string, string] | undefined {
  const readings = bothReadings(numberIn(row, column));
  const isRare = readings?.map((reading) => Number(reading) > most);
  return isRare?.[0] === isRare?.[1] ? undefined : readings;
}

/**
 * The currency that an amount to collect is in, when it is not the lira, and the column that says
 * so.
 */
export function otherCurrency(
  row: OrderRow,
): { readonly column: "codAmount" | "currency"; readonly name: string } | undefined {
  const { currency } = amountIn(cell(row, "codAmount"));
  for (const [column, name] of [
    ["codAmount", currency],
    ["currency", cell(row, "currency")],
  ] as const) {
    if (name !== "" && !LIRA.includes(fold(name))) return { column, name: name.slice(0, 20) };
  }
  return undefined;
}

function numberIn(row: OrderRow, column: NumberColumn): string {
  return column === "codAmount" ? amountIn(cell(row, column)).amount : cell(row, column);
}

/** "100 EUR", "₺100": the amount and its currency separately. Other texts stay whole. */
function amountIn(text: string): { readonly amount: string; readonly currency: string } {
  const [, before = "", amount = "", after = ""] =
    /^([A-Za-z]{2,3}|[₺€$£])?\s*([\d.,]+)\s*([A-Za-z]{2,3}|[₺€$£])?$/.exec(text) ?? [];
  const isOne = amount !== "" && (before === "" || after === "");
  return isOne ? { amount, currency: before + after } : { amount: text, currency: "" };
}
