/**
 * Pages of a packing slip: sender, recipient and contents, for the person who packs and the person
 * who unpacks.
 */
import type { ArrangedLabel } from "../layout/items.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { PAPER_SIZES, type PackingSlip } from "./paper-orders.ts";
import { breakPages, placePage } from "./paper-pages.ts";
import { blockRow, textRow, type Cell, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";
import { recipientRow, senderRow } from "./slip-head.ts";
import { itemRows } from "./slip-items.ts";
import { LOOKS, type SlipLook, type Span } from "./slip-look.ts";

/** Arranges a slip on its pages, at least one. The same slip gives the same pages. */
export function slipPages(slip: PackingSlip, fonts: LabelFonts): ArrangedLabel[] {
  const look = LOOKS[slip.paper];
  const words = WORDS[slip.language];
  const x = look.margin;
  const w = PAPER_SIZES[slip.paper].widthMm - 2 * look.margin;
  const table = itemRows(slip, fonts, look, { x, w });
  const before = [
    senderRow(slip, fonts, look, { x, w }),
    recipientRow(slip, fonts, look, { x, w }),
  ];
  const rows = [...before, ...table, ...noteRows(slip, fonts, look, { x, w })];
  const pages = breakPages(rows, look, {
    head: before.length,
    from: before.length + 1,
    until: before.length + table.length,
  });
  const foot = {
    language: slip.language,
    text: `${words.shipment} ${slip.shipmentNumber} · ${words.slipFoot}`,
    mark: slip.mark,
  };
  return pages.map((slices, i) =>
    placePage(fonts, look, slices, {
      number: i + 1,
      of: pages.length,
      foot,
      rowAt: (index) => rows[index] ?? blockRow(0, () => undefined),
    }),
  );
}

function noteRows(
  slip: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow[] {
  const note = slip.note.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (note.length === 0) return [];
  const caption: Cell = {
    field: "note.caption",
    x,
    width: w,
    texts: [WORDS[slip.language].note],
    size: look.caption,
    weight: "bold",
  };
  return [
    textRow(fonts, [caption], { above: look.gap }),
    textRow(fonts, [{ field: "note", x, width: w, texts: note, size: look.text }]),
  ];
}
