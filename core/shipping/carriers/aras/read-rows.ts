/** Reads the rows in the text of JSON that the query service answers. */
import { fold } from "../../../base/text.ts";
import { done, unknown, type Outcome } from "../carrier.ts";
import { wrongLogin } from "../carrier-answers.ts";

/** Values of a row by the names of query type 39: "DURUM_KODU". */
export type Row = Readonly<Record<string, string>>;

/** Name of the field that each row of a parcel has. */
export const OUR_CODE = "MUSTERI_OZEL_KODU";
/** Levels of objects and lists above a row; the manual does not name them. */
const DEEPEST = 6;

/**
 * Reads the rows of parcels, none from an empty answer. The service reports errors as words in place
 * of JSON, without a code, so that only the words tell a wrong login from another error.
 */
export function readRows(text: string): Outcome<readonly Row[]> {
  if (text === "") return done([]);
  const answer = parsed(text);
  if (typeof answer !== "object") {
    const words = String(answer ?? text);
    return /kullanici|sifre|parola|user ?name|password/.test(fold(words))
      ? wrongLogin("Aras's query service", words)
      : unknown(`Aras answered a query with: ${words.slice(0, 200)}`);
  }
  return done(rowsIn(answer, DEEPEST));
}

/** Parses JSON; undefined for another text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rowsIn(value: unknown, levels: number): readonly Row[] {
  if (typeof value !== "object" || value === null || levels === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => rowsIn(one, levels - 1));
  const row = rowOf(value);
  return row[OUR_CODE] === undefined
    ? Object.values(value).flatMap((one) => rowsIn(one, levels - 1))
    : [row];
}

/** Some query types write "MÜŞTERİ ÖZEL KODU" for MUSTERI_OZEL_KODU. */
function rowOf(fields: object): Row {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => typeof value === "string" || typeof value === "number")
      .map(([name, value]) => [
        fold(name).replaceAll(" ", "_").toUpperCase(),
        String(value).trim(),
      ]),
  );
}
