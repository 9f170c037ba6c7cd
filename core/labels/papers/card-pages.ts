/**
 * Pages of the card of control barcodes, which hangs at the desk. The barcodes are far apart, so
 * that a scanner reads the intended one.
 */
import { dotsPerMmOf } from "../dots.ts";
import type { ArrangedLabel, LabelItem } from "../layout/items.ts";
import { barModuleDots, encodeCode128 } from "../layout/label-symbols.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { PAPER_SIZES, type ControlCard } from "./paper-orders.ts";
import { breakPages, PAPER_DPI, placePage, type PaperFrame } from "./paper-pages.ts";
import { sideBySide, blockRow, textRow, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

const FRAME: PaperFrame = { size: "A4", margin: 15, foot: 9 };
const COLUMNS = 2;
const GAP = 24;
const BARS_HEIGHT = 14;
const MODULE_DOTS = 5;
const TITLE = 6;
const CAPTION = 4.6;
const CODE = 2.6;

/** Arranges the card; at least one page. */
export function cardPages(card: ControlCard, fonts: LabelFonts): ArrangedLabel[] {
  const words = WORDS[card.language];
  const whole = PAPER_SIZES.A4.widthMm - 2 * FRAME.margin;
  const width = (whole - (COLUMNS - 1) * GAP) / COLUMNS;
  const lines: PaperRow[] = [];
  for (let at = 0; at < card.codes.length; at += COLUMNS) {
    const cells = card.codes
      .slice(at, at + COLUMNS)
      .map((code, column) =>
        codeRows(fonts, code, { x: FRAME.margin + column * (width + GAP), w: width }),
      );
    lines.push(sideBySide(cells, { above: 4, below: 4 }));
  }
  const title = textRow(
    fonts,
    [
      {
        field: "title",
        x: FRAME.margin,
        width: whole,
        texts: [card.isBadge === true ? words.badge : words.card],
        size: TITLE,
        weight: "bold",
      },
    ],
    { below: 3 },
  );
  const rows = [title, ...lines];
  const pages = breakPages(rows, FRAME, {
    head: rows.length,
    from: rows.length,
    until: rows.length,
  });
  const foot = {
    language: card.language,
    text: card.isBadge === true ? words.badgeFoot : words.cardFoot,
    mark: "" as const,
  };
  return pages.map((slices, i) =>
    placePage(fonts, FRAME, slices, {
      number: i + 1,
      of: pages.length,
      foot,
      rowAt: (index) => rows[index] ?? blockRow(0, () => undefined),
    }),
  );
}

function codeRows(
  fonts: LabelFonts,
  { text, caption }: ControlCard["codes"][number],
  { x, w }: { readonly x: number; readonly w: number },
): PaperRow[] {
  const { modules, bars } = encodeCode128(text);
  const dots = Math.min(MODULE_DOTS, barModuleDots(modules, w, PAPER_DPI));
  const dotsPerMm = dotsPerMmOf(PAPER_DPI);
  const onDot = (mm: number): number => Math.floor(mm * dotsPerMm) / dotsPerMm;
  const place = (items: LabelItem[], y: number): void => {
    items.push({
      kind: "code128",
      field: text,
      x: onDot(x),
      y: onDot(y),
      w: (modules * dots) / dotsPerMm,
      h: onDot(BARS_HEIGHT),
      text,
      moduleDots: dots,
      bars,
    });
  };
  return [
    textRow(
      fonts,
      [{ field: `${text}.caption`, x, width: w, texts: [caption], size: CAPTION, weight: "bold" }],
      { below: 1 },
    ),
    blockRow(BARS_HEIGHT, place),
    textRow(fonts, [{ field: `${text}.text`, x, width: w, texts: [text], size: CODE }], {
      above: 0.5,
    }),
  ];
}
