/** Finds a list entry by its first characters, typed one after the other. Pure. */
import { fold } from "../../core/base/text.ts";

export type TypedText = {
  readonly text: string;
  /** Milliseconds of any clock. */
  readonly at: number;
};

/** Longest pause between two characters, ms; the same as in browsers' own lists. */
const PAUSE_MS = 1_000;

/**
 * Returns the characters typed so far and this key's character. Returns null when the key types no
 * character, or types a space as the first: a name never starts with a space.
 */
export function continuedText(before: TypedText | null, key: string, at: number): TypedText | null {
  const text = before !== null && at - before.at <= PAUSE_MS ? before.text : "";
  return [...key].length === 1 && (key !== " " || text !== "") ? { text: text + key, at } : null;
}

/**
 * Finds the first entry that starts with the text; treats İ, I, ı and i as one letter and ignores
 * diacritics.
 */
export function findByStart<T extends { readonly words: string }>(
  list: readonly T[],
  text: string,
): T | undefined {
  return list.find(({ words }) => fold(words).startsWith(fold(text)));
}
