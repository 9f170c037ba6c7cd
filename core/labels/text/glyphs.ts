/**
 * Text after shaping: which glyphs of which fonts stand where. Rasters, PDF and measurements read
 * the same lines. Lengths are fractions of an em; y upwards.
 */

/**
 * A font file. Bold Han is written in the regular weight: at label sizes its strokes would run
 * together.
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
  /** In its font. */
  readonly id: number;
  /** Of its origin, from the left end of the line. */
  readonly x: number;
  readonly y: number;
  /** The text it stands for; "" for further glyphs of the same cluster. */
  readonly text: string;
};

/** Neighbouring glyphs of one font. */
export type GlyphRun = { readonly font: FontID; readonly glyphs: readonly Glyph[] };

/** One line, its runs in the order they are seen from the left. */
export type ShapedLine = {
  /** As it is read, after characters that no font has were replaced. */
  readonly text: string;
  readonly width: number;
  /** Highest and lowest ink over the line it stands on; 0 and 0 without ink. */
  readonly inkTop: number;
  readonly inkBottom: number;
  /** Whether its first strong letter is of a script written from the right. */
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
   * Width of an upright stem ("l"), fraction of an em: the thinnest stroke that a size must keep
   * visible.
   */
  readonly stem: number;
};

/** The label fonts: loaded once for each thread, the large ones when a text first needs them. */
export type LabelFonts = {
  /** Shapes one line. Kept for repeats. Never throws: see `writable` for what no font has. */
  shape(weight: Weight, text: string): ShapedLine;
  /**
   * @returns The text as it can be written: composed, on one line, single spaces, letters that no
   *   font has transliterated ("한국" → "HanGug"); and whether a letter was. Text that only lost
   *   invisible characters counts as unchanged.
   */
  writable(text: string): { readonly text: string; readonly isTransliterated: boolean };
  face(id: FontID): FontFace;
};
