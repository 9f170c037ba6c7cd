/** Measures of a manifest's pages, mm. */
import type { PaperFrame } from "./paper-pages.ts";

export const FRAME: PaperFrame = { size: "A4", margin: 12, foot: 8 };
/** Left edge and width of the text. */
export const X = FRAME.margin;
export const W = 210 - 2 * FRAME.margin;
/** Size of captions. */
export const CAPTION = 2.4;
/** Widths of lines. */
export const HAIRLINE = 0.12;
export const RULE = 0.4;
