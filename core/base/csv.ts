/**
 * CSV that a spreadsheet program shows and does not run. Names, cities and order numbers come from strangers, and a cell
 * that begins like a formula would be one, also where the program cuts cells at other signs than we do.
 */

/** A number of ours, as text: it stays as it is, minus sign and all, so that the program can calculate with it. */
export type CsvNumber = { readonly number: string };

/** Characters at which some spreadsheet program begins a new cell. */
const CUTS = ";,\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029";
/** Some spreadsheet programs skip white space and control characters before a formula's first character. */
const FORMULA = new RegExp(`(^|[${CUTS}])([\\s\\p{Cc}\\p{Cf}"']*)(?=[=+\\-@＝＋－＠])`, "gu");

/** @returns The cells as one CSV line that ends in CR LF. Every cell is quoted. In a text cell, `'` is put before each character that can begin a formula. */
export function csvLine(cells: readonly (string | CsvNumber)[]): string {
  return `${cells.map((cell) => quoted(typeof cell === "string" ? plain(cell) : cell.number)).join(",")}\r\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function plain(text: string): string {
  return text.replace(FORMULA, "$1$2'");
}
