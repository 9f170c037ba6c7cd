/**
 * What a layout's nodes become for one label on one paper: parts that say how high they are and
 * then place their items. Lengths are mm.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi, LabelModel } from "../labels.schema.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";
import { dotsPerMm } from "../dots.ts";
import { stepDown, stepUp } from "./fit-text.ts";
import type { Box, LabelItem } from "./items.ts";
import type { FieldTexts } from "./label-fields.ts";
import type { LabelField } from "./layout.schema.ts";

export type Part = {
  /** In a row: its part of what fixed widths leave, or its fixed width. */
  readonly cell: { readonly share: number; readonly width: number | undefined };
  /**
   * In a flexible row: the width of its longest word at its smallest, and of all of it on one line
   * at the sheet's scale.
   */
  wish?(): { readonly least: number; readonly most: number };
  /** Least height at this width and the sheet's scale. */
  height(width: number): number;
  /** How much higher it could use to be: more entries of a list, higher bars. */
  stretch(width: number): number;
  /** Places its items in the box, whose height is at least `height`. */
  place(box: Box): void;
};

/** One label that is being arranged. */
export type Sheet = {
  readonly model: LabelModel;
  readonly texts: FieldTexts;
  readonly fonts: LabelFonts;
  readonly paper: Media;
  readonly margin: number;
  /** How many times as large as on label rolls things may be; 1 on those. */
  readonly growth: number;
  readonly dpi: Dpi;
  readonly dotsPerMm: number;
  readonly items: LabelItem[];
  /** 0: everything at its smallest; 1: at its largest. */
  scale: number;
  /** Parts of these ranks are left out. */
  readonly omittedRanks: Set<number>;
  /** Parts that cannot stand on this paper at any scale ("note", "orderNumber.bars"). */
  readonly impossible: Set<string>;
  /**
   * Of texts that others are not to be larger than: their size at a width and the sheet's scale.
   */
  readonly sizes: Map<LabelField, (width: number) => number>;
  /** Names of the optional parts that are on the label now, with their ranks. */
  readonly optional: Map<string, number>;
};

/**
 * A size that its dots can show. At 203 dpi a stem of two dots; no letter smaller than what is read
 * at arm's length.
 */
const LEAST_STEM_DOTS = 2;
const LEAST_EM_MM: Readonly<Record<Dpi, number>> = { 203: 1.9, 300: 1.7, 600: 1.5 };
/** Han and kana have up to twenty strokes across: fewer dots than this an em run together. */
const LEAST_HAN_DOTS = 20;
/** Arabic stands smaller in its em than Latin does. */
const ARABIC_FACTOR = 1.15;

/** @returns The smallest size of a text that the printer's dots show, mm per em. */
export function leastSize(
  { fonts, dpi }: Pick<Sheet, "fonts" | "dpi">,
  weight: Weight,
  text: string,
): number {
  const dots = dotsPerMm(dpi);
  const stem = fonts.face(weight === "bold" ? "sans-bold" : "sans").stem;
  const least = Math.max(LEAST_EM_MM[dpi], LEAST_STEM_DOTS / dots / stem);
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text))
    return stepUp(Math.max(least, LEAST_HAN_DOTS / dots));
  if (/\p{Script=Arabic}/u.test(text)) return stepUp(least * ARABIC_FACTOR);
  return stepUp(least);
}

/** @returns The size between two at the sheet's scale, mm per em. */
export function scaled(sheet: Sheet, [least, most]: readonly [number, number]): number {
  return stepDown(least + (most - least) * sheet.scale);
}

/**
 * @returns Whether an optional part is on the label: it has a rank that is kept, and can stand on
 *   this paper.
 */
export function isKept(sheet: Sheet, name: string, rank: number): boolean {
  if (rank === 0) return true;
  if (sheet.impossible.has(name)) return false;
  // A field may stand in two places: it is omitted when the more important one is.
  sheet.optional.set(name, Math.min(rank, sheet.optional.get(name) ?? rank));
  return !sheet.omittedRanks.has(rank);
}
