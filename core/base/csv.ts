/**
 * Writes CSV with cells that spreadsheet programs do not run as formulas. Names, cities and order
 * numbers come from strangers. A spreadsheet program runs a cell that starts like a formula, and
 * some programs start new cells at characters that are only text in this file.
 */

import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

/**
 * A number that we have formatted as text. No `'` is put before its minus sign, so that the
 * spreadsheet program can calculate with it.
 */
export type CsvNumber = { readonly number: string };

/**
 * The cell separator and decimal point that spreadsheet programs of a language expect: Turkish
 * programs show a line with commas as one cell, and "12.50" as a date.
 */
const SIGNS = { en: { next: ",", point: "." }, tr: { next: ";", point: "," } } as const;
export type CsvLanguage = keyof typeof SIGNS;

/** Characters at which some spreadsheet program starts a new cell. */
const CUTS = ";,\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029";
const IS_CUT = new RegExp(`[${CUTS}]`, "u");
/**
 * Characters that may precede a formula's first character: those that some spreadsheet programs
 * skip (white space, control characters, quotes), and `CUTS`.
 */
const BEFORE = `[\\s\\p{Cc}\\p{Cf}"'${CUTS}]`;
/**
 * Matches a run of `BEFORE` characters that a formula follows. The pattern matches only from the
 * run's start; otherwise the matching time would grow with the square of the text's length.
 */
const FORMULA = new RegExp(`(?<!${BEFORE})(${BEFORE}*)(?=[=+\\-@＝＋－＠])`, "gu");

/**
 * Matches like `FORMULA`, but expects the `'` that `plain` has put before the formula's first
 * character.
 */
const GUARD = new RegExp(`(?<!${BEFORE})(${BEFORE}*)'(?=[=+\\-@＝＋－＠])`, "gu");

/**
 * Makes a CSV file as a stream.
 *
 * @param rows Batches of rows; other work runs between batches.
 * @throws Errors of `rows`, inside the stream.
 */
export function csvStream(
  rows: AsyncIterable<readonly (readonly (string | CsvNumber)[])[]>,
  language: CsvLanguage,
): Readable {
  return Readable.from(
    (async function* lines() {
      yield "\uFEFF"; // The byte order mark makes spreadsheet programs read UTF-8.
      for await (const some of rows) {
        yield some.map((cells) => csvLine(cells, language)).join("");
        await setImmediate();
      }
    })(),
  );
}

/**
 * Returns the cells as one CSV line that ends in CR LF. Every cell is quoted. In a text cell, `'`
 * is put before a formula's first character wherever a program may start a cell.
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
 * Returns the original text of a cell that `csvLine` wrote, for a file of ours that is read again.
 */
export function unguarded(text: string): string {
  return text.replace(GUARD, (whole, before: string, at: number) =>
    beginsCell(before, at) ? before : whole,
  );
}

/**
 * Returns whether some program starts a cell within the characters `before`, which start at
 * position `at` of the text.
 */
function beginsCell(before: string, at: number): boolean {
  return at === 0 || IS_CUT.test(before);
}
