/** Reads the one sheet of a workbook that has content, with exact numbers. */
import readWorkbookFile from "read-excel-file/node";
import { AppError, errors } from "../../../base/errors.ts";
import { checkMerges } from "../../files/merged-cells.ts";
import { packParts, unpackParts } from "../../files/unpack-workbook.ts";
import { columnName } from "./columns.ts";
import { findCurrencies } from "./cell-currencies.ts";
import { EMPTY_CELL, type Cell } from "./sheet.ts";

/** Bounds the time; a list of 2,000 rows and 50 zones needs half of it. */
const LIMITS = { mostMiB: 8, mostCells: 1_000_000, dropsEmpty: true } as const;
/** Number of significant digits that spreadsheet programs keep. */
const DIGITS = 15;

/**
 * Reads a workbook.
 *
 * @returns Every row up to the last row that has content.
 * @throws AppError E2029 when the workbook is unreadable, or has merged cells or two sheets with
 * content.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Cell[][]> {
  const parts = unpackParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), LIMITS);
  const sheets = await readWorkbookFile<ExactNumber>(packParts(parts), {
    parseNumber: (text) => ({ exact: text }),
  }).catch(() => {
    throw errors.fileUnreadable(
      "The workbook could not be read. Save it again as .xlsx, or as CSV. Nothing was changed.",
      { reason: "workbook" },
    );
  });
  const filled = sheets.filter(({ data }) =>
    data.some((row) => row.some((cell) => cellOf(cell).text !== "")),
  );
  if (filled.length > 1) throw twoSheets(filled.map(({ sheet }) => sheet));
  const xmls = parts.filter(({ name }) => /^xl\/worksheets\//i.test(name.toString()));
  for (const { bytes: xml } of xmls) checkMerges(xml.toString("latin1"), "changed");
  const currencies = findCurrencies(parts);
  return (filled[0]?.data ?? []).map((row, y) =>
    row.map((cell, x) => {
      const currency = currencies.get(`${columnName(x)}${y + 1}`);
      return currency === undefined ? cellOf(cell) : { ...cellOf(cell), currency };
    }),
  );
}

type ExactNumber = { readonly exact: string };

function cellOf(cell: unknown): Cell {
  if (cell instanceof Date)
    return {
      text: Number.isNaN(cell.getTime()) ? "?" : cell.toISOString().slice(0, 10),
      kind: "date",
    };
  if (typeof cell === "object" && cell !== null && "exact" in cell)
    return exactNumber(String(cell.exact));
  return typeof cell === "string" || typeof cell === "boolean"
    ? { text: String(cell).trim(), kind: "text" }
    : EMPTY_CELL;
}

/**
 * Writes a number of a workbook as decimal text: 99.400000000000006, the stored form of 99.4,
 * becomes "99.4".
 */
function exactNumber(stored: string): Cell {
  const value = Number(stored);
  if (!/^\s*[-+]?[\d.]+(?:e[-+]?\d+)?\s*$/i.test(stored) || !Number.isFinite(value))
    return { text: stored.trim(), kind: "text" };
  const shortest = Number(value.toPrecision(DIGITS));
  const text = String(shortest);
  return {
    text: text.includes("e") ? withoutExponent(shortest) : text,
    kind: "number",
  };
}

function withoutExponent(value: number): string {
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, "");
}

function twoSheets(names: readonly string[]): AppError {
  const sheets = names.map((name) => `“${name.slice(0, 40)}”`).join(", ");
  return errors.fileUnreadable(
    `The workbook has several sheets with content: ${sheets.slice(0, 400)}. Keep only the sheet with the prices, and load the file again; sheets may be hidden. Nothing was changed.`,
    { reason: "severalSheets", sheets: sheets.slice(0, 400) },
  );
}
