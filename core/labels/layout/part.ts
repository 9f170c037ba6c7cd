/**
 * A part: a layout node for one label on one paper, which computes its height and then places its
 * items. Lengths are mm.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi, LabelModel } from "../labels.schema.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";
import { dotsPerMmOf } from "../dots.ts";
import { stepDown, stepUp } from "./fit-text.ts";
import type { Box, LabelItem } from "./items.ts";
import type { FieldTexts } from "./label-fields.ts";
import type { LabelField } from "./layout.schema.ts";

export type Part = {
  /** In a row: the part's share of the width that fixed cells leave, or its fixed width. */
  readonly cell: { readonly share: number; readonly width: number | undefined };
  /**
   * In a flexible row: the width of the part's longest word at the smallest size, and of its whole
   * text on one line at the sheet's scale.
   */
  wish?(): { readonly least: number; readonly most: number };
  /** Returns the smallest height at this width and the sheet's scale. */
  height(width: number): number;
  /**
   * Returns the additional height that the part could use, for more list entries or higher bars.
   */
  stretch(width: number): number;
  /** Places the part's items in a box whose height is at least `height`. */
  place(box: Box): void;
};

/** A label while it is arranged. */
export type Sheet = {
  readonly model: LabelModel;
  readonly texts: FieldTexts;
  readonly fonts: LabelFonts;
  readonly paper: Media;
  readonly margin: number;
  /** Factor by which things may be larger than on label rolls; 1 on label rolls. */
  readonly growth: number;
  readonly dpi: Dpi;
  readonly dotsPerMm: number;
  readonly items: LabelItem[];
  /** 0: everything at its smallest size; 1: at its largest. */
  scale: number;
  /** Ranks whose parts are omitted. */
  readonly omittedRanks: Set<number>;
  /** Parts that do not fit on this paper at any scale ("note", "orderNumber.bars"). */
  readonly impossible: Set<string>;
  /**
   * Sizes of texts at a width and the sheet's scale, for texts that must not be larger than another
   * field.
   */
  readonly sizes: Map<LabelField, (width: number) => number>;
  /** Names and ranks of the optional parts that are currently on the label. */
  readonly optional: Map<string, number>;
};

/**
 * Smallest sizes that a printer's dots can show. A stem has at least two dots, and no letter is
 * smaller than what can be read at arm's length.
 */
const MIN_STEM_DOTS = 2;
const MIN_EM_MM: Readonly<Record<Dpi, number>> = { 203: 1.9, 300: 1.7, 600: 1.5 };
/** Han and kana have up to twenty strokes across; with fewer dots per em they merge. */
const MIN_HAN_DOTS = 20;
/** Arabic letters are smaller within their em than Latin letters. */
const ARABIC_FACTOR = 1.15;

/** Returns the smallest size of a text that the printer's dots can show, mm per em. */
export function leastSize(
  { fonts, dpi }: Pick<Sheet, "fonts" | "dpi">,
  weight: Weight,
  text: string,
): number {
  const dotsPerMm = dotsPerMmOf(dpi);
  const stem = fonts.face(weight === "bold" ? "sans-bold" : "sans").stem;
  const least = Math.max(MIN_EM_MM[dpi], MIN_STEM_DOTS / dotsPerMm / stem);
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text))
    return stepUp(Math.max(least, MIN_HAN_DOTS / dotsPerMm));
  if (/\p{Script=Arabic}/u.test(text)) return stepUp(least * ARABIC_FACTOR);
  return stepUp(least);
}

/** Returns the size between two limits at the sheet's scale, mm per em. */
export function scaled(sheet: Sheet, [least, most]: readonly [number, number]): number {
  return stepDown(least + (most - least) * sheet.scale);
}

/**
 * Returns whether a part is on the label: a part of rank 0 is; any other part is if it fits on this
 * paper and its rank is not omitted. Records the ranks of optional parts in `sheet.optional`.
 */
export function isKept(sheet: Sheet, name: string, rank: number): boolean {
  if (rank === 0) return true;
  if (sheet.impossible.has(name)) return false;
  // A field may occur twice; it counts as omitted when the more important occurrence is.
  sheet.optional.set(name, Math.min(rank, sheet.optional.get(name) ?? rank));
  return !sheet.omittedRanks.has(rank);
}
