/**
 * Parses the bytes of an order or address file to rows. Detects encoding and separator, reads the
 * header first, and gives each row its starting line. Keeps only the known columns of a row, so
 * that the memory is bounded by the size of a valid file.
 */
import Papa from "papaparse";
import { AppError, errors } from "../../base/errors.ts";
import { unguarded } from "../../base/csv.ts";
import { entriesOf } from "../../base/objects.ts";
import { decodeText } from "../files/decode-text.ts";
import type { Column, Header, HeaderReader } from "./order-columns.ts";
import { WHY_REFUSED } from "./row-reasons.schema.ts";

export type TableRow<C extends string> = {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<C, string>>>;
  /** Start of the line, by which a person finds the row. */
  readonly start: string;
  /** Whether a quotation mark opens in the row and never closes. */
  readonly isBroken: boolean;
};

export type OrderRow = TableRow<Column>;

export type Table<C extends string> = {
  readonly header: Header<C>;
  readonly rows: TableRow<C>[];
  /** All headings, including unknown headings. */
  readonly headings: readonly string[];
  /**
   * Reads the row at a line again, with all its cells.
   *
   * @returns Several rows for a row with an open quote, which contains the lines below it.
   */
  readonly cellsOf: (line: number) => string[][];
};

export const LARGEST_FILE_MIB = 16;
export const MOST_ROWS = 50_000;
const MOST_COLUMNS = 200;
const LONGEST_CELL = 10_000;
/**
 * Highest number of separators in a line, including separators inside quoted texts: a usable line
 * of MOST_COLUMNS columns has fewer.
 */
const MOST_SEPARATORS = 20_000;
const SEPARATORS = [";", ",", "\t", "|"] as const;
/**
 * Number of characters at the start of the file in which the separator is searched for; a usable
 * first line is shorter.
 */
const BEGINNING = 100_000;
/** Number of characters of a row that are shown. */
export const START = 100;

/**
 * Reads a text file with the columns that `reader` knows.
 *
 * @returns The header and the rows below it, without empty lines.
 * @throws AppError E2029 when the bytes are not a text table, or exceed a limit; E2096 when a
 * required heading is missing, before the rest is read.
 */
export function readRows<C extends string>(
  bytes: Uint8Array,
  reader: HeaderReader<C>,
  mostRows = MOST_ROWS,
): Table<C> {
  if (bytes.length > LARGEST_FILE_MIB * 1024 * 1024)
    throw tooMuch(`The file is larger than ${LARGEST_FILE_MIB} MiB`, {
      reason: "tooLarge",
      most: LARGEST_FILE_MIB,
    });
  const text = decode(bytes).replace(/^\uFEFF/, "");
  if (!/\S/.test(text)) throw errors.fileUnreadable("The file is empty.", { reason: "empty" });
  const { delimiter, newline } = signsOf(text, reader);
  checkLines(text, delimiter, newline);
  let header: Header<C> | undefined;
  let headings: string[] = [];
  let own = (cells: readonly string[]): readonly string[] => cells;
  const rows: TableRow<C>[] = [];
  const places = new Map<number, readonly [from: number, to: number, isBroken: boolean]>();
  let from = 0;
  let line = 1;
  Papa.parse<string[]>(text, {
    delimiter,
    newline,
    skipEmptyLines: false,
    fastMode: false, // this option would split the whole file before the first row is processed
    step({ data: cells, errors, meta }) {
      const isBroken = errors.some((error) => error.type === "Quotes");
      if (cells.some((cell) => /\S/.test(cell))) {
        if (!isBroken) checkSize(cells, line);
        if (header === undefined) {
          own = ownCells(cells);
          headings = own(cells).map((cell) => cell.trim());
          header = reader.read(headings);
        } else if (rows.push(rowOf(header, own(cells), line, isBroken)) > mostRows)
          throw tooMuch(`The file has more than ${mostRows} rows`, {
            reason: "tooManyRows",
            most: mostRows,
          });
        else places.set(line, [from, meta.cursor, isBroken]);
      }
      from = meta.cursor;
      line += 1 + cells.reduce((n, cell) => n + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    },
  });
  if (header === undefined || rows.length === 0)
    throw errors.fileUnreadable("The file has no rows below its first line.", { reason: "noRows" });
  const cellsOf = (at: number): string[][] => {
    const [start, end, isBroken] = places.get(at) ?? [0, 0, false];
    const { data } = Papa.parse<string[]>(text.slice(start, end), {
      delimiter,
      newline,
      skipEmptyLines: true,
      ...(isBroken ? { quoteChar: "\0" } : {}),
    });
    return data.map((cells) => [...own(cells)]);
  };
  return { header, rows, headings, cellsOf };
}

/**
 * Makes a reader of row cells. For a file of rejected rows it drops the first column and the guard
 * characters of cells.
 *
 * @param headings Headings of the file.
 */
function ownCells(headings: readonly string[]): (cells: readonly string[]) => readonly string[] {
  const isOurs = Object.values<string>(WHY_REFUSED).includes(headings[0]?.trim() ?? "");
  return (cells) => (isOurs ? cells.slice(1).map(unguarded) : cells);
}

const NEWLINES = ["\n", "\r\n", "\r"] as const;
type Newline = (typeof NEWLINES)[number];

/**
 * Finds the separator and the line end: the separator with the most known headings, otherwise the
 * most columns, in the first line that is not empty. Later lines are not used, because they may
 * contain anything.
 */
function signsOf(
  text: string,
  reader: HeaderReader<string>,
): { delimiter: string; newline: Newline } {
  const beginning = text.trimStart().slice(0, BEGINNING);
  const found = SEPARATORS.map((delimiter) => {
    const { data, meta } = Papa.parse<string[]>(beginning, { delimiter, preview: 1 });
    const cells = data[0] ?? [];
    return {
      delimiter,
      newline: NEWLINES.find((newline) => newline === meta.linebreak) ?? "\n",
      n: reader.count(cells.slice(0, MOST_COLUMNS)),
      columns: cells.length,
    };
  });
  return (
    found.sort((a, b) => b.n - a.n || b.columns - a.columns)[0] ?? { delimiter: ";", newline: "\n" }
  );
}

/**
 * Checks lines before cells are made: millions of cells in one line would take seconds and hundreds
 * of megabytes.
 */
function checkLines(text: string, delimiter: string, newline: Newline): void {
  const [separator, end] = [delimiter.charCodeAt(0), newline.charCodeAt(newline.length - 1)];
  let line = 1;
  let found = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === separator) {
      if (++found > MOST_SEPARATORS) throw tooManyColumns(line, `more than ${MOST_SEPARATORS}`);
    } else if (c === end && (newline.length === 1 || text.charCodeAt(i - 1) === CARRIAGE_RETURN)) {
      line += 1;
      found = 0;
    }
  }
}

