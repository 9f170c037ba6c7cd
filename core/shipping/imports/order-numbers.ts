/**
 * Reads the numbers of an order file (sizes, weights, quantities, amounts of money), each by the
 * format of its whole column.
 */
import { isLira } from "../files/lira.ts";
import {
  bothReadings,
  findNumberFormat,
  readNumber,
  type NumberFormat,
  type Reading,
} from "../files/number-format.ts";
import type { OrderRow } from "./read-csv.ts";
import { cell } from "./reject-row.ts";

const NUMBER_COLUMNS = [
  "length",
  "width",
  "height",
  "weight",
  "quantity",
  "codAmount",
  "declaredValue",
] as const;
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
export type NumberFormats = Readonly<Partial<Record<NumberColumn, NumberFormat>>>;

/**
 * Finds the format of each number column from all its cells in complete rows. A column whose cells
 * do not show a format has no format.
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
 * Reads a cell by the format of its column. Returns `ambiguous` when that format is undecided and
 * the cell has two readings, `none` when the cell is not a number.
 */
export function numberOf(formats: NumberFormats, row: OrderRow, column: NumberColumn): Reading {
  return readNumber(numberIn(row, column), formats[column]);
}

/**
 * Finds an implausible reading, which shows that a column may mix two formats.
 *
 * @param most Values above this are rare in the column.
 * @returns Both readings of an ambiguous cell when exactly one of them is rare; otherwise
 * undefined.
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
 * Finds the currency of an amount to collect, if it is not the lira, and the column that states it.
 */
export function otherCurrency(
  row: OrderRow,
): { readonly column: "codAmount" | "currency"; readonly name: string } | undefined {
  const { currency } = amountIn(cell(row, "codAmount"));
  for (const [column, name] of [
    ["codAmount", currency],
    ["currency", cell(row, "currency")],
  ] as const) {
    if (name !== "" && !isLira(name)) return { column, name: name.slice(0, 20) };
  }
  return undefined;
}

/** Returns whether the amount in a cell, or the row's column of currencies, names another currency. */
export function isOtherCurrency(row: OrderRow, column: "declaredValue"): boolean {
  const names = [amountIn(cell(row, column)).currency, cell(row, "currency")];
  return names.some((name) => name !== "" && !isLira(name));
}

function numberIn(row: OrderRow, column: NumberColumn): string {
  return column === "codAmount" || column === "declaredValue"
    ? amountIn(cell(row, column)).amount
    : cell(row, column);
}

/** Splits "100 EUR" or "₺100" into amount and currency; leaves other texts whole. */
function amountIn(text: string): { readonly amount: string; readonly currency: string } {
  const [, before = "", amount = "", after = ""] =
    /^([A-Za-z]{2,3}|[₺€$£])?\s*([\d.,]+)\s*([A-Za-z]{2,3}|[₺€$£])?$/.exec(text) ?? [];
  const isOne = amount !== "" && (before === "" || after === "");
  return isOne ? { amount, currency: before + after } : { amount: text, currency: "" };
}
