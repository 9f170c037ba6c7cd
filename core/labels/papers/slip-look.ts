/** Style of packing slips: margins, type sizes and rules, mm. */
import type { SlipPaper } from "./paper-orders.ts";
import type { PaperFrame } from "./paper-pages.ts";

/** Type sizes as heights of the em, mm; `gap`: space between sections, mm. */
export type SlipLook = PaperFrame & {
  readonly title: number;
  readonly name: number;
  readonly text: number;
  readonly caption: number;
  readonly gap: number;
};

export const LOOKS: Readonly<Record<SlipPaper, SlipLook>> = {
  A4: { size: "A4", margin: 14, foot: 9, title: 6.4, name: 4.6, text: 3.5, caption: 2.5, gap: 6 },
  A5: { size: "A5", margin: 9, foot: 8, title: 5, name: 3.8, text: 3, caption: 2.2, gap: 4 },
};

/** Thickness of the line under a head. */
export const RULE = 0.4;

/** A horizontal section of the page, from `x`. */
export type Span = { readonly x: number; readonly w: number };
