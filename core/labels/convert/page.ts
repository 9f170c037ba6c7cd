/**
 * A page of a document to convert, in any format. It can be drawn at any size, in quarter turns.
 * Lengths are millimetres.
 */
import type { Ink } from "./ink.ts";

/** Quarter turns clockwise. */
export type Turn = 0 | 1 | 2 | 3;
export const TURNS: readonly Turn[] = [0, 1, 2, 3];

/** A part of a turned page on a canvas. */
export type View = {
  readonly turn: Turn;
  /** Dots per millimetre of the page. */
  readonly scale: number;
  /**
   * Distance of the turned page's left and upper edges from the canvas's left and upper edges,
   * dots; may be negative and fractional.
   */
  readonly left: number;
  readonly top: number;
  /** Size of the canvas, dots. */
  readonly width: number;
  readonly height: number;
};

export type Page = {
  readonly widthMm: number;
  readonly heightMm: number;
  /** The turn after which most text is upright; undefined when the text's direction is unknown. */
  readonly textTurn: Turn | undefined;
  /** Whether the page has letters that cannot be drawn because their font is missing. */
  readonly lacksLetters: boolean;
  /** Draws the page in grey: each dot's ink is the part of it that is covered. */
  render(view: View): Ink;
};

/** A rectangle on the upright page, mm. */
export type PageBox = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};

/** Returns the position of a page's box after the page is turned. */
export function turnedBox(
  { x, y, w, h }: PageBox,
  page: Pick<Page, "widthMm" | "heightMm">,
  turn: Turn,
): PageBox {
  switch (turn) {
    case 0:
      return { x, y, w, h };
    case 1:
      return { x: page.heightMm - y - h, y: x, w: h, h: w };
    case 2:
      return { x: page.widthMm - x - w, y: page.heightMm - y - h, w, h };
    case 3:
      return { x: y, y: page.widthMm - x - w, w: h, h: w };
  }
}
