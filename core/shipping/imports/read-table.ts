/** Reads a table from the bytes of a CSV file or a workbook. Call it in a thread. */
import { readSheet } from "read-excel-file/node";
import { errors } from "../../base/errors.ts";
import { isArchive } from "../files/decode-text.ts";
import { writeCellFaults } from "../files/cell-faults.ts";
import { packParts, unpackParts } from "../files/unpack-workbook.ts";
import { checkMerges, firstSheet } from "../files/merged-cells.ts";
import type { HeaderReader } from "./order-columns.ts";
import { checkSize, LARGEST_FILE_MIB, MOST_ROWS, readRows, rowOf, type Table } from "./read-csv.ts";

type Reading = {
  /** Default: MOST_ROWS. */
  readonly mostRows?: number;
  /** Writes a date of a workbook; default: YYYY-MM-DD. */
  readonly dateText?: (date: Date) => string;
  /** Whether the errors of a workbook's cells are read as texts; default: as empty cells. */
  readonly keepsErrors?: boolean;
};

type Read<C extends string> = Table<C> & { readonly isWorkbook: boolean };

/**
 * Reads a table: its header in the first line that is not empty, and the rows below it.
 *
 * @throws AppError E2029 when the file is unreadable or exceeds a limit; the errors of `reader`.
 */
export async function readTable<C extends string>(
  bytes: Buffer,
  reader: HeaderReader<C>,
  { mostRows = MOST_ROWS, dateText = dayOf, keepsErrors = false }: Reading = {},
): Promise<Read<C>> {
  if (!isArchive(bytes)) return { ...readRows(bytes, reader, mostRows), isWorkbook: false };
  if (bytes.length > LARGEST_FILE_MIB * 1024 * 1024)
    throw errors.fileUnreadable(
      `The file is larger than ${LARGEST_FILE_MIB} MiB. Split it and import its parts. Nothing was imported.`,
      { reason: "tooLarge", most: LARGEST_FILE_MIB },
    );
  const unpacked = unpackParts(bytes);
  checkMerges(firstSheet(unpacked), "imported");
  const parts = keepsErrors ? writeCellFaults(unpacked) : unpacked;
  const sheet = await readSheet(packParts(parts)).catch(() => {
    throw errors.fileUnreadable(
      "The workbook could not be read. Save it again as .xlsx, or as CSV. Nothing was imported.",
      { reason: "workbook" },
    );
  });
  const lines = sheet.map((row) => row.map((cell) => cellText(cell, dateText)));
  const first = lines.findIndex((cells) => cells.some((cell) => cell !== ""));
  if (first === -1) throw errors.fileUnreadable("The file is empty.", { reason: "empty" });
  lines.forEach((cells, i) => checkSize(cells, i + 1));
  const headings = lines[first] ?? [];
  const header = reader.read(headings);
  const rows = lines
    .slice(first + 1)
    .flatMap((cells, i) =>
      cells.some((cell) => cell !== "") ? [rowOf(header, cells, first + i + 2, false)] : [],
    );
  if (rows.length === 0)
    throw errors.fileUnreadable("The file has no rows below its first line.", { reason: "noRows" });
  if (rows.length > mostRows)
    throw errors.fileUnreadable(
      `The file has more than ${mostRows} rows. Split it and import its parts. Nothing was imported.`,
      { reason: "tooManyRows", most: mostRows },
    );
  const cellsOf = (line: number): string[][] => [lines[line - 1] ?? []];
  return { header, headings, rows, cellsOf, isWorkbook: true };
}

/** Converts a cell to text; a telephone typed as a number arrives as a number. */
function cellText(cell: unknown, dateText: (date: Date) => string): string {
  return cell === null || cell === undefined
    ? ""
    : cell instanceof Date
      ? dateText(cell)
      : typeof cell === "number"
        ? numberText(cell)
        : typeof cell === "string" || typeof cell === "boolean"
          ? String(cell).trim()
          : "";
}

/** Spreadsheets keep 15 digits of a number, so the last digits of a number from here on are lost. */
const LOSES_DIGITS = 1e15;

/**
 * Writes a number with a point that cannot be read as a thousands separator: 1.125 → "1.1250". A
 * calculated 59.699999999999996 becomes 59.7, as the spreadsheet shows it; a number whose last
 * digits are lost gets an exponent, by which it is refused where its digits matter.
 */
function numberText(value: number): string {
  if (Math.abs(value) >= LOSES_DIGITS) return value.toExponential();
  const text = String(Number(value.toPrecision(15)));
  return /^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
