/**
 * Text after shaping: positioned glyphs of fonts. Rasters, PDF and measurements use the same lines.
 * Lengths are fractions of an em; y upwards.
 */

/**
 * A font file. Bold Han uses the regular weight, because at label sizes bold strokes would merge.
 */
export type FontID =
  | "sans"
  | "sans-bold"
  | "arabic"
  | "arabic-bold"
  | "hebrew"
  | "hebrew-bold"
  | "han";

export type Weight = "regular" | "bold";

export type Glyph = {
  /** Number in its font. */
  readonly id: number;
  /** Position of its origin, from the left end of the line. */
  readonly x: number;
  readonly y: number;
  /** The text that it represents; "" for further glyphs of the same cluster. */
  readonly text: string;
};

/** Adjacent glyphs of one font. */
export type GlyphRun = { readonly font: FontID; readonly glyphs: readonly Glyph[] };

/** One line, with its runs in visual order from the left. */
export type ShapedLine = {
  /** The text in reading order, after replacing characters that no font has. */
  readonly text: string;
  readonly width: number;
  /** Highest and lowest ink relative to the baseline; 0 and 0 without ink. */
  readonly inkTop: number;
  readonly inkBottom: number;
  /** Whether its first strong letter belongs to a right-to-left script. */
  readonly isRightToLeft: boolean;
  readonly runs: readonly GlyphRun[];
};

/** One step of an outline, in font units, y upwards. */
export type OutlineStep = {
  readonly command: "M" | "L" | "Q" | "C" | "Z";
  readonly args: readonly number[];
};

export type FontFace = {
  readonly id: FontID;
  readonly unitsPerEm: number;
  /** The font file. */
  readonly bytes: Uint8Array;
  outline(glyphID: number): readonly OutlineStep[];
  /** Fraction of an em. */
  advance(glyphID: number): number;
  /**
   * Width of a vertical stem ("l"), fraction of an em: the thinnest stroke that must remain visible
   * at a size.
   */
  readonly stem: number;
};

/** The label fonts: loaded once per thread, large fonts when a text first needs them. */
export type LabelFonts = {
  /**
   * Shapes one line, and caches it. Never throws; `writable` reports characters that no font has.
   */
  shape(weight: Weight, text: string): ShapedLine;
  /**
   * Returns the text as it can be printed: composed, on one line, with single spaces, and with a
   * transliteration of each letter that no font has ("한국" → "HanGug"); and whether a letter was
   * transliterated. Text that only lost invisible characters counts as unchanged.
   */
  writable(text: string): { readonly text: string; readonly isTransliterated: boolean };
  face(id: FontID): FontFace;
};
