/**
 * Text folding: one fold for data and for what is looked up in it, so that "kadikoy" finds
 * "Kadıköy".
 */

/** Turkish lower case, dotless ı as i, marks stripped, spaces collapsed. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // toLowerCase makes "i" and a dot of İ, and "i" of I; what it leaves of Turkish is the dotless ı.
  const plain = /^[\x20-\x7e]*$/.test(lower)
    ? lower
    : lower.replaceAll("ı", "i").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/\s+/g, " ").trim();
}

/**
 * A text without the characters at its end that a pattern matches. A pattern that ends in `+$`
 * takes a time that grows with the square of such characters elsewhere in the text.
 *
 * @param isTrimmed Matches one character.
 */
export function trimEndOf(text: string, isTrimmed: RegExp): string {
  let end = text.length;
  while (end > 0 && isTrimmed.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * A text without one of these words at its end, and without the white space before it; in any case.
 */
export function withoutEnding(text: string, ...endings: readonly string[]): string {
  const lower = text.toLowerCase();
  const ending = endings.find((one) => lower.endsWith(one));
  return ending === undefined ? text : text.slice(0, text.length - ending.length).trimEnd();
}

/**
 * Half a surrogate pair is no character: SQLite keeps another one in its place, and what was hashed
 * or compared before is then not what is read. Every text that comes in is made well-formed at the
 * door.
 *
 * @param value Parsed JSON of bounded depth. @returns The same, with U+FFFD for each half pair, in
 *   keys too.
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

/** Text for the content or a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
