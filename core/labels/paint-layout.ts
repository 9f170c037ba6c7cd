/** A layout as dots: what PNG shows and what ZPL sends as its bitmap are painted here, so they are the same picture. */
import { createCanvas, dotBox, paintBox, paintText, type Canvas, type DotBox } from "./canvas.ts";
import { moduleWidth } from "./code128.ts";
import type { LabelFonts } from "./label-fonts.ts";
import type { LabelLayout, LayoutItem, SymbolItem } from "./layout-items.ts";

/**
 * Paints some items of a layout.
 *
 * @param part The rectangle of the label to paint; items outside of it are left out.
 */
export function paintItems(items: readonly LayoutItem[], fonts: LabelFonts, dotsPerMm: number, part: DotBox): Canvas {
  const canvas = createCanvas(part.width, part.height);
  const how = { dotsPerMm, offset: part };
  const onCanvas = (box: DotBox): DotBox => ({ ...box, x: box.x - part.x, y: box.y - part.y });
  for (const item of items) {
    switch (item.kind) {
      case "text":
        paintText(canvas, fonts, item, how);
        break;
      case "rule":
        paintBox(canvas, onCanvas(dotBox(item, dotsPerMm)));
        break;
      case "panel":
        paintBox(canvas, onCanvas(dotBox(item, dotsPerMm)));
        for (const text of item.texts) paintText(canvas, fonts, text, { ...how, erase: true });
        break;
      case "code128":
        for (const bar of symbolDots(item, dotsPerMm).bars) paintBox(canvas, onCanvas(bar));
        break;
    }
  }
  return canvas;
}

export type SymbolDots = DotBox & { readonly moduleDots: number; readonly bars: readonly DotBox[] };

/** The symbol in whole dots, in the middle of its box. */
export function symbolDots(item: SymbolItem, dotsPerMm: number): SymbolDots {
  const moduleDots = Math.round(moduleWidth(item.symbol.modules, item.w, dotsPerMm) * dotsPerMm);
  const box = dotBox(item, dotsPerMm);
  const width = item.symbol.modules * moduleDots;
  const x = box.x + Math.round((box.width - width) / 2);
  const bars = item.symbol.bars.map(([first, wide]) => ({ x: x + first * moduleDots, y: box.y, width: wide * moduleDots, height: box.height }));
  return { x, y: box.y, width, height: box.height, moduleDots, bars };
}

/** @returns The whole label, in dots. */
export function labelDots(layout: LabelLayout, dotsPerMm: number): DotBox {
  return { x: 0, y: 0, width: Math.round(layout.widthMm * dotsPerMm), height: Math.round(layout.heightMm * dotsPerMm) };
}
