/**
 * Rows of texts on office paper. A text shrinks slightly, then wraps; it is never cut off, and a
 * row has the height of its highest cell, so nothing overlaps. A row of several lines may continue
 * on the next page. Lengths are mm.
 */
import { fitText, type Fitted } from "../layout/fit-text.ts";
import type { LabelItem } from "../layout/items.ts";
import { textItem } from "../layout/text-parts.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";

export type RowSize = {
  /** Number of lines of its longest cell; 1 for a row that cannot be split. */
  readonly lines: number;
  /** Distance between lines. */
  readonly pitch: number;
  /** Space above and below, also where a row is continued. */
  readonly above: number;
  readonly below: number;
};

export type PaperRow = RowSize & {
  /**
   * Places the lines from `from` up to, not including, `until`.
   *
   * @param y Top of the row, including its space above.
   */
  place(items: LabelItem[], y: number, from: number, until: number): void;
};

export type Cell = {
  readonly field: string;
  readonly x: number;
  readonly width: number;
  /** Each text starts a new line. Empty texts are left out. */
  readonly texts: readonly string[];
  /** mm per em. */
  readonly size: number;
  readonly weight?: Weight;
  readonly align?: "left" | "right" | "centre";
};

/** A text shrinks to this share of its size before a word is split. */
const MIN = 0.75;
/** Usual ascent and descent of letters, ems; some scripts need more. */
const ASCENT = 0.93;
const DESCENT = 0.27;

/** Returns the height of the given number of lines. */
export function heightOf({ lines, pitch, above, below }: RowSize, count: number = lines): number {
  return above + count * pitch + below;
}

/**
 * Returns a row of cells side by side.
 *
 * @param space.rule A rule below the last line.
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

/** A cell's texts at the size at which they fit its width. */
type FittedCell = Pick<Fitted, "size" | "lines"> & { readonly cell: Cell };

function fitCell(fonts: LabelFonts, cell: Cell): FittedCell {
  const texts = cell.texts.map((text) => fonts.writable(text).text).filter((text) => text !== "");
  if (texts.length === 0) return { cell, size: cell.size, lines: [] };
  const fit = fitText(fonts, cell.weight ?? "regular", texts, {
    width: cell.width,
    size: cell.size,
    least: cell.size * MIN,
    lines: Infinity,
  });
  return { cell, ...fit };
}

/** Returns the ascent and descent of the row's tallest letters. */
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

/** Returns an unsplittable block as a row. */
export function blockRow(
  height: number,
  place: (items: LabelItem[], y: number) => void,
  { above = 0, below = 0 }: { readonly above?: number; readonly below?: number } = {},
): PaperRow {
  return { lines: 1, pitch: height, above, below, place: (items, y) => place(items, y + above) };
}

/** Returns the columns of rows, side by side, as one row that cannot be split. */
export function sideBySide(
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
