/** The lower half of a label: the parcel's numbers and measures, what is in it, who sent it, and the symbol. */
import type { Code128 } from "./code128.ts";
import { ASCENT, LEADING, type Pen } from "./layout-pen.ts";
import type { LabelModel } from "./labels.schema.ts";

const CAPTION = { face: "regular", max: 2.2, min: 1.5, tracking: 0.14 } as const;
const CAPTION_HEIGHT = CAPTION.max * LEADING;

/** Bars are as high as the label's other duties leave them: a tilted scan needs height, a courier needs the address. */
const BARS_HEIGHT = { free: 28, shared: 23, crowded: 19 };
const BARCODE_TEXT_SIZE = 4.6;

/** The symbol takes the whole sheet: beside it nothing stands, so its quiet zones are the paper. @returns Its top. */
export function drawSymbol(pen: Pen, model: LabelModel, symbol: Code128, bottom: number): number {
  const duties = Number(model.cashOnDelivery !== null) + Number(model.test || model.isReturn);
  const height = duties === 0 ? BARS_HEIGHT.free : duties === 1 ? BARS_HEIGHT.shared : BARS_HEIGHT.crowded;
  const top = bottom - height - BARCODE_TEXT_SIZE * LEADING;
  const x = pen.left - 2;
  const w = pen.width + 4;
  pen.items.push({ kind: "code128", x, y: top, w, h: height, text: model.barcode, symbol });
  pen.line(model.barcode, { x, width: w, baseline: top + height + ASCENT * BARCODE_TEXT_SIZE - 0.2 }, { face: "bold", max: BARCODE_TEXT_SIZE, min: 1.8, align: "centre", tracking: 0.5 });
  return top;
}

/** Contents beside the sender; the sender alone takes the whole width. @returns Its top. */
export function drawSides(pen: Pen, model: LabelModel, bottom: number): number {
  const contents = model.contents.filter((line) => line.trim() !== "");
  const height = contents.length === 0 ? 11.5 : 15;
  const top = bottom - height;
  pen.rule(bottom, 0.35);
  const gap = 4;
  const contentsWidth = contents.length === 0 ? 0 : (pen.width - gap) * 0.52;
  if (contents.length > 0) {
    pen.line("İÇERİK", { x: pen.left, width: contentsWidth, baseline: top + ASCENT * CAPTION.max }, CAPTION);
    pen.paragraphs(contentLines(contents), { face: "regular", x: pen.left, width: contentsWidth, top: top + CAPTION_HEIGHT, height: height - CAPTION_HEIGHT - 0.6, max: 3, min: 2 });
    pen.rect(pen.left + contentsWidth + gap / 2 - 0.15, top, 0.3, height - 0.8);
  }
  const x = contents.length === 0 ? pen.left : pen.left + contentsWidth + gap;
  const width = pen.right - x;
  const from = model.sender;
  pen.line("GÖNDERİCİ", { x, width, baseline: top + ASCENT * CAPTION.max }, CAPTION);
  const nameBottom = pen.paragraphs([from.name], { face: "bold", x, width, top: top + CAPTION_HEIGHT, height: 3 * LEADING, max: 3, min: 1.7 });
  const place = [from.district, from.city].filter((part) => part !== "").join(" / ");
  const address = [from.lines.join(", "), [place, from.phone].filter((part) => part !== "").join(" · ")].filter((line) => line !== "");
  pen.paragraphs(contents.length === 0 ? [address.join(" · ")] : address, { face: "regular", x, width, top: nameBottom, height: bottom - 0.6 - nameBottom, max: 2.7, min: 1.7 });
  return top;
}

/** Few contents get a line each; many run on, so that none is cut before it must be. */
function contentLines(contents: readonly string[]): readonly string[] {
  return contents.length <= 3 ? contents : [contents.join(" · ")];
}

type Fact = { readonly caption: string; readonly value: string; readonly share: number };

/** A row of captioned values between rules. @returns Its top. */
export function drawFacts(pen: Pen, model: LabelModel, bottom: number): number {
  const height = 10.4;
  const top = bottom - height;
  const facts: readonly Fact[] = [
    { caption: "GÖNDERİ NO", value: String(model.shipmentNumber), share: 24 },
    { caption: "SİPARİŞ NO", value: model.orderNumber, share: 34 },
    { caption: "REFERANS", value: model.reference === model.orderNumber ? "" : model.reference, share: 24 },
    { caption: "DESİ", value: model.desi, share: 15 },
    { caption: "AĞIRLIK", value: model.weightKg === "" ? "" : `${model.weightKg} kg`, share: 20 },
  ].filter((fact) => fact.value.trim() !== "");
  const shares = facts.reduce((sum, fact) => sum + fact.share, 0);
  pen.rule(top, 0.35);
  pen.rule(bottom - 0.35, 0.35);
  let x = pen.left;
  facts.forEach((fact, i) => {
    const cell = (pen.width * fact.share) / shares;
    const inset = i === 0 ? 0 : 1.8;
    const at = { x: x + inset, width: cell - inset - 1.2 };
    if (i > 0) pen.rect(x - 0.15, top + 0.35, 0.3, height - 0.7);
    pen.line(fact.caption, { ...at, baseline: top + 0.85 + ASCENT * CAPTION.max }, CAPTION);
    pen.line(fact.value, { ...at, baseline: top + 3.75 + ASCENT * 4.4 }, { face: "bold", max: 4.4, min: 1.6 });
    x += cell;
  });
  return top;
}
