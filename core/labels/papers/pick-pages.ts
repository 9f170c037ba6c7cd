/** Pages of a pick list: the items of several orders by shelf, each with a box to tick. */
import type { ArrangedLabel } from "../layout/items.ts";
import { numberText } from "../layout/label-fields.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { CAPTION, FRAME, HAIRLINE, RULE, W, X } from "./manifest-look.ts";
import { momentText } from "./moment-text.ts";
import type { PickPaper } from "./paper-orders.ts";
import { breakPages, placePage } from "./paper-pages.ts";
import { blockRow, textRow, type Cell, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

const GUTTER = 2;
const TEXT = 3.2;
/** Side of the box to tick. */
const BOX = 4;

/** Name, width in mm, alignment and size of each column. The widths add up to `W`. */
const COLUMNS = [
  ["tick", 8, "left", TEXT],
  ["shelf", 24, "left", 4.2],
  ["quantity", 14, "right", 4.2],
  ["sku", 34, "left", TEXT],
  ["item", 56, "left", TEXT],
  ["orders", 50, "left", 2.6],
] as const satisfies readonly (readonly [string, number, "left" | "right", number])[];

type Column = (typeof COLUMNS)[number][0];

/** Arranges a pick list on its pages, at least one. */
export function pickPages(list: PickPaper, fonts: LabelFonts): ArrangedLabel[] {
  const words = WORDS[list.language];
  const before = [headRow(list, fonts), ...leftOutRows(list, fonts), columnsRow(list, fonts)];
  const rows = [...before, ...list.items.map((item) => itemRow(list, item, fonts))];
  const pages = breakPages(rows, FRAME, {
    head: before.length - 1,
    from: before.length,
    until: rows.length,
  });
  const foot = {
    language: list.language,
    text: `${list.organizationName} · ${momentText(list.madeAt, list.language)}`,
    mark: "" as const,
  };
  return pages.map((slices, i) =>
    placePage(fonts, FRAME, slices, {
      number: i + 1,
      of: pages.length,
      foot: { ...foot, text: `${words.picks} · ${foot.text}` },
      rowAt: (index) => rows[index] ?? blockRow(0, () => undefined),
    }),
  );
}

function headRow({ language, orders, items }: PickPaper, fonts: LabelFonts): PaperRow {
  const words = WORDS[language];
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const counts = words.pickCounts(orders, items.length, numberText(String(pieces), language));
  return textRow(
    fonts,
    [
      { field: "title", x: X, width: W / 2, texts: [words.picks], size: 6, weight: "bold" },
      { field: "counts", x: X + W / 2, width: W / 2, texts: [counts], size: 3.4, align: "right" },
    ],
    { below: 4 },
  );
}

function leftOutRows({ language, leftOut }: PickPaper, fonts: LabelFonts): PaperRow[] {
  if (leftOut.length === 0) return [];
  const texts = [WORDS[language].pickLeftOut(leftOut.join(", "))];
  return [textRow(fonts, [{ field: "leftOut", x: X, width: W, texts, size: 2.8 }], { below: 3 })];
}

function cells(
  texts: Readonly<Record<Exclude<Column, "tick">, string>>,
  style: { readonly size?: number; readonly weight?: Cell["weight"] },
): Cell[] {
  let left = X;
  return COLUMNS.flatMap(([name, width, align, size]) => {
    const x = left;
    left += width;
    if (name === "tick") return [];
    const isBold = style.weight === "bold" || name === "shelf" || name === "quantity";
    return [
      {
        field: `pick.${name}`,
        x,
        width: width - GUTTER,
        texts: [texts[name]],
        size: style.size ?? size,
        align,
        weight: isBold ? ("bold" as const) : ("regular" as const),
      },
    ];
  });
}

function columnsRow({ language }: PickPaper, fonts: LabelFonts): PaperRow {
  const words = WORDS[language];
  const texts = {
    shelf: words.shelf,
    quantity: words.quantity,
    sku: words.sku,
    item: words.item,
    orders: words.pickOrders,
  };
  return textRow(fonts, cells(texts, { size: CAPTION, weight: "bold" }), {
    below: 1,
    rule: { x: X, w: W, h: RULE },
  });
}

function itemRow(
  { language }: PickPaper,
  item: PickPaper["items"][number],
  fonts: LabelFonts,
): PaperRow {
  const number = (quantity: number): string => numberText(String(quantity), language);
  const row = textRow(
    fonts,
    cells(
      {
        shelf: item.shelf === "" ? "—" : item.shelf,
        quantity: number(item.quantity),
        sku: item.stockCode,
        item: item.title,
        orders: item.orders
          .map(({ order, quantity }) => (quantity === 1 ? order : `${order} (${number(quantity)})`))
          .join(", "),
      },
      {},
    ),
    { above: 1.4, below: 1.4, rule: { x: X, w: W, h: HAIRLINE } },
  );
  return {
    ...row,
    place(items, y, from, until) {
      row.place(items, y, from, until);
      if (from > 0) return;
      const top = y + row.above;
      const side = { x: X, h: HAIRLINE * 2, w: BOX };
      items.push(
        { kind: "rule", ...side, y: top },
        { kind: "rule", ...side, y: top + BOX },
        { kind: "rule", x: X, y: top, w: HAIRLINE * 2, h: BOX },
        { kind: "rule", x: X + BOX, y: top, w: HAIRLINE * 2, h: BOX + HAIRLINE * 2 },
      );
    },
  };
}
