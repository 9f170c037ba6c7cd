/**
 * One font file, read by HarfBuzz: each character's glyph, its advance, its ink and its outline.
 */
import { Blob, Face, Font } from "harfbuzzjs";
import type { FontFace, FontID, OutlineStep } from "./glyphs.ts";

/** A character's glyph without shaping; fractions of an em. */
type NominalGlyph = {
  readonly id: number;
  readonly advance: number;
  readonly inkTop: number;
  readonly inkBottom: number;
  readonly text: string;
};

export type ShapingFace = FontFace & {
  /** For shaping with the font's layout features. */
  readonly font: Font;
  /** Finds the glyph of a character; undefined when the font lacks the character. */
  nominal(codePoint: number): NominalGlyph | undefined;
  /**
   * Returns the highest and lowest ink relative to the baseline, fractions of an em; 0 and 0 for a
   * glyph without ink.
   */
  ink(glyphID: number): { readonly inkTop: number; readonly inkBottom: number };
};

/**
 * A letter with a vertical stem, and the height of the cut that measures it, as a fraction of the
 * letter's height.
 */
const STEMS: Readonly<Record<FontID, readonly [string, number]>> = {
  sans: ["l", 0.5],
  "sans-bold": ["l", 0.5],
  arabic: ["ا", 0.5],
  "arabic-bold": ["ا", 0.5],
  hebrew: ["ו", 0.4],
  "hebrew-bold": ["ו", 0.4],
  han: ["十", 0.25],
};

/**
 * The soft hyphen marks a possible line break and is not a letter, but fonts have a glyph for it.
 */
const SOFT_HYPHEN = 0xad;

/**
 * Opens a font file.
 *
 * @throws Error when the bytes are not a font.
 */
export function openFace(id: FontID, bytes: Uint8Array): ShapingFace {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  const em = face.upem;
  if (face.collectUnicodes().length === 0)
    throw new Error(`the font file "${id}" has no characters`);
  const nominals = new Map<number, NominalGlyph>();
  const inks = new Map<number, { readonly inkTop: number; readonly inkBottom: number }>();

  const ink: ShapingFace["ink"] = (glyphID) => {
    let known = inks.get(glyphID);
    if (known === undefined) {
      const box = font.glyphExtents(glyphID);
      known =
        box === undefined || box.height === 0
          ? { inkTop: 0, inkBottom: 0 }
          : { inkTop: box.yBearing / em, inkBottom: (box.yBearing + box.height) / em };
      inks.set(glyphID, known);
    }
    return known;
  };
  const advance = (glyphID: number): number => font.glyphHAdvance(glyphID) / em;
  const outline = (glyphID: number): OutlineStep[] =>
    font
      .glyphToJson(glyphID)
      .map(({ type, values }) => ({ command: commandOf(type), args: values }));

  const [letter, height] = STEMS[id];
  return {
    id,
    unitsPerEm: em,
    bytes,
    font,
    advance,
    outline,
    ink,
    stem: stemWidth(outline(font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0), height) / em,
    nominal(codePoint) {
      let known = nominals.get(codePoint);
      if (known === undefined && codePoint !== SOFT_HYPHEN) {
        const glyphID = font.nominalGlyph(codePoint);
        if (glyphID === undefined || glyphID === 0) return undefined;
        known = {
          id: glyphID,
          advance: advance(glyphID),
          ...ink(glyphID),
          text: String.fromCodePoint(codePoint),
        };
        nominals.set(codePoint, known);
      }
      return known;
    },
  };
}

function commandOf(type: string): OutlineStep["command"] {
  if (type === "M" || type === "L" || type === "Q" || type === "C" || type === "Z") return type;
  throw new Error(`outline command ${type} is unknown`);
}

/**
 * Measures the narrowest ink on a horizontal cut through the letter, font units. Curves are
 * replaced by their chords, since a stem's sides are nearly straight.
 */
function stemWidth(outline: readonly OutlineStep[], height: number): number {
  const points: (readonly [number, number])[] = [];
  const edges: (readonly [readonly [number, number], readonly [number, number]])[] = [];
  let start: readonly [number, number] = [0, 0];
  let from = start;
  for (const { command, args } of outline) {
    const to: readonly [number, number] =
      command === "Z" ? start : [args.at(-2) ?? 0, args.at(-1) ?? 0];
    if (command === "M") start = to;
    else edges.push([from, to]);
    points.push(to);
    from = to;
  }
  const bottom = Math.min(...points.map(([, y]) => y));
  const cut = bottom + (Math.max(...points.map(([, y]) => y)) - bottom) * height + 0.01;
  const crossings = edges
    .filter(([a, b]) => a[1] < cut !== b[1] < cut)
    .map(([a, b]) => a[0] + ((cut - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
    .sort((a, b) => a - b);
  const widths = crossings.flatMap((x, i) => (i % 2 === 1 ? [x - (crossings[i - 1] ?? x)] : []));
  return widths.length === 0 ? 0 : Math.min(...widths);
}
