/**
 * Distributes rows to pages: page breaks, table heads repeated on continued pages, and footers with
 * page numbers.
 */
import type { ArrangedLabel, LabelItem } from "../layout/items.ts";
import { stepDown } from "../layout/fit-text.ts";
import { textItem } from "../layout/text-parts.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import type { LabelModel } from "../labels.schema.ts";
import type { LabelLanguage } from "../layout/layout.schema.ts";
import { PAPER_SIZES } from "./paper-orders.ts";
import { heightOf, textRow, type PaperRow, type RowSize } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

/**
 * Density for which papers are arranged. Office printers have 300 or 600 dpi, and a dot at 300 dpi
 * is exactly two dots wide at 600 dpi.
 */
export const PAPER_DPI = 300;

export type PaperFrame = {
  readonly size: keyof typeof PAPER_SIZES;
  readonly margin: number;
  /** Height of the footer, above the lower margin. */
  readonly foot: number;
};

/** A part of a row on a page. `row`: index of the row. */
export type Slice = {
  readonly row: number;
  readonly from: number;
  readonly until: number;
  readonly y: number;
};

/** Row indexes of a table: its head row, and its rows. The last row has the sums. */
export type TableRange = { readonly head: number; readonly from: number; readonly until: number };

/** A row higher than this share of a page may be split even if it would fit on the next page. */
const LONG = 0.4;

/**
 * Returns the slices of each page, at least one page. No row is left out, and only rows of several
 * lines are split.
 *
 * @param table The table among the rows. Its head row is repeated on each page on which the table
 *   continues.
 */
export function breakPages(
  rows: readonly RowSize[],
  frame: PaperFrame,
  table: TableRange,
): Slice[][] {
  const top = frame.margin;
  const bottom = PAPER_SIZES[frame.size].heightMm - frame.margin - frame.foot;
  const head = rows[table.head];
  const pages: Slice[][] = [[]];
  let page: Slice[] = pages[0] ?? [];
  let y = top;
  const turn = (row: number): void => {
    pages.push((page = []));
    y = top;
    if (head === undefined || row <= table.head || row < table.from || row >= table.until) return;
    page.push({ row: table.head, from: 0, until: head.lines, y });
    y += heightOf(head);
  };
  rows.forEach((row, index) => {
    for (let from = 0; from < row.lines;) {
      const left = row.lines - from;
      const room = Math.floor((bottom - y - row.above - row.below) / row.pitch + 1e-6);
      const isWhole = heightOf(row, left) <= bottom - y + 1e-6;
      const isLong = row.lines > 1 && heightOf(row) > (bottom - top) * LONG;
      // Keeps the head of a table with its first row, and the sums with the row before them.
      const next =
        (index === table.head || index === table.until - 2) && from === 0
          ? rows[index + 1]
          : undefined;
      const isLonely = next !== undefined && heightOf(row) + heightOf(next, 1) > bottom - y;
      const isFresh =
        page.length === 0 ||
        (page.length === 1 && page[0]?.row === table.head && page[0].row !== index);
      const count =
        isWhole && !isLonely
          ? left
          : isLong && room >= 2
            ? Math.min(room, left)
            : isFresh
              ? Math.max(1, Math.min(room, left))
              : 0;
      if (count === 0) {
        turn(index);
        continue;
      }
      page.push({ row: index, from, until: from + count, y });
      y += heightOf(row, count);
      from += count;
      if (from < row.lines) turn(index);
    }
  });
  return pages;
}

export type PageFoot = {
  readonly language: LabelLanguage;
  readonly text: string;
  readonly mark: LabelModel["mark"];
};

/**
 * Arranges one page: its slices, its footer and its mark.
 *
 * @param page.rowAt Returns the row with the given index.
 * @param page.number Page number, from 1.
 */
export function placePage(
  fonts: LabelFonts,
  frame: PaperFrame,
  slices: readonly Slice[],
  page: {
    readonly number: number;
    readonly of: number;
    readonly foot: PageFoot;
    rowAt(index: number): PaperRow;
  },
): ArrangedLabel {
  const { widthMm, heightMm } = PAPER_SIZES[frame.size];
  const items: LabelItem[] = [];
  const { mark, text, language } = page.foot;
  if (mark !== "") items.push(markItem(fonts, mark, { widthMm, heightMm }));
  for (const { row, from, until, y } of slices) page.rowAt(row).place(items, y, from, until);
  const width = widthMm - 2 * frame.margin;
  const number = width * 0.25;
  const foot = textRow(fonts, [
    { field: "foot", x: frame.margin, width: width - number - 4, texts: [text], size: 2.2 },
    {
      field: "page",
      x: widthMm - frame.margin - number,
      width: number,
      texts: [WORDS[language].page(page.number, page.of)],
      size: 2.6,
      align: "right",
    },
  ]);
  foot.place(items, heightMm - frame.margin - heightOf(foot), 0, foot.lines);
  // Right-to-left texts are written last: the search of PDF readers treats a row as one line, and
  // would otherwise reverse its numbers.
  const turned = items.filter(isFromRight);
  return {
    widthMm,
    heightMm,
    dpi: PAPER_DPI,
    items: turned.length === 0 ? items : [...items.filter((item) => !isFromRight(item)), ...turned],
    omitted: [],
    transliterated: [],
  };
}

function isFromRight(item: LabelItem): boolean {
  return item.kind === "text" && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(item.line.text);
}

function markItem(
  fonts: LabelFonts,
  mark: string,
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
): LabelItem {
  const line = fonts.shape("bold", mark);
  const size = stepDown((widthMm * 0.7) / line.width);
  return {
    kind: "mark",
    text: textItem(line, size, { x: 0, w: widthMm }, (heightMm + line.inkTop * size) / 2, {
      field: "mark",
      align: "centre",
      tracking: 0,
    }),
  };
}
