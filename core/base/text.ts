/**
 * Text folding: the same function folds data and search terms, so that "kadikoy" finds "Kadıköy".
 */

/**
 * Converts to lower case (İ, I and ı become "i"), strips marks, replaces each run of white space by
 * one space, and removes white space at both ends.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // toLowerCase turns İ into "i" plus a dot, and I into "i"; only the dotless ı remains to be
  // replaced.
  const plain = /^[\x20-\x7e]*$/.test(lower)
    ? lower
    : lower.replaceAll("ı", "i").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/\s+/g, " ").trim();
}

/** Letter before each letter that only the Turkish alphabet has, and before i, which follows ı. */
const LETTER_BEFORE: Readonly<Record<string, string>> = {
  ç: "c",
  ğ: "g",
  ı: "h",
  ö: "o",
  ş: "s",
  ü: "u",
};

/**
 * Makes a key whose code units sort in the order of the Turkish alphabet, without regard to case;
 * numbers of up to twelve digits sort by value. A comparison by Intl.Collator takes ten times as
 * long in a list of 20,000.
 */
export function alphabetKey(text: string): string {
  return (
    text
      .trim()
      .toLocaleLowerCase("tr")
      .normalize("NFC")
      .replace(/[çğıöşü]/g, (letter) => `${LETTER_BEFORE[letter]}\u007f`)
      // The marks of other letters do not count: Kâzım is among the names with "ka".
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/\d+/g, (digits) => digits.padStart(12, "0"))
  );
}

/**
 * Returns a text, and the text in capitals and in small letters by the English and the Turkish
 * alphabet, each once: "ist-1" may be stored as IST-1 or as İST-1.
 */
export function spellingsOf(text: string): readonly string[] {
  return [
    ...new Set([
      text,
      text.toUpperCase(),
      text.toLocaleUpperCase("tr"),
      text.toLowerCase(),
      text.toLocaleLowerCase("tr"),
    ]),
  ];
}

/**
 * Removes characters that match a pattern from the end of a text. The time of a pattern that ends
 * in `+$` would grow with the square of the number of such characters elsewhere in the text.
 *
 * @param isTrimmed Matches one character.
 */
export function trimEndOf(text: string, isTrimmed: RegExp): string {
  let end = text.length;
  while (end > 0 && isTrimmed.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes one of these endings, in upper or lower case, and the white space before it. */
export function withoutEnding(text: string, ...endings: readonly string[]): string {
  const lower = text.toLowerCase();
  const ending = endings.find((one) => lower.endsWith(one));
  return ending === undefined ? text : text.slice(0, text.length - ending.length).trimEnd();
}

/**
 * Replaces half surrogate pairs, which are not characters. SQLite would store another character
 * instead, so the stored text would differ from the text that was hashed or compared. Must be
 * applied to every text from outside.
 *
 * @param value Parsed JSON of bounded depth.
 * @returns The same value with U+FFFD for each half pair, in keys too.
 */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.toWellFormed(), wellFormed(one)]),
  );
}

/** Escapes text for the content or a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Returns an unknown value's trimmed text; "" for a value that is no text. */
export function trimmedText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
