/** The boxes at the end of a manifest in which both sides sign. */
import type { LabelItem } from "../layout/items.ts";
import type { LabelLanguage } from "../layout/layout.schema.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { CAPTION, HAIRLINE, RULE, W, X } from "./manifest-look.ts";
import { blockRow, textRow, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

const SIGNATURE_HEIGHT = 52;
/** Heights of the lines to write on, mm from the top of their box; a signature needs more room. */
const SIGNATURE_LINES = [13, 21, 29, 47] as const;

/** Builds the row with two boxes of lines to write on. */
export function signatureRow(language: LabelLanguage, fonts: LabelFonts): PaperRow {
  const words = WORDS[language];
  const gap = 6;
  const w = (W - gap) / 2;
  return blockRow(SIGNATURE_HEIGHT, (items, y) => {
    signatureBox(items, fonts, { x: X, y, w }, words.handedOver, [
      words.name,
      words.handedAt,
      "",
      words.signature,
    ]);
    signatureBox(items, fonts, { x: X + w + gap, y, w }, words.takenOver, [
      words.name,
      words.handedAt,
      words.handedParcels,
      words.signature,
    ]);
  });
}

function signatureBox(
  items: LabelItem[],
  fonts: LabelFonts,
  { x, y, w }: { readonly x: number; readonly y: number; readonly w: number },
  title: string,
  lines: readonly string[],
): void {
  const h = SIGNATURE_HEIGHT;
  for (const side of [
    { x, y, w, h: RULE },
    { x, y: y + h - RULE, w, h: RULE },
    { x, y, w: RULE, h },
    { x: x + w - RULE, y, w: RULE, h },
  ])
    items.push({ kind: "rule", ...side });
  const inner = { x: x + 3, w: w - 6 };
  textRow(fonts, [
    { field: "sign.title", x: inner.x, width: inner.w, texts: [title], size: 2.8, weight: "bold" },
  ]).place(items, y + 2, 0, Infinity);
  lines.forEach((text, i) => {
    if (text === "") return;
    const baseline = y + (SIGNATURE_LINES[i] ?? h);
    const caption = textRow(fonts, [
      { field: "sign.caption", x: inner.x, width: 32, texts: [text], size: CAPTION },
    ]);
    caption.place(items, baseline - caption.lines * caption.pitch + 0.6, 0, Infinity);
    items.push({ kind: "rule", x: inner.x + 33, y: baseline, w: inner.w - 33, h: HAIRLINE });
  });
}
