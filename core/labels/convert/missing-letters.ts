/**
 * Detects letters of a PDF that the engine cannot draw: their font is not embedded, and the
 * engine's replacement fonts lack them.
 */
import type { Engine } from "./pdf-engine.ts";

/** Characters of the engine's own fonts: Windows-1252, and some more. */
const WESTERN = new Set([
  ...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 224 }, (_, i) => 32 + i)),
  ..."ıŁłﬁﬂ−⁄˘˙˚˝˛ˇ",
]);
/** Names of symbol fonts, which the engine has. */
const SIGNS = /Symbol|Dingbats/i;
/** Number of bytes of a font's name that are read. */
const NAME_BYTES = 128;

/** Returns whether a page has letters that the engine cannot draw. */
export function lacksLetters(engine: Engine, page: number): boolean {
  const text = engine._FPDFText_LoadPage(page);
  if (text === 0) return false;
  const isWhole = new Map<number, boolean>();
  const hasAll = (font: number): boolean => {
    const known = isWhole.get(font) ?? (isEmbedded(engine, font) || isOfSigns(engine, font));
    isWhole.set(font, known);
    return known;
  };
  try {
    for (let i = 0; i < engine._FPDFText_CountChars(text); i += 1) {
      const letter = engine._FPDFText_GetUnicode(text, i);
      if (letter <= 32 || WESTERN.has(String.fromCodePoint(letter))) continue;
      const object = engine._FPDFText_GetTextObject(text, i); // 0: a blank that the engine added
      const font = object === 0 ? 0 : engine._FPDFTextObj_GetFont(object);
      if (font !== 0 && !hasAll(font)) return true;
    }
    return false;
  } finally {
    engine._FPDFText_ClosePage(text);
  }
}

function isEmbedded(engine: Engine, font: number): boolean {
  return engine._FPDFFont_GetIsEmbedded(font) === 1;
}

function isOfSigns(engine: Engine, font: number): boolean {
  const memory = engine.wasmExports.malloc(NAME_BYTES);
  try {
    const length = engine._FPDFFont_GetBaseFontName(font, memory, NAME_BYTES);
    const name = engine.HEAPU8.subarray(memory, memory + Math.min(length, NAME_BYTES));
    return SIGNS.test(Buffer.from(name).toString("latin1"));
  } finally {
    engine.wasmExports.free(memory);
  }
}