const CARRIAGE_RETURN = 0x0d;

function tooManyColumns(line: number, n: string): AppError {
  return errors.fileUnreadable(
    `Line ${line} has ${n} columns; a file may have ${MOST_COLUMNS}. Remove the columns that are not needed and import the file again. Nothing was imported.`,
    { reason: "tooManyColumns", line, most: MOST_COLUMNS },
  );
}

/** Makes one row of a table, with only the cells of its columns. */
export function rowOf<C extends string>(
  header: Header<C>,
  cells: readonly string[],
  line: number,
  isBroken: boolean,
): TableRow<C> {
  const kept: Partial<Record<C, string>> = {};
  for (const [column, at] of entriesOf(header.at)) {
    const text = cells[at]?.trim() ?? "";
    if (text !== "") kept[column] = isBroken ? text.slice(0, LONGEST_CELL) : text;
  }
  const start = cells
    .slice(0, START)
    .map((cell) => cell.slice(0, START).trim())
    .join(";")
    .slice(0, START);
  return { line, cells: kept, start, isBroken };
}

/**
 * Checks the size of a row. @throws AppError E2029 for a line with too many columns, or a cell that
 * is too long.
 */
export function checkSize(cells: readonly string[], line: number): void {
  if (cells.length > MOST_COLUMNS) throw tooManyColumns(line, String(cells.length));
  const long = cells.findIndex((cell) => cell.length > LONGEST_CELL);
  if (long !== -1)
    throw errors.fileUnreadable(
      `Line ${line}, column ${long + 1} has more than ${LONGEST_CELL} characters. Shorten it and import the file again. Nothing was imported.`,
      { reason: "longCell", line, column: long + 1, most: LONGEST_CELL },
    );
}

function tooMuch(what: string, details: AppError["details"]): AppError {
  return errors.fileUnreadable(
    `${what}. Split it into smaller files, each with the first line, and import them one after the other. Nothing was imported.`,
    details,
  );
}

/** @throws AppError E2029 when the bytes are not a text. */
function decode(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text === undefined)
    throw errors.fileUnreadable(
      "This file is not a text file. Import a CSV file or a workbook (.xlsx).",
      {
        reason: "noText",
      },
    );
  return text;
}
