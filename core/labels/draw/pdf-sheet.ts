/** Sheets for several labels: label positions and cut marks. Lengths are mm from the top left. */
import type { Media } from "../../db/documents/media.schema.ts";
import type { Box } from "../layout/items.ts";
import { points } from "./pdf-content.ts";

/** "a4-4": four labels of A6 on A4. */
export type SheetKind = "a4-4";

export const SHEET_MEDIA: Readonly<Record<SheetKind, Media>> = {
  "a4-4": { widthMm: 210, heightMm: 297 },
};

const GRID: Readonly<Record<SheetKind, { readonly columns: number; readonly rows: number }>> = {
  "a4-4": { columns: 2, rows: 2 },
};

/**
 * Length of a cut mark. Marks are short strokes at the edges and where cuts cross, because a full
 * line would be visible on labels whenever the print is slightly shifted. Printers leave about 4 mm
 * white at the edges.
 */
const MARK_MM = 8;
const MARK_LINE_POINTS = 0.3;

/** Returns the positions row by row, from the top left. */
export function positionsOnSheet(kind: SheetKind): readonly Box[] {
  const { columns, rows } = GRID[kind];
  const { widthMm, heightMm } = SHEET_MEDIA[kind];
  const [w, h] = [widthMm / columns, heightMm / rows];
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: (i % columns) * w,
    y: Math.floor(i / columns) * h,
    w,
    h,
  }));
}

/** Returns the operators that draw the cut marks in a page's content stream. */
export function cutMarks(kind: SheetKind): string {
  const { widthMm, heightMm } = SHEET_MEDIA[kind];
  const { columns, rows } = GRID[kind];
  const strokes: string[] = [];
  const stroke = (x0: number, y0: number, x1: number, y1: number): void =>
    void strokes.push(`${points(x0)} ${points(y0)} m ${points(x1)} ${points(y1)} l S`);
  const middles = (whole: number, parts: number): number[] =>
    Array.from({ length: parts - 1 }, (_, i) => ((i + 1) * whole) / parts);
  for (const x of middles(widthMm, columns)) {
    stroke(x, 0, x, MARK_MM);
    stroke(x, heightMm - MARK_MM, x, heightMm);
    for (const y of middles(heightMm, rows)) stroke(x, y - MARK_MM / 2, x, y + MARK_MM / 2);
  }
  for (const y of middles(heightMm, rows)) {
    stroke(0, y, MARK_MM, y);
    stroke(widthMm - MARK_MM, y, widthMm, y);
    for (const x of middles(widthMm, columns)) stroke(x - MARK_MM / 2, y, x + MARK_MM / 2, y);
  }
  return `q ${MARK_LINE_POINTS} w\n${strokes.join("\n")}\nQ`;
}
