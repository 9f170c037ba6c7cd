/** Finding an entry of a list by its first letters, typed one after the other. Pure. */
import { fold } from "../../core/base/text.ts";

export type TypedText = {
  readonly text: string;
  /** Milliseconds, any origin. */
  readonly at: number;
};

/** As long as browsers wait in their own lists. */
const PAUSE_MS = 1_000;

/**
 * @returns The letters so far with this key's, or null when the key is none: a space begins no
 *   name.
 */
export function continuedText(before: TypedText | null, key: string, at: number): TypedText | null {
  const text = before !== null && at - before.at <= PAUSE_MS ? before.text : "";
  return [...key].length === 1 && (key !== " " || text !== "") ? { text: text + key, at } : null;
}

/** The first entry that starts so: İ, I, ı and i are one letter, and marks do not matter. */
export function findByStart<T extends { readonly words: string }>(
  list: readonly T[],
  text: string,
): T | undefined {
  return list.find(({ words }) => fold(words).startsWith(fold(text)));
}
