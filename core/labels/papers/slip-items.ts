/** Table of a packing slip's items. */
import { numberText } from "../layout/label-fields.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import type { PackingSlip } from "./paper-orders.ts";
import { textRow, type Cell, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";
import { RULE, type SlipLook, type Span } from "./slip-look.ts";

const HAIRLINE = 0.12;

type ColumnName = "no" | "item" | "variant" | "sku" | "quantity";
/** `share`: share of the table's width. */
type Column = readonly [ColumnName, share: number];

/** Builds the table of items: its head, its rows and their sum. */
export function itemRows(
  slip: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow[] {
  const words = WORDS[slip.language];
  const columns = columnsOf(slip);
  const line = (h: number): { rule: { x: number; w: number; h: number } } => ({
    rule: { x, w, h },
  });
  return [
    textRow(
      fonts,
      cellsOf(
        columns,
        { x, w },
        {
          no: "#",
          item: words.item,
          variant: words.variant,
          sku: words.sku,
          quantity: words.quantity,
        },
        { size: look.caption, weight: "bold" },
      ),
      { below: 1, ...line(RULE) },
    ),
    ...slip.items.map((item, i) => {
      const texts = {
        ...item,
        no: String(i + 1),
        item: item.title === "" ? item.sku : item.title,
        quantity: numberText(String(item.quantity), slip.language),
      };
      return textRow(fonts, cellsOf(columns, { x, w }, texts, { size: look.text }), {
        above: 1,
        below: 1,
        ...line(HAIRLINE),
      });
    }),
    sumRow(slip, fonts, look, { x, w }),
  ];
}

/** Assigns column widths; a column without content gets none. */
function columnsOf({ items }: PackingSlip): readonly Column[] {
  const [no, quantity] = [0.06, 0.1];
  const sku = items.some((item) => item.sku !== "") ? 0.2 : 0;
  const variant = items.some((item) => item.variant !== "") ? 0.24 : 0;
  return [
    ["no", no],
    ["item", 1 - no - quantity - sku - variant],
    ["variant", variant],
    ["sku", sku],
    ["quantity", quantity],
  ];
}

function cellsOf(
  columns: readonly Column[],
  { x, w }: Span,
  texts: Readonly<Record<ColumnName, string>>,
  style: Pick<Cell, "size" | "weight">,
): Cell[] {
  let left = x;
  return columns.flatMap(([name, share]) => {
    const isLast = name === "quantity";
    const place: Pick<Cell, "x" | "width" | "align"> = {
      x: left,
      width: share * w - (isLast ? 0 : 2.5),
      align: isLast ? "right" : "left",
    };
    const cell: Cell = {
      field: `item.${name}`,
      texts: [texts[name]],
      ...place,
      ...style,
      ...(name === "item" || isLast ? { weight: "bold" } : {}),
    };
    left += share * w;
    return share === 0 ? [] : [cell];
  });
}

function sumRow(
  { items, language }: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow {
  const words = WORDS[language];
  if (items.length === 0)
    return textRow(
      fonts,
      [{ field: "items.none", x, width: w, texts: [words.noItems], size: look.text }],
      { above: 2 },
    );
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const sum: Cell = {
    field: "items.total",
    x,
    width: w,
    texts: [words.itemsTotal(items.length, pieces)],
    size: look.text,
    weight: "bold",
    align: "right",
  };
  return textRow(fonts, [sum], { above: 1.5 });
}
