/**
 * What of a text our font can write. People's names come in every script; a label must neither fail on one nor lose
 * a letter unseen: what has no glyph is written by its plain letter where there is one, else as "?".
 */
import type { LabelFont } from "./label-fonts.ts";

const MISSING = "?";

/** Letters that Unicode does not take apart, and signs people use for plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  "ʼ": "'", "′": "'", "″": '"', "‐": "-", "‑": "-", "₤": "L", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "ɑ": "a", "ǀ": "|", "。": ".", "、": ",", "，": ",", "（": "(", "）": ")", "：": ":", "\u3000": " ",
};

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const INVISIBLE = /[\p{Cc}\p{Cf}\p{M}\p{Cs}\p{Co}\p{Cn}]/gu;

/** The same text in characters the font has: composed, on one line, single spaces. Never throws, never grows without bound. */
export function printable(font: LabelFont, text: string): string {
  const line = text.normalize("NFC").replace(/\s+/gu, " ").trim();
  let out = "";
  for (const { segment } of GRAPHEMES.segment(line)) out += printableGrapheme(font, segment);
  return out.replace(/ +/g, " ").trim();
}

function printableGrapheme(font: LabelFont, grapheme: string): string {
  if (hasAll(font, grapheme)) return grapheme;
  const plain = PLAIN[grapheme];
  if (plain !== undefined) return plain;
  // Compatibility forms last: ﬁ → fi, Ａ → A, ① → 1.
  for (const form of [grapheme, grapheme.normalize("NFD"), grapheme.normalize("NFKD")]) {
    const bare = form.replace(INVISIBLE, "");
    if (bare !== "" && hasAll(font, bare)) return bare;
  }
  return grapheme.replace(INVISIBLE, "") === "" ? "" : MISSING;
}

function hasAll(font: LabelFont, text: string): boolean {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint < 0x20 || !font.has(codePoint)) return false;
  }
  return true;
}
