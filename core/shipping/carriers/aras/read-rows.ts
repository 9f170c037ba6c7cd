/** Reads the rows in the text of JSON that the query service answers. */
import { fold } from "../../../base/text.ts";
import { yieldToEventLoop } from "../../../base/yield-to-event-loop.ts";
import { done, unknown, type Outcome } from "../carrier.ts";
import { isAboutLogin, wrongLogin } from "../carrier-answers.ts";

/** Values of a row by their names, like "DURUM_KODU". */
export type Row = Readonly<Record<string, string>>;

/** Name of the field that each row of query type 39 has. */
export const OUR_CODE = "MUSTERI_OZEL_KODU";
/** Levels of objects and lists above a row; the manual does not name them. */
const DEEPEST = 6;
/** Number of rows that are read in one turn. */
const AT_ONCE = 200;

/** Words of an answer without rows. */
const NOT_FOUND = /bulunamad/;

/**
 * Reads the rows of an answer, in turns of the event loop. An answer without rows has nothing, or
 * words. The service has no codes of errors, so a wrong login is recognized by its words.
 *
 * @param rowField Name of a field that each row has.
 */
export async function readRows(text: string, rowField: string): Promise<Outcome<readonly Row[]>> {
  const answer = parsed(text);
  const rows: Row[] = [];
  for (const row of rowsIn(answer, rowField, DEEPEST)) {
    rows.push(row);
    if (rows.length % AT_ONCE === 0) await yieldToEventLoop();
  }
  const words = rows.length > 0 ? "" : wordsIn(answer, DEEPEST);
  const isPage = words.startsWith("<");
  if (!isPage && (words === "" || NOT_FOUND.test(fold(words)))) return done(rows);
  return !isPage && isAboutLogin(words)
    ? wrongLogin("Aras's query service", words)
    : unknown(`Aras answered a query with: ${words.slice(0, 200)}`);
}

/** Parses JSON; returns another text unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Joins the texts in a value. */
function wordsIn(value: unknown, levels: number): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null || levels === 0) return "";
  return Object.values(value)
    .map((one) => wordsIn(one, levels - 1))
    .filter((words) => words !== "")
    .join(" ");
}

function* rowsIn(value: unknown, rowField: string, levels: number): Generator<Row> {
  if (typeof value !== "object" || value === null || levels === 0) return;
  const row = Array.isArray(value) ? {} : rowOf(value);
  if (row[rowField] === undefined)
    for (const one of Object.values(value)) yield* rowsIn(one, rowField, levels - 1);
  else yield row;
}

/** Some query types write "MÜŞTERİ ÖZEL KODU" for MUSTERI_OZEL_KODU. */
function rowOf(fields: object): Row {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => typeof value === "string" || typeof value === "number")
      .map(([name, value]) => [plainName(name), String(value).trim()]),
  );
}

/** Plain names by the names of fields; a service has some dozens. */
const plainNames = new Map<string, string>();
const MOST_NAMES = 1_000;

function plainName(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = fold(name).replaceAll(" ", "_").toUpperCase();
  if (plainNames.size < MOST_NAMES) plainNames.set(name, plain);
  return plain;
}
