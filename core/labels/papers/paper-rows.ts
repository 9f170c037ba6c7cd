/**
 * Rows of texts on office paper. A text shrinks a little, then wraps; it is never cut, and a row
 * has the height of its longest cell, so nothing overlaps. A row of several lines may be continued
 * on the next page. Lengths are mm.
 */
import { fitText, type Fitted } from "../layout/fit-text.ts";
import type { LabelItem } from "../layout/items.ts";
import { textItem } from "../layout/text-parts.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";

export type RowSize = {
  /** Lines of its longest cell; 1 for what cannot be divided. */
  readonly lines: number;
  /** From one line to the next. */
  readonly pitch: number;
  /** Free room, also where a row is continued. */
  readonly above: number;
  readonly below: number;
};

export type PaperRow = RowSize & {
  /**
   * Places the lines from `from` to before `until`.
   * @param y Top of the row, its free room included.
   */
  place(items: LabelItem[], y: number, from: number, until: number): void;
};

export type Cell = {
  readonly field: string;
  readonly x: number;
  readonly width: number;
  /** Each begins a line of its own. Empty ones are left out. */
  readonly texts: readonly string[];
  /** mm per em. */
  readonly size: number;
  readonly weight?: Weight;
  readonly align?: "left" | "right" | "centre";
};

/** A text shrinks to this part of its size before a word of it is divided. */
const LEAST = 0.75;
/** Of an em: letters reach so high and so low; some scripts reach farther. */
const ASCENT = 0.93;
const DESCENT = 0.27;

/** @returns The height of so many of its lines. */
export function heightOf({ lines, pitch, above, below }: RowSize, count: number = lines): number {
  return above + count * pitch + below;
}

/**
 * @returns A row of cells beside each other.
 * @param rule Thickness of a line below its last line; 0: none.
 */
export function textRow(
  fonts: LabelFonts,
  cells: readonly Cell[],
  {
    above = 0,
    below = 0,
    rule,
  }: {
    readonly above?: number;
    readonly below?: number;
    readonly rule?: { readonly x: number; readonly w: number; readonly h: number };
  } = {},
): PaperRow {
  const fitted = cells.map((cell) => fitCell(fonts, cell));
  const { ascent, descent } = reachOf(fitted);
  const lines = Math.max(1, ...fitted.map((cell) => cell.lines.length));
  const pitch = ascent + descent;
  return {
    lines,
    pitch,
    above,
    below,
    place(items, y, from, until) {
      for (const { cell, size, lines: own } of fitted) {
        own.slice(from, until).forEach((line, i) => {
          items.push(
            textItem(line, size, { x: cell.x, w: cell.width }, y + above + i * pitch + ascent, {
              field: cell.field,
              align: cell.align ?? "left",
              tracking: 0,
            }),
          );
        });
      }
      if (rule !== undefined && until >= lines)
        items.push({
          kind: "rule",
          x: rule.x,
          y: y + above + (until - from) * pitch + below - rule.h,
          w: rule.w,
          h: rule.h,
        });
    },
  };
}

/** A cell's texts in the size in which they fit its width. */
type FittedCell = Pick<Fitted, "size" | "lines"> & { readonly cell: Cell };

function fitCell(fonts: LabelFonts, cell: Cell): FittedCell {
  const texts = cell.texts.map((text) => fonts.writable(text).text).filter((text) => text !== "");
  if (texts.length === 0) return { cell, size: cell.size, lines: [] };
  const fit = fitText(fonts, cell.weight ?? "regular", texts, {
    width: cell.width,
    size: cell.size,
    least: cell.size * LEAST,
    lines: Infinity,
  });
  return { cell, ...fit };
}

/** @returns How far the tallest letters of a row reach above and below their line. */
function reachOf(cells: readonly FittedCell[]): { ascent: number; descent: number } {
  const all = cells.flatMap(({ size, lines }) => lines.map((line) => ({ size, line })));
  return {
    ascent: Math.max(
      ...cells.map(({ cell }) => cell.size * ASCENT),
      ...all.map(({ size, line }) => line.inkTop * size),
    ),
    descent: Math.max(
      ...cells.map(({ cell }) => cell.size * DESCENT),
      ...all.map(({ size, line }) => -line.inkBottom * size),
    ),
  };
}

/** @returns Something that cannot be divided, as a row. */
export function blockRow(
  height: number,
  place: (items: LabelItem[], y: number) => void,
  { above = 0, below = 0 }: { readonly above?: number; readonly below?: number } = {},
): PaperRow {
  return { lines: 1, pitch: height, above, below, place: (items, y) => place(items, y + above) };
}

/** @returns Columns of rows, side by side, as one row that is not divided. */
export function besideEachOther(
  columns: readonly (readonly PaperRow[])[],
  space: { readonly above?: number; readonly below?: number } = {},
): PaperRow {
  const height = Math.max(
    0,
    ...columns.map((rows) => rows.reduce((sum, row) => sum + heightOf(row), 0)),
  );
  return blockRow(
    height,
    (items, top) => {
      for (const rows of columns) {
        let y = top;
        for (const row of rows) {
          row.place(items, y, 0, row.lines);
          y += heightOf(row);
        }
      }
    },
    space,
  );
}
