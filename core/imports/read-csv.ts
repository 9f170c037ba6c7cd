/** An order file's bytes as rows: encoding and separator found out, every row with the line it began in. */
import Papa from "papaparse";
import { AppError } from "../base/errors.ts";

/** `isBroken`: a quote is opened in it and never closed. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isBroken: boolean };

const MAX_CELL = 5_000;

/**
 * @returns Rows, the header first; empty lines are left out.
 * @throws AppError E2029 when the bytes are no text table.
 */
export function readCsv(bytes: Uint8Array): CsvRow[] {
  const text = decode(bytes).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new AppError("E2029", "The file is empty.");
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [";", ",", "\t", "|"], skipEmptyLines: false });
  const broken = new Set(errors.filter((e) => e.type === "Quotes").map((e) => e.row));
  const rows: CsvRow[] = [];
  let line = 1;
  data.forEach((cells, i) => {
    if (cells.some((cell) => cell.trim() !== "")) {
      rows.push({ line, cells: cells.map((cell) => cell.trim().slice(0, MAX_CELL)), isBroken: broken.has(i) });
    }
    line += 1 + cells.reduce((n, cell) => n + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  });
  return rows;
}

/** UTF-8 when the bytes are valid UTF-8, else Windows-1254, as spreadsheet programs in Turkey write it. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new AppError("E2029", "This is a spreadsheet (.xlsx), not a CSV file. Save it as CSV and import that.");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) throw new AppError("E2029", "This file is no text. Import a CSV file.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1254").decode(bytes);
  }
}
