/**
 * Glyphs of labels as dots, cached by font and size, because a label repeats letters and labels
 * repeat sizes.
 */
import type { FontID, LabelFonts } from "./glyphs.ts";
import { rasteriseGlyph, type DrawnGlyph } from "./rasterise-glyph.ts";

export type GlyphDots = {
  /**
   * Returns a glyph as dots.
   *
   * @param size Dots per em, exact: the size with which the line was measured, times the dots per
   * mm.
   */
  dots(font: FontID, glyphID: number, size: number): DrawnGlyph;
  /** Memory of the cached glyphs, bytes. */
  readonly bytes: number;
};

/**
 * Largest cached glyph, bytes. If larger glyphs were cached, a few letters as large as a label
 * would evict all others.
 */
const LARGEST_KEPT = 65_536;
/** Memory of an entry in addition to its dots. */
const ENTRY_BYTES = 200;

/**
 * Creates a cache with two generations. When the younger generation holds half the limit, it
 * becomes the older generation, and the previous older generation is dropped.
 *
 * @param limitBytes Largest memory of the cached glyphs; a label at 600 dpi with 8 sizes needs
 * about 1 MB.
 */
export function createGlyphDots(fonts: LabelFonts, limitBytes: number): GlyphDots {
  type Sized = Map<number, DrawnGlyph>;
  let young = new Map<string, Sized>();
  let old = new Map<string, Sized>();
  let youngBytes = 0;
  let oldBytes = 0;
  /** The last requested font and size, which a whole run of glyphs shares. */
  let last:
    | { readonly font: FontID; readonly size: number; readonly key: string; readonly glyphs: Sized }
    | undefined;

  const startGeneration = (): void => {
    [old, oldBytes] = [young, youngBytes];
    [young, youngBytes] = [new Map(), 0];
    last = undefined;
  };
  const sized = (font: FontID, size: number): NonNullable<typeof last> => {
    if (last?.font === font && last.size === size) return last;
    const key = `${font}|${size}`;
    let glyphs = young.get(key);
    if (glyphs === undefined) young.set(key, (glyphs = new Map()));
    return (last = { font, size, key, glyphs });
  };
  return {
    dots(font, glyphID, size) {
      const { key, glyphs } = sized(font, size);
      const hit = glyphs.get(glyphID);
      if (hit !== undefined) return hit;
      const drawn = old.get(key)?.get(glyphID) ?? rasteriseGlyph(fonts.face(font), glyphID, size);
      const bytes = drawn.coverage.length + drawn.dots.length + ENTRY_BYTES;
      if (bytes > Math.min(LARGEST_KEPT, limitBytes / 2)) return drawn;
      if (youngBytes + bytes > limitBytes / 2) startGeneration();
      sized(font, size).glyphs.set(glyphID, drawn);
      youngBytes += bytes;
      return drawn;
    },
    get bytes() {
      return youngBytes + oldBytes;
    },
  };
}
