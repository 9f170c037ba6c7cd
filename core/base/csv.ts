/**
 * CSV that a spreadsheet program shows and does not run. Names, cities and order numbers come from
 * strangers, and a cell that begins like a formula would be one, also where the program cuts cells
 * at other signs than we do.
 */

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

/**
 * A number of ours, as text: it stays as it is, minus sign and all, so that the program can
 * calculate with it.
 */
export type CsvNumber = { readonly number: string };

/**
 * What spreadsheet programs of a language take for the next cell, and for the decimal point:
 * Turkish ones show a line cut at commas as one cell, and "12.50" as a day.
 */
const SIGNS = { en: { next: ",", point: "." }, tr: { next: ";", point: "," } } as const;
export type CsvLanguage = keyof typeof SIGNS;

/** Characters at which some spreadsheet program begins a new cell. */
const CUTS = ";,\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029";
const IS_CUT = new RegExp(`[${CUTS}]`, "u");
/**
 * Some spreadsheet programs skip white space and control characters before a formula's first
 * character.
 */
const BEFORE = `[\\s\\p{Cc}\\p{Cf}"'${CUTS}]`;
/**
 * Begins at the first of such characters alone: else its time grows with the square of the text.
 */
const FORMULA = new RegExp(`(?<!${BEFORE})(${BEFORE}*)(?=[=+\\-@＝＋－＠])`, "gu");

/** The `'` that `plain` puts before a formula's first character. */
const GUARD = new RegExp(`(?<!${BEFORE})(${BEFORE}*)'(?=[=+\\-@＝＋－＠])`, "gu");

/**
 * A CSV file.
 * @param rows In turns: other work has its turn between them.
 * @throws what `rows` throws, inside the stream.
 */
export function csvStream(
  rows: AsyncIterable<readonly (readonly (string | CsvNumber)[])[]>,
  language: CsvLanguage,
): Readable {
  return Readable.from(
    (async function* lines() {
      yield "\uFEFF"; // the byte order mark: spreadsheet programs then read UTF-8
      for await (const some of rows) {
        yield some.map((cells) => csvLine(cells, language)).join("");
        await setImmediate();
      }
    })(),
  );
}

/**
 * @returns The cells as one CSV line that ends in CR LF. Every cell is quoted. In a text cell, `'`
 *   is put before each character that can begin a formula.
 */
export function csvLine(cells: readonly (string | CsvNumber)[], language: CsvLanguage): string {
  const { next, point } = SIGNS[language];
  return `${cells.map((cell) => quoted(typeof cell === "string" ? plain(cell) : cell.number.replace(".", point))).join(next)}\r\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function plain(text: string): string {
  return text.replace(FORMULA, (before, _: string, at: number) =>
    beginsCell(before, at) ? `${before}'` : before,
  );
}

/**
 * @returns The text of a cell that `csvLine` wrote, as it was before: for a file of ours that is
 *   read again.
 */
export function unguarded(text: string): string {
  return text.replace(GUARD, (whole, before: string, at: number) =>
    beginsCell(before, at) ? before : whole,
  );
}

/** Whether some program begins a cell in these characters, which stand at `at`. */
function beginsCell(before: string, at: number): boolean {
  return at === 0 || IS_CUT.test(before);
}
