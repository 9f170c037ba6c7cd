/**
 * Reads the bytes of a price list to rows of cells: CSV (UTF-8, UTF-16 or Windows-1254; semicolon,
 * tab, comma or bar) or XLSX. Refuses files in which a price could be read wrongly.
 */
import Papa from "papaparse";
import { errors } from "../../../base/errors.ts";
import { decodeText, isArchive } from "../../files/decode-text.ts";
import { readWorkbook } from "./read-workbook.ts";
import type { Cell, Sheet, SheetRow } from "./sheet.ts";

const LARGEST_MIB = 4;
const MOST_ROWS = 5_000;
const MOST_COLUMNS = 200;
const LONGEST_CELL = 10_000;
/** Separators of columns. When two of them divide the same number of rows, the first one wins. */
const SEPARATORS = [";", "\t", ",", "|"] as const;
/** Number of rows in which the separator is searched for, and of characters that have them. */
const SAMPLE_ROWS = 50;
const SAMPLE_CHARACTERS = 100_000;

/**
 * Reads a price list.
 *
 * @throws AppError E2029 when the file is not a table, is empty, exceeds a limit, has two sheets
 * with content, merged cells or an open quotation mark.
 */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.length > LARGEST_MIB * 1024 * 1024)
    throw errors.fileUnreadable(
      `A price list may have at most ${LARGEST_MIB} MiB. Delete what is not a price, such as pictures, and load the file again. Nothing was changed.`,
      { reason: "priceListTooLarge", most: LARGEST_MIB },
    );
  const rows = isArchive(bytes) ? filledRows(await readWorkbook(bytes)) : readText(bytes);
  for (const row of rows) checkRow(row);
  if (rows.length === 0) throw errors.fileUnreadable("The file is empty.", { reason: "empty" });
  if (rows.length > MOST_ROWS) throw tooManyRows();
  if (rows.every(({ cells }) => cells.filter(({ text }) => text !== "").length < 2))
    throw notATable();
  return { rows };
}

function filledRows(lines: readonly (readonly Cell[])[]): SheetRow[] {
  return lines.flatMap((cells, i) => rowAt(i + 1, cells) ?? []);
}

/** @returns Undefined for an empty row. */
function rowAt(row: number, cells: readonly Cell[]): SheetRow | undefined {
  const length = cells.findLastIndex(({ text }) => text !== "") + 1;
  return length === 0 ? undefined : { row, cells: cells.slice(0, length) };
}

function checkRow({ row, cells }: SheetRow): void {
  if (cells.length > MOST_COLUMNS)
    throw errors.fileUnreadable(
      `Row ${row} has ${cells.length} columns; a price list may have ${MOST_COLUMNS}. Delete the columns that are not needed, and load the file again. Nothing was changed.`,
      { reason: "priceListColumns", row, most: MOST_COLUMNS },
    );
  const long = cells.findIndex(({ text }) => text.length > LONGEST_CELL);
  if (long !== -1)
    throw errors.fileUnreadable(
      `Line ${row}, column ${long + 1} has more than ${LONGEST_CELL} characters. Shorten it, and load the file again. Nothing was changed.`,
      { reason: "longCell", line: row, column: long + 1, most: LONGEST_CELL },
    );
}

function tooManyRows(): Error {
  return errors.fileUnreadable(
    `A price list may have at most ${MOST_ROWS} rows. Delete the rows that are not needed, and load the file again. Nothing was changed.`,
    { reason: "priceListRows", most: MOST_ROWS },
  );
}

function notATable(): Error {
  return errors.fileUnreadable(
    "This file is not a table. Save the price list as .xlsx without a password, or as CSV, and load that file. Nothing was changed.",
    { reason: "notATable" },
  );
}

function readText(bytes: Uint8Array): SheetRow[] {
  const text = decodeText(bytes);
  if (text === undefined) throw notATable();
  if (!/\S/.test(text)) return [];
  const rows: SheetRow[] = [];
  let line = 0;
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    skipEmptyLines: false,
    fastMode: false, // this option would split the whole file before the first row is processed
    step({ data, errors: faults }) {
      line += 1;
      if (faults.some(({ type }) => type === "Quotes")) throw openQuote(line);
      const row = rowAt(
        line,
        data.map((cell) => ({ text: cell.trim(), kind: "text" })),
      );
      if (row !== undefined && rows.push(row) > MOST_ROWS) throw tooManyRows();
    },
  });
  return rows;
}

function openQuote(row: number): Error {
  return errors.fileUnreadable(
    `In row ${row} a quotation mark is opened and never closed. Correct it, and load the file again. Nothing was changed.`,
    { reason: "openQuote", row },
  );
}

/** Finds the separator that parts the most rows at the beginning of the file. */
function separatorOf(text: string): string {
  const beginning = text.slice(0, SAMPLE_CHARACTERS);
  const found = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(beginning, { delimiter, preview: SAMPLE_ROWS });
    return { delimiter, parted: data.filter((cells) => cells.length > 1).length };
  });
  return found.reduce((best, one) => (one.parted > best.parted ? one : best)).delimiter;
}
