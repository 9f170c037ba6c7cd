/** The glyphs of labels as dots, kept by font and size: a label repeats letters, and labels repeat sizes. */
import type { FontID, LabelFonts } from "./glyphs.ts";
import { rasteriseGlyph, type GlyphDots } from "./rasterise-glyph.ts";

export type GlyphCache = {
  /**
   * The glyphs of one font in one size, to be asked for each run of glyphs and not to be kept.
   *
   * @param size Dots per em, exact: the size that the line was measured with, times the dots per mm.
   */
  sized(font: FontID, size: number): (glyphID: number) => GlyphDots;
  /** Of the coverage that is kept now. */
  readonly bytes: number;
};

/** A glyph of more bytes is drawn anew each time: a few letters across a label would drive out all others. */
const LARGEST_KEPT = 65_536;
/** What an entry takes beside its coverage. */
const ENTRY_BYTES = 200;

/**
 * Two generations: when the younger one holds half the limit, it becomes the older one, and the older one is dropped.
 *
 * @param limitBytes Of the kept glyphs; a label of 600 dpi with 8 sizes needs about 1 MB.
 */
export function createGlyphDots(fonts: LabelFonts, limitBytes: number): GlyphCache {
  type Generation = { readonly sizes: Map<string, Map<number, GlyphDots>>; bytes: number };
  let young: Generation = { sizes: new Map(), bytes: 0 };
  let old: Generation = { sizes: new Map(), bytes: 0 };

  const keep = (key: string, glyphID: number, dots: GlyphDots): void => {
    const bytes = dots.coverage.length + ENTRY_BYTES;
    if (bytes > Math.min(LARGEST_KEPT, limitBytes / 2)) return;
    if (young.bytes + bytes > limitBytes / 2) {
      old = young;
      young = { sizes: new Map(), bytes: 0 };
    }
    let glyphs = young.sizes.get(key);
    if (glyphs === undefined) young.sizes.set(key, (glyphs = new Map()));
    glyphs.set(glyphID, dots);
    young.bytes += bytes;
  };
  return {
    sized(font, size) {
      const key = `${font}|${size}`;
      const face = fonts.face(font);
      const known = young.sizes.get(key);
      return (glyphID) => {
        const hit = known?.get(glyphID) ?? young.sizes.get(key)?.get(glyphID);
        if (hit !== undefined) return hit;
        const dots = old.sizes.get(key)?.get(glyphID) ?? rasteriseGlyph(face, glyphID, size);
        keep(key, glyphID, dots);
        return dots;
      };
    },
    get bytes() {
      return young.bytes + old.bytes;
    },
  };
}
