/** Price lists of the tests: tables as files of each format, and the options to load them. */
import type { SheetCell } from "../../../../../core/base/xlsx.ts";
import {
  loadPriceList,
  type LoadOptions,
  type LoadResult,
} from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import type { PricesInclude } from "../../../../../core/shipping/agreements/load/price-list.schema.ts";
import { xlsxOf } from "../../../../helpers/workbooks.ts";

/** A number is written as the number of a workbook, and with a comma in a CSV file. */
export type Table = readonly (readonly (string | number)[])[];

export function csvOf(table: Table, separator = ";", point = ","): Buffer {
  const cell = (value: string | number): string =>
    typeof value === "number"
      ? quoted(String(value).replace(".", point), separator)
      : quoted(value, separator);
  return Buffer.from(table.map((row) => row.map(cell).join(separator)).join("\r\n"));
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

export function bookOf(table: Table): Promise<Buffer> {
  return xlsxOf(
    table.map((row) =>
      row.map((value): SheetCell =>
        typeof value === "number" ? { number: String(value) } : value,
      ),
    ),
  );
}

export function optionsOf(
  include: PricesInclude = "nothing",
  more: Partial<LoadOptions> = {},
): LoadOptions {
  return {
    taxes: { include, feePpm: 23_500, vatPpm: 200_000 },
    fileUpToDesi: 0.5,
    isExtraExact: false,
    ...more,
  };
}

/** Loads a table as a CSV file. */
export function load(table: Table, more: Partial<LoadOptions> = {}): Promise<LoadResult> {
  return loadPriceList(csvOf(table), optionsOf("nothing", more));
}

/** Lists the findings of a result as "code B3", or "code 3" for a whole row. */
export function findingsOf(result: LoadResult): string[] {
  const findings =
    result.step === "refused" ? result.problems : result.step === "loaded" ? result.notices : [];
  return findings.map(({ code, row, column }) => `${code} ${column ?? ""}${row}`);
}
