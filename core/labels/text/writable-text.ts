/**
 * What of a text the label fonts can write. Names come in every script: a label must neither fail on one nor lose a letter unnoticed.
 * A character that no font has is written by its plain form where there is one, else by its transliteration to ASCII. Emoji are left out.
 */
import anyAscii from "any-ascii";

/** Whether one font has all characters of a grapheme. */
type HasAll = (grapheme: string) => boolean;

/** Signs that stand for plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  "ʼ": "'", "′": "'", "″": '"', "‐": "-", "‑": "-", "₤": "L", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "ɑ": "a", "ǀ": "|",
};

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const MARK = /\p{M}/gu;
const MARK_OR_FORMAT = /[\p{M}\p{Cf}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** How any-ascii writes symbols: by their names. */
const SYMBOL_NAME = /^:[\w+-]+:$/;
/** A letter has at most a point, a vowel and two signs; more would leave the line. */
const MARKS_PER_LETTER = 4;

/**
 * @returns The text on one line in characters that the fonts have, white space as single spaces but not trimmed; and whether a letter was transliterated
 *   or a visible character left out. Never throws.
 */
export function replaceUnwritable(text: string, hasAll: HasAll): { text: string; isTransliterated: boolean } {
  const line = text.normalize("NFC").replace(/\s+/gu, " ");
  if (isAscii(line) || (!MARK_OR_FORMAT.test(line) && hasAll(line))) return { text: line, isTransliterated: false };
  let out = "";
  let isTransliterated = false;
  for (const { segment } of GRAPHEMES.segment(line)) {
    const written = writeGrapheme(segment, hasAll);
    out += written.text;
    isTransliterated ||= written.isTransliterated;
  }
  return { text: out.replace(/ +/g, " "), isTransliterated };
}

function isAscii(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

function writeGrapheme(grapheme: string, hasAll: HasAll): { text: string; isTransliterated: boolean } {
  const visible = grapheme.replace(INVISIBLE, "");
  const letters = visible.replace(MARK, "");
  if (letters === "") return { text: "", isTransliterated: false };
  // With its joiners, which Persian needs; then without.
  for (const form of [grapheme, visible]) if (form.length <= letters.length + MARKS_PER_LETTER && hasAll(form)) return { text: form, isTransliterated: false };
  const plain = PLAIN[visible];
  if (plain !== undefined) return { text: plain, isTransliterated: false };
  // Compatibility forms: Arabic presentation forms → letters, ㈱ → (株).
  const compatible = visible.normalize("NFKC");
  if (hasEach(compatible, hasAll)) return { text: compatible, isTransliterated: false };
  if (PICTOGRAPH.test(visible)) return { text: "", isTransliterated: true };
  // A letter of ours under a mark that is not: the letter alone.
  for (const bare of [letters, visible.normalize("NFKD").replace(MARK, "")]) if (hasEach(bare, hasAll)) return { text: bare, isTransliterated: true };
  const ascii = anyAscii(visible).replace(/[^\x20-\x7e]/g, "");
  return { text: SYMBOL_NAME.test(ascii) ? "" : ascii, isTransliterated: true };
}

function hasEach(text: string, hasAll: HasAll): boolean {
  if (text === "") return false;
  for (const { segment } of GRAPHEMES.segment(text)) if (segment.length > 1 + MARKS_PER_LETTER || segment.replace(INVISIBLE, "") !== segment || !hasAll(segment)) return false;
  return true;
}
