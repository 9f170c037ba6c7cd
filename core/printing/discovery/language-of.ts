/**
 * Guesses a printer's language from what it reports about itself. Pure; sends nothing to the
 * printer.
 */
import type { DocumentLanguage } from "../../db/documents/documents.schema.ts";

/**
 * Patterns for IEEE 1284 device IDs (`CMD:`), mDNS (`pdl=`) and model names, in order of
 * preference.
 */
const WORDS: readonly (readonly [DocumentLanguage, RegExp])[] = [
  ["ZPL", /\bzpl|zebra-zpl|\bzebra\b.*\b(?:zd|zt|gk|gx|gc|zq|lp|tlp)\d/i],
  ["TSPL", /\btspl|tsc-tspl|\btsc\b|\bxprinter\b|\btspl/i],
  ["EPL", /\bepl2?\b|zebra-epl|\beltron\b/i],
  ["PDF", /application\/pdf|\bpdf\b/i],
];

/** Longest part of a text that is searched, from its start. */
const LONGEST = 2_000;

/**
 * Guesses the language; null when no text names a known language.
 *
 * @param statements Texts from the printer, the most reliable first: device ID, list of languages,
 * model.
 */
export function languageOf(statements: readonly string[]): DocumentLanguage | null {
  for (const text of statements) {
    const found = WORDS.find(([, word]) => word.test(text.slice(0, LONGEST)));
    if (found !== undefined) return found[0];
  }
  return null;
}

/**
 * Returns the value of the first key that is present; "" for none.
 *
 * @param deviceID For example "MFG:Zebra;CMD:ZPL,EPL;MDL:GK420d;".
 */
export function deviceField(deviceID: string, ...keys: readonly string[]): string {
  const fields = new Map(
    deviceID
      .split(";")
      .map(
        (pair) =>
          [
            pair.slice(0, pair.indexOf(":")).trim().toUpperCase(),
            pair.slice(pair.indexOf(":") + 1).trim(),
          ] as const,
      ),
  );
  return keys.map((key) => fields.get(key)).find((value) => value !== undefined) ?? "";
}
