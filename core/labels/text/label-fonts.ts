/**
 * The label fonts. Layouts measure text with them, and all label formats draw their glyphs, so
 * printed text is exactly as wide as measured.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { namesOf } from "../../base/objects.ts";
import { createRecentCache } from "./recent-cache.ts";
import { openFace, type ShapingFace } from "./font-face.ts";
import type { FontID, LabelFonts, ShapedLine, Weight } from "./glyphs.ts";
import { shapeMixed, shapeNominal } from "./shape-line.ts";
import { replaceUnwritable } from "./writable-text.ts";

const FILES: Readonly<Record<Exclude<FontID, "han">, string>> = {
  sans: "NotoSans-Regular.ttf",
  "sans-bold": "NotoSans-Bold.ttf",
  arabic: "NotoSansArabic-Regular.ttf",
  "arabic-bold": "NotoSansArabic-Bold.ttf",
  hebrew: "NotoSansHebrew-Regular.ttf",
  "hebrew-bold": "NotoSansHebrew-Bold.ttf",
};
const HAN_FILE = "NotoSansSC-Regular.ttf.br";

/** Fonts in the order in which a character is looked up. */
const FONTS: Readonly<Record<Weight, readonly FontID[]>> = {
  regular: ["sans", "arabic", "hebrew", "han"],
  bold: ["sans-bold", "arabic-bold", "hebrew-bold", "han"],
};

/**
 * Limit of the cache of shaped lines of one weight, counted in letters. A cached letter takes about
 * 100 bytes.
 */
const CACHED_LETTERS = 40_000;
/** Longest text that is cached, in letters. Longer texts are shaped each time. */
const LONGEST_CACHED = 1_000;

/**
 * Reads the small fonts. The Han font is read and decompressed (about 60 ms, 15 MB) when a text
 * first needs it.
 *
 * @param resourcesDir The folder that contains `fonts/`.
 * @throws Error of the file system when a small font's file is missing. If the Han font's file is
 *   missing, the returned functions throw when a text first needs that font.
 */
export async function loadLabelFonts(resourcesDir: string): Promise<LabelFonts> {
  const path = (file: string): string => join(resourcesDir, "fonts", file);
  const faces = new Map<FontID, ShapingFace>();
  const open = async (id: Exclude<FontID, "han">): Promise<void> =>
    void faces.set(id, openFace(id, new Uint8Array(await readFile(path(FILES[id])))));
  await Promise.all(namesOf(FILES).map(open));

  const face: FaceOf = (id) => {
    let known = faces.get(id);
    if (known === undefined)
      faces.set(
        id,
        (known = openFace(id, new Uint8Array(brotliDecompressSync(readFileSync(path(HAN_FILE)))))),
      );
    return known;
  };
  const faceFor = (weight: Weight, codePoint: number): ShapingFace | undefined =>
    findFace(face, weight, codePoint);
  const hasAll = (grapheme: string): boolean => isWritable(face, grapheme);

  const lines: Record<Weight, ReturnType<typeof createRecentCache<ShapedLine>>> = {
    regular: createRecentCache(CACHED_LETTERS),
    bold: createRecentCache(CACHED_LETTERS),
  };
  const shapeUncached = (weight: Weight, text: string): ShapedLine => {
    const sans = face(weight === "bold" ? "sans-bold" : "sans");
    const nominal = shapeNominal(sans, text);
    if (nominal !== undefined) return nominal;
    const written = replaceUnwritable(text, hasAll).text;
    return (
      shapeNominal(sans, written) ?? shapeMixed(written, (codePoint) => faceFor(weight, codePoint))
    );
  };
  return {
    shape(weight, text) {
      const kept = lines[weight];
      let line = kept.get(text);
      if (line === undefined) {
        line = shapeUncached(weight, text);
        if (text.length <= LONGEST_CACHED) kept.set(text, line, text.length + 4);
      }
      return line;
    },
    writable(text) {
      const { text: written, isTransliterated } = replaceUnwritable(text, hasAll);
      return { text: written.trim(), isTransliterated };
    },
    face,
  };
}

type FaceOf = (id: FontID) => ShapingFace;

function findFace(face: FaceOf, weight: Weight, codePoint: number): ShapingFace | undefined {
  for (const id of FONTS[weight]) {
    if (id === "han" && !isHan(codePoint)) continue;
    const candidate = face(id);
    if (candidate.nominal(codePoint) !== undefined) return candidate;
  }
  return undefined;
}

/**
 * Returns whether the font that has the first character of the grapheme also has all other
 * characters of the grapheme.
 */
function isWritable(face: FaceOf, grapheme: string): boolean {
  const first = findFace(face, "regular", grapheme.codePointAt(0) ?? 0);
  if (first === undefined) return false;
  for (const character of grapheme)
    if (first.nominal(character.codePointAt(0) ?? 0) === undefined) return false;
  return true;
}

/**
 * Returns whether the Han font may have this character. The font is loaded only for such
 * characters.
 */
function isHan(codePoint: number): boolean {
  return (
    (codePoint >= 0x3001 && codePoint <= 0x31ff) ||
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xff01 && codePoint <= 0xffee)
  );
}
