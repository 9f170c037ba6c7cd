/**
 * Replaces characters that the label fonts lack. Names come in every script, and a label must
 * neither fail on a name nor lose a letter unnoticed. A character that no font has is replaced by
 * its plain form, otherwise by its ASCII transliteration. Emoji are left out.
 */
import anyAscii from "any-ascii";

/** Whether one font has all characters of a grapheme. */
type HasAll = (grapheme: string) => boolean;

/** Plain replacements for special characters. */
const PLAIN: Readonly<Record<string, string>> = {
  ʼ: "'",
  "′": "'",
  "″": '"',
  "‐": "-",
  "‑": "-",
  "₤": "L",
  "→": "->",
  "←": "<-",
  "↔": "<->",
  "⇒": "=>",
  ɑ: "a",
};

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;
const MARK = /\p{M}/gu;
const MARK_OR_FORMAT = /[\p{M}\p{Cf}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/**
 * Words in letters other than Latin, also joined by hyphens. Ideographs are replaced one by one
 * instead.
 */
const SCRIPT_WORD =
  /((?:(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}[\p{M}\p{Cf}]*[-'’]?)+)/u;
const ALPHABETIC_WORD = new RegExp(`^${SCRIPT_WORD.source}$`, "u");
/** any-ascii replaces a symbol by its name between colons. */
const SYMBOL_NAME = /^:[\w+-]+:$/;
/**
 * Highest number of marks per letter: a dot, a vowel and two signs. More marks would reach beyond
 * the line.
 */
const MARKS_PER_LETTER = 4;

/**
 * Returns the text on one line in characters that the fonts have, with single spaces, not trimmed;
 * and whether a letter was transliterated or a visible character was left out. Never throws.
 */
export function replaceUnwritable(
  text: string,
  hasAll: HasAll,
): { text: string; isTransliterated: boolean } {
  const line = text.normalize("NFC").replace(/\s+/gu, " ");
  if (isAscii(line) || (!MARK_OR_FORMAT.test(line) && hasAll(line)))
    return { text: line, isTransliterated: false };
  let out = "";
  let isTransliterated = false;
  for (const word of line.split(SCRIPT_WORD)) {
    const written = writeWord(word, hasAll);
    out += written.text;
    isTransliterated ||= written.isTransliterated;
  }
  return { text: out.replace(/ +/g, " "), isTransliterated };
}

/**
 * Writes a word. Transliterates a whole word of non-Latin letters if one letter needs it, because
 * "Uтро" is not a word in any language.
 */
function writeWord(word: string, hasAll: HasAll): { text: string; isTransliterated: boolean } {
  const written = Array.from(GRAPHEMES.segment(word), ({ segment }) =>
    writeGrapheme(segment, hasAll),
  );
  if (ALPHABETIC_WORD.test(word) && written.some(({ isASCII }) => isASCII))
    return { text: inASCII(word), isTransliterated: true };
  return {
    text: written.map(({ text }) => text).join(""),
    isTransliterated: written.some(({ isTransliterated }) => isTransliterated),
  };
}

function isAscii(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

function writeGrapheme(
  grapheme: string,
  hasAll: HasAll,
): { text: string; isTransliterated: boolean; isASCII?: true } {
  const visible = grapheme.replace(INVISIBLE, "");
  const letters = visible.replace(MARK, "");
  if (letters === "") return { text: "", isTransliterated: false };
  // The grapheme is tried first with its joiners, which Persian needs, then without them.
  for (const form of [grapheme, visible])
    if (form.length <= letters.length + MARKS_PER_LETTER && hasAll(form))
      return { text: form, isTransliterated: false };
  const plain = PLAIN[visible];
  if (plain !== undefined) return { text: plain, isTransliterated: false };
  // Compatibility forms: Arabic presentation forms → letters, ㈱ → (株).
  const compatible = visible.normalize("NFKC");
  if (hasEach(compatible, hasAll)) return { text: compatible, isTransliterated: false };
  if (PICTOGRAPH.test(visible)) return { text: "", isTransliterated: true };
  // A known letter under an unknown mark is printed without the mark.
  for (const bare of [letters, visible.normalize("NFKD").replace(MARK, "")])
    if (hasEach(bare, hasAll)) return { text: bare, isTransliterated: true };
  return { text: inASCII(visible), isTransliterated: true, isASCII: true };
}

function inASCII(text: string): string {
  const ascii = anyAscii(text).replace(/[^\x20-\x7e]/g, "");
  return SYMBOL_NAME.test(ascii) ? "" : ascii;
}

function hasEach(text: string, hasAll: HasAll): boolean {
  if (text === "") return false;
  for (const { segment } of GRAPHEMES.segment(text))
    if (
      segment.length > 1 + MARKS_PER_LETTER ||
      segment.replace(INVISIBLE, "") !== segment ||
      !hasAll(segment)
    )
      return false;
  return true;
}
