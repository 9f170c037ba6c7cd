/**
 * CSV that a spreadsheet program shows and does not run. Names, cities and order numbers come from strangers, and a cell
 * that begins like a formula would be one, also where the program cuts cells at other signs than we do.
 */

/** A number of ours, as text: it stays as it is, minus sign and all, so that the program can calculate with it. */
export type CsvNumber = { readonly number: string };

/** What some program begins a new cell at. */
const CUTS = ";,\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029";
/** White space and control signs before the formula's own are passed over by some programs. */
const FORMULA = new RegExp(`(^|[${CUTS}])([\\s\\p{Cc}\\p{Cf}"']*)(?=[=+\\-@＝＋－＠])`, "gu");

/** One line with its end. Every cell is quoted; in text a `'` stands before whatever could begin a formula. */
export function csvLine(cells: readonly (string | CsvNumber)[]): string {
  return `${cells.map((cell) => quoted(typeof cell === "string" ? plain(cell) : cell.number)).join(",")}\r\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function plain(text: string): string {
  return text.replace(FORMULA, "$1$2'");
}
