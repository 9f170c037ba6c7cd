/**
 * Which language a printer understands, by what it states of itself. Pure. Nothing is sent to it
 * that it could print.
 */
import type { DocumentLanguage } from "../../db/documents/documents.schema.ts";

/**
 * Of IEEE 1284 device ids (`CMD:`), of mDNS (`pdl=`) and of models, in the order in which they are
 * preferred.
 */
const WORDS: readonly (readonly [DocumentLanguage, RegExp])[] = [
  ["ZPL", /\bzpl|zebra-zpl|\bzebra\b.*\b(?:zd|zt|gk|gx|gc|zq|lp|tlp)\d/i],
  ["TSPL", /\btspl|tsc-tspl|\btsc\b|\bxprinter\b|\btspl/i],
  ["EPL", /\bepl2?\b|zebra-epl|\beltron\b/i],
  ["PDF", /application\/pdf|\bpdf\b/i],
];

/** A statement is longer only to be read for long. */
const LONGEST = 2_000;

/**
 * @param statements What is stated, the surest first, such as a device id, a list of languages and
 *   a model.
 * @returns Null when none of them names a language that is known here.
 */
export function languageOf(statements: readonly string[]): DocumentLanguage | null {
  for (const text of statements) {
    const found = WORDS.find(([, word]) => word.test(text.slice(0, LONGEST)));
    if (found !== undefined) return found[0];
  }
  return null;
}

/**
 * @param deviceID "MFG:Zebra;CMD:ZPL,EPL;MDL:GK420d;".
 * @returns The value of a key, "" when it is absent.
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
