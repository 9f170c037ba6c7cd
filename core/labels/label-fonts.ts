/**
 * The label fonts: parsed once per thread, measured in fractions of an em. Every width in a layout comes from here,
 * and PDF, ZPL and PNG draw these same glyphs, so what was measured is what is printed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fontkit from "@pdf-lib/fontkit";

export type Face = "regular" | "bold";

/** One step of an outline, in font units, y upwards. */
type OutlineStep = { readonly command: string; readonly args: readonly number[] };

export type FontGlyph = {
  readonly id: number;
  /** Fractions of an em. */
  readonly advance: number;
  /** Ink bounds in fractions of an em, y upwards from the baseline; all 0 for a space. */
  readonly bounds: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
  readonly outline: readonly OutlineStep[];
};

export type LabelFont = {
  readonly face: Face;
  readonly bytes: Uint8Array;
  readonly unitsPerEm: number;
  readonly parsed: ParsedFont;
  has(codePoint: number): boolean;
  glyph(codePoint: number): FontGlyph;
};

export type LabelFonts = Readonly<Record<Face, LabelFont>>;

type ParsedFont = ReturnType<typeof fontkit.create>;

declare module "@pdf-lib/fontkit" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be merged into the library's own
  interface Path {
    /** fontkit has this on every path; its types do not. */
    readonly commands: readonly OutlineStep[];
  }
}

const FILES: Record<Face, string> = { regular: "NotoSans-Regular.ttf", bold: "NotoSans-Bold.ttf" };

/** @param resourcesDir The folder that holds `fonts/`. */
export function loadLabelFonts(resourcesDir: string): LabelFonts {
  return { regular: loadFont(resourcesDir, "regular"), bold: loadFont(resourcesDir, "bold") };
}

function loadFont(resourcesDir: string, face: Face): LabelFont {
  const bytes = new Uint8Array(readFileSync(join(resourcesDir, "fonts", FILES[face])));
  const parsed = fontkit.create(bytes);
  const unitsPerEm = parsed.unitsPerEm;
  const covered = new Set(parsed.characterSet);
  // A glyph first met as a part of another (the C of Ç) would forget which letter it is, and the PDF's text with it.
  for (const codePoint of covered) parsed.glyphForCodePoint(codePoint);
  const glyphs = new Map<number, FontGlyph>();
  return {
    face,
    bytes,
    unitsPerEm,
    parsed,
    has: (codePoint) => covered.has(codePoint),
    glyph(codePoint) {
      let glyph = glyphs.get(codePoint);
      if (glyph === undefined) glyphs.set(codePoint, (glyph = readGlyph(parsed, codePoint)));
      return glyph;
    },
  };
}

function readGlyph(font: ParsedFont, codePoint: number): FontGlyph {
  const glyph = font.glyphForCodePoint(codePoint);
  const { commands: outline } = glyph.path;
  const box = outline.length === 0 ? { minX: 0, minY: 0, maxX: 0, maxY: 0 } : glyph.bbox;
  const em = font.unitsPerEm;
  return {
    id: glyph.id,
    advance: glyph.advanceWidth / em,
    bounds: { minX: box.minX / em, minY: box.minY / em, maxX: box.maxX / em, maxY: box.maxY / em },
    outline,
  };
}

/**
 * Width of a line.
 *
 * @param size     mm per em.
 * @param tracking mm added after each character but the last.
 * @returns mm.
 */
export function widthOf(font: LabelFont, text: string, size: number, tracking = 0): number {
  let em = 0;
  let count = 0;
  for (const character of text) {
    em += font.glyph(character.codePointAt(0) ?? 0).advance;
    count++;
  }
  return em * size + tracking * Math.max(0, count - 1);
}
