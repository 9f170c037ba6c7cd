/**
 * The arranged items of a label: lengths in millimetres, origin at the top left. Symbols are on
 * whole dots of the density for which the label was arranged.
 */
import type { Media } from "../../db/documents/media.schema.ts";
import type { ShapedLine } from "../text/glyphs.ts";
import type { Dpi } from "../labels.schema.ts";

export type Box = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};

export type TextItem = {
  readonly kind: "text";
  /** The item's field ("recipient.name"); several items may have the same field. */
  readonly field: string;
  readonly line: ShapedLine;
  /** Left end of the line, and its baseline. */
  readonly x: number;
  readonly baseline: number;
  /** mm per em. */
  readonly size: number;
  /** mm added after each cluster except the last. */
  readonly tracking: number;
  /** Includes tracking. */
  readonly width: number;
};

/** A filled rectangle: rules, frames. */
type RuleItem = Box & { readonly kind: "rule" };

/** White text on black. */
type PanelItem = Box & { readonly kind: "panel"; readonly texts: readonly TextItem[] };

/**
 * A Code 128. The box is its bars without the quiet zones. Bars as [first module, width in
 * modules].
 */
export type BarsItem = Box & {
  readonly kind: "code128";
  readonly field: string;
  readonly text: string;
  readonly moduleDots: number;
  readonly bars: readonly (readonly [number, number])[];
};

/** A 2-D symbol. The box is its modules without the quiet zone. Row by row, true is black. */
export type MatrixItem = Box & {
  readonly kind: "matrix";
  readonly field: string;
  readonly text: string;
  readonly moduleDots: number;
  readonly columns: number;
  readonly cells: readonly boolean[];
};

/** A 1-bit picture, scaled to the box. Each row padded to whole bytes, 1 = black. */
export type PictureItem = Box & {
  readonly kind: "picture";
  readonly columns: number;
  readonly rows: number;
  readonly bits: Uint8Array;
};

/** A word across other text ("TEST"), drawn lightly enough to read through. */
type MarkItem = { readonly kind: "mark"; readonly text: TextItem };

export type LabelItem =
  | TextItem
  | RuleItem
  | PanelItem
  | BarsItem
  | MatrixItem
  | PictureItem
  | MarkItem;

export type ArrangedLabel = Media & {
  readonly dpi: Dpi;
  readonly items: readonly LabelItem[];
  /** Fields that had no room on this paper, in the order in which they were omitted. */
  readonly omitted: readonly string[];
  /** Fields with transliterated letters. */
  readonly transliterated: readonly string[];
};
