/**
 * Symbols of a packing slip: the barcode with which the desk opens the order, and the QR code for
 * the recipient.
 */
import { dotsPerMmOf } from "../dots.ts";
import type { LabelItem } from "../layout/items.ts";
import { barModuleDots, encodeCode128, encodeQr, isEncodable } from "../layout/label-symbols.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import type { PackingSlip } from "./paper-orders.ts";
import { PAPER_DPI } from "./paper-pages.ts";
import { blockRow, textRow, type Cell, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";
import type { SlipLook, Span } from "./slip-look.ts";

const BARS_HEIGHT = 11;
/** Dots per module of the QR code at 300 dpi: 0.42 mm, large enough for phones. */
const QR_DOTS = 5;
/**
 * Longest address that is shown as a QR code, in characters. A longer address would need more
 * modules than fit; the addresses of this product are shorter.
 */
const MAX_QR_TEXT = 200;
/** Largest module at 300 dpi: 0.34 mm. Wider bars scan no better from paper. */
const MAX_BAR_DOTS = 4;

/**
 * Builds the barcode of the order number, or of the shipment number if the order number does not
 * fit or cannot be encoded. Returns no rows when neither number can be shown.
 */
export function barsRows(
  slip: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow[] {
  const shipment = String(slip.shipmentNumber);
  // Scanning either number opens the order.
  for (const [text, caption] of [
    [slip.orderNumber, slip.orderNumber],
    [shipment, `${WORDS[slip.language].shipment} ${shipment}`],
  ] as const) {
    if (!isEncodable(text)) continue;
    const { modules, bars } = encodeCode128(text);
    const dots = Math.min(MAX_BAR_DOTS, barModuleDots(modules, w + look.margin, PAPER_DPI));
    const dotsPerMm = dotsPerMmOf(PAPER_DPI);
    const wide = (modules * dots) / dotsPerMm;
    if (dots === 0 || wide > w) continue;
    const onDot = (mm: number): number => Math.floor(mm * dotsPerMm) / dotsPerMm;
    const place = (items: LabelItem[], y: number): void => {
      items.push({
        kind: "code128",
        field: "orderNumber",
        x: onDot(x + w - wide),
        y: onDot(y),
        w: wide,
        h: onDot(BARS_HEIGHT),
        text,
        moduleDots: dots,
        bars,
      });
    };
    const under: Cell = {
      field: "orderNumber.text",
      x,
      width: w,
      texts: [caption],
      size: look.caption + 0.3,
      align: "right",
    };
    return [blockRow(BARS_HEIGHT, place, { above: 2.5, below: 0.8 }), textRow(fonts, [under])];
  }
  return [];
}

/**
 * Builds the QR code with which the recipient follows the parcel, with a caption; no rows when the
 * address is empty or too long.
 */
export function followRows(
  { followURL, language }: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow[] {
  if (followURL === "" || followURL.length > MAX_QR_TEXT) return [];
  const { columns, cells } = encodeQr(followURL);
  const dotsPerMm = dotsPerMmOf(PAPER_DPI);
  const side = (columns * QR_DOTS) / dotsPerMm;
  const onDot = (mm: number): number => Math.floor(mm * dotsPerMm) / dotsPerMm;
  const place = (items: LabelItem[], y: number): void => {
    items.push({
      kind: "matrix",
      field: "follow",
      x: onDot(x),
      y: onDot(y),
      w: side,
      h: side,
      text: followURL,
      moduleDots: QR_DOTS,
      columns,
      cells,
    });
  };
  return [
    textRow(
      fonts,
      [
        {
          field: "follow.caption",
          x,
          width: w,
          texts: [WORDS[language].follow],
          size: look.caption + 0.3,
        },
      ],
      { above: 2.5 },
    ),
    blockRow(side, place, { above: 1.5, below: 1 }),
  ];
}
