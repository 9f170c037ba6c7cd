/** Places items on a label: rules, and text by its left, right or middle, measured with the label fonts. */
import { fitLine, fitParagraphs, type Fitted } from "./fit-text.ts";
import { widthOf, type Face, type LabelFonts } from "./label-fonts.ts";
import type { LayoutItem, TextItem } from "./layout-items.ts";
import { printable } from "./printable-text.ts";

/** Ink of every glyph in the fonts lies between these, in ems from the baseline. A line box is their sum. */
export const ASCENT = 1.055;
export const DESCENT = 0.245;
export const LEADING = ASCENT + DESCENT;

/** Upper edge of Turkish capitals (İ, Ğ), for lines set so large that the room above them shows. */
export const CAPS_ASCENT = 0.945;

type LineStyle = {
  readonly face: Face;
  readonly max: number;
  readonly min: number;
  readonly align?: "left" | "right" | "centre";
  /** mm between characters. */
  readonly tracking?: number;
};

export type Pen = {
  readonly items: LayoutItem[];
  readonly left: number;
  readonly right: number;
  readonly width: number;
  /** A text in one line between `x` and `x + width`, standing on `baseline`. Draws nothing when the text is empty. */
  line(text: string, at: { readonly x: number; readonly width: number; readonly baseline: number }, style: LineStyle): TextItem | undefined;
  /** As `line`, without drawing it: for texts that belong to a panel. */
  setLine(text: string, at: { readonly x: number; readonly width: number; readonly baseline: number }, style: LineStyle): TextItem | undefined;
  /** How far the text's ink rises over its line, in ems. */
  inkAbove(face: Face, text: string): number;
  /** Paragraphs from `top` down. @returns The bottom of the last line box. */
  paragraphs(texts: readonly string[], room: ParagraphRoom): number;
  rule(y: number, thickness: number): void;
  rect(x: number, y: number, w: number, h: number): void;
};

type ParagraphRoom = { readonly face: Face; readonly x: number; readonly width: number; readonly top: number; readonly height: number; readonly max: number; readonly min: number };

/** @param edges Of what may be drawn on, mm from the left of the sheet. @returns A pen that has drawn nothing. */
export function createPen(fonts: LabelFonts, edges: { readonly left: number; readonly right: number }): Pen {
  const items: LayoutItem[] = [];

  function setLine(text: string, at: { x: number; width: number; baseline: number }, style: LineStyle): TextItem | undefined {
    const font = fonts[style.face];
    const clean = printable(font, text);
    if (clean === "") return undefined;
    const tracking = style.tracking ?? 0;
    const room = at.width - tracking * Math.max(0, [...clean].length - 1);
    const fitted = fitLine(font, clean, { width: room, max: style.max, min: style.min });
    const width = widthOf(font, fitted.text, fitted.size, tracking);
    const slack = at.width - width;
    const x = at.x + (style.align === "right" ? slack : style.align === "centre" ? slack / 2 : 0);
    return { kind: "text", face: style.face, text: fitted.text, x, baseline: at.baseline, size: fitted.size, tracking, width };
  }

  function paragraphs(texts: readonly string[], room: ParagraphRoom): number {
    const font = fonts[room.face];
    const fitted: Fitted = fitParagraphs(font, texts.map((text) => printable(font, text)), { ...room, leading: LEADING });
    fitted.lines.forEach((text, i) => {
      const baseline = room.top + (i * LEADING + ASCENT) * fitted.size;
      items.push({ kind: "text", face: room.face, text, x: room.x, baseline, size: fitted.size, tracking: 0, width: widthOf(font, text, fitted.size) });
    });
    return room.top + fitted.lines.length * LEADING * fitted.size;
  }

  return {
    items,
    ...edges,
    width: edges.right - edges.left,
    setLine,
    line(text, at, style) {
      const item = setLine(text, at, style);
      if (item !== undefined) items.push(item);
      return item;
    },
    inkAbove: (face, text) => Math.max(0, ...Array.from(printable(fonts[face], text), (character) => fonts[face].glyph(character.codePointAt(0) ?? 0).bounds.maxY)),
    paragraphs,
    rule: (y, thickness) => void items.push({ kind: "rule", x: edges.left, y, w: edges.right - edges.left, h: thickness }),
    rect: (x, y, w, h) => void items.push({ kind: "rule", x, y, w, h }),
  };
}
