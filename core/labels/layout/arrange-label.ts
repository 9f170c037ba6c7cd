/**
 * Arranging a label: the one way from a model and a layout to items on a paper. Everything is as large as fits; where even small
 * sizes do not, the fields of the highest rank are left out first. Recipient, routing and barcode are never left out: what still
 * does not fit is refused. It is measured with the outlines that are drawn, so nothing overlaps and nothing leaves the label
 * (`test/core/labels/layout/arrange-label.test.ts` holds it to that).
 */
import { AppError } from "../../base/errors.ts";
import type { Media } from "../../documents/media.schema.ts";
import type { Dpi, LabelModel } from "../labels.schema.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { dotsPerMm } from "../zpl.ts";
import { partOf } from "./box-parts.ts";
import type { ArrangedLabel } from "./items.ts";
import { fieldTexts, type FieldTexts } from "./label-fields.ts";
import { LABEL_FIELDS, type LabelField, type LabelLayout } from "./layout.schema.ts";
import { barModuleDots, encodeCode128 } from "./label-symbols.ts";
import type { Part, Sheet } from "./part.ts";

export type Paper = { readonly media: Media; readonly dpi: Dpi };

/** Optional fields are given up before the others shrink below this part of their range: a crowded label is hard to read. */
const COMFORT = 0.3;
const SCALE_STEPS = 20;

/**
 * @returns The same label for the same model, layout, paper and fonts.
 * @throws AppError E1072 when the barcode is too long for the paper, E2057 when recipient, routing and barcode do not fit on it.
 */
export function arrangeLabel(model: LabelModel, layout: LabelLayout, fonts: LabelFonts, { media, dpi }: Paper): ArrangedLabel {
  const root = layout.arrangements.find(({ minWidth, minHeight }) => media.widthMm >= minWidth && media.heightMm >= minHeight)?.root;
  if (root === undefined) throw tooSmall(layout, media);
  const { texts, transliterated } = writableTexts(fieldTexts(model), fonts);
  const sheet: Sheet = {
    model, texts, fonts, dpi, paper: media, margin: layout.margin, dotsPerMm: dotsPerMm(dpi), items: [],
    scale: COMFORT, omittedRanks: new Set(), impossible: new Set(), optional: new Map(),
  };
  const width = media.widthMm - 2 * layout.margin;
  const height = media.heightMm - 2 * layout.margin;
  const { part, omitted } = choose(sheet, () => partOf(sheet, root), { width, height, refuse: () => (isTooLong(model.barcode, { media, dpi }) ? tooLong(model.barcode, media) : tooSmall(layout, media)) });
  sheet.scale = largestScale(sheet, (scale) => {
    sheet.scale = scale;
    return part.height(width) <= height;
  });
  part.place({ x: layout.margin, y: layout.margin, w: width, h: height });
  return { ...media, dpi, items: sheet.items, omitted, transliterated };
}

type Room = { readonly width: number; readonly height: number; readonly refuse: () => AppError };

/**
 * Leaves out optional fields, the highest rank first, until the rest fits in comfort; then puts back those, the most important
 * first, that fit where a larger one did not. Fields that cannot stand on this paper at any size are left out at once.
 */
function choose(sheet: Sheet, build: () => Part | undefined, { width, height, refuse }: Room): { readonly part: Part; readonly omitted: readonly string[] } {
  /** The parts of what is kept now, when they fit at the sheet's scale. */
  const attempt = (): Part | undefined => {
    for (;;) {
      sheet.optional.clear();
      const before = sheet.impossible.size;
      const part = build();
      if (part === undefined) throw refuse();
      const fits = part.height(width) <= height;
      if (sheet.impossible.size === before) return fits ? part : undefined;
    }
  };
  let part = attempt();
  const dropped: number[] = [];
  while (part === undefined) {
    const ranks = [...sheet.optional.values()].filter((rank) => !sheet.omittedRanks.has(rank));
    if (ranks.length === 0) {
      // What is never left out shrinks below comfort, no more than it must; optional fields come back only beside that size.
      for (let step = Math.round(COMFORT * SCALE_STEPS) - 1; part === undefined && step >= 0; step--) {
        sheet.scale = step / SCALE_STEPS;
        part = attempt();
      }
      if (part === undefined) throw refuse();
      break;
    }
    dropped.push(Math.max(...ranks));
    sheet.omittedRanks.add(Math.max(...ranks));
    part = attempt();
  }
  for (const rank of dropped.toReversed().slice(1)) {
    sheet.omittedRanks.delete(rank);
    const larger = attempt();
    if (larger === undefined) sheet.omittedRanks.add(rank);
    else part = larger;
  }
  part = attempt() ?? part;
  return { part, omitted: [...sheet.impossible, ...[...sheet.optional].filter(([, rank]) => sheet.omittedRanks.has(rank)).toSorted((a, b) => b[1] - a[1]).map(([name]) => name)] };
}

function largestScale(sheet: Sheet, fits: (scale: number) => boolean): number {
  let [low, high] = [Math.round(sheet.scale * SCALE_STEPS), SCALE_STEPS + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle / SCALE_STEPS)) low = middle;
    else high = middle;
  }
  return low / SCALE_STEPS;
}

function writableTexts(texts: FieldTexts, fonts: LabelFonts): { readonly texts: FieldTexts; readonly transliterated: readonly LabelField[] } {
  const transliterated = new Set<LabelField>();
  const written = { ...texts };
  for (const field of LABEL_FIELDS) {
    written[field] = texts[field].map((text) => {
      const { text: plain, isTransliterated } = fonts.writable(text);
      if (isTransliterated) transliterated.add(field);
      return plain;
    });
  }
  return { texts: written, transliterated: [...transliterated] };
}

function isTooLong(barcode: string, { media, dpi }: Paper): boolean {
  return barModuleDots(encodeCode128(barcode).modules, media.widthMm, dpi) === 0;
}

function tooLong(barcode: string, { widthMm, heightMm }: Media): AppError {
  return new AppError("E1072", `The barcode ${barcode} is too long for a label of ${widthMm} × ${heightMm} mm. Print this parcel's label on wider paper.`, { barcode, widthMm, heightMm });
}

function tooSmall(layout: LabelLayout, { widthMm, heightMm }: Media): AppError {
  return new AppError("E2057", `The recipient's name and address are too long for a label of ${widthMm} × ${heightMm} mm. Shorten them, or print this parcel's label on larger paper.`, { layout: layout.name, widthMm, heightMm });
}
