/** The arranged items of a label: lengths in millimetres, the origin at the top left. */
import type { Media } from "../documents/media.schema.ts";
import type { Code128 } from "./code128.ts";
import type { Face } from "./label-fonts.ts";

export type TextItem = {
  readonly kind: "text";
  readonly face: Face;
  readonly text: string;
  /** Left end of the first glyph's advance, and the line it stands on. */
  readonly x: number;
  readonly baseline: number;
  /** mm per em. */
  readonly size: number;
  /** mm added after each character but the last. */
  readonly tracking: number;
  /** Advance width with tracking. */
  readonly width: number;
};

export type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** A filled rectangle: rules, frames. */
type RuleItem = Box & { readonly kind: "rule" };

/** White text on black. */
export type PanelItem = Box & { readonly kind: "panel"; readonly texts: readonly TextItem[] };

/** A Code128, centred in its box; the box holds the quiet zones. */
export type SymbolItem = Box & { readonly kind: "code128"; readonly text: string; readonly symbol: Code128 };

export type LayoutItem = TextItem | RuleItem | PanelItem | SymbolItem;

export type LabelLayout = Media & { readonly items: readonly LayoutItem[] };
