/**
 * Arranges a label: the only way from a model and a layout to items on a paper. Everything is as
 * large as fits. Where even small sizes do not fit, fields are left out, the highest rank first: a
 * higher rank is less important. Recipient, routing and barcode are never left out; if they do not
 * fit, the label is rejected. Text is measured with the outlines that are drawn, so nothing
 * overlaps or leaves the label (verified by `test/core/labels/layout/arrange-label.test.ts`).
 */
import { AppError, errors } from "../../base/errors.ts";
import type { Media } from "../../db/documents/media.schema.ts";
import type { Dpi, LabelModel } from "../labels.schema.ts";
import type { LabelFonts } from "../text/glyphs.ts";
import { dotsPerMmOf } from "../dots.ts";
import { chooseParts, largestScale, type Chosen } from "./choose-parts.ts";
import { growthOf, grownNode } from "./grow-layout.ts";
import type { ArrangedLabel } from "./items.ts";
import { fieldTexts, type FieldTexts } from "./label-fields.ts";
import { LABEL_FIELDS, type LabelField, type LabelLayout } from "./layout.schema.ts";
import { barModuleDots, encodeCode128 } from "./label-symbols.ts";
import type { Sheet } from "./part.ts";

export type Paper = { readonly media: Media; readonly dpi: Dpi };

/**
 * If only fields of this rank or higher are omitted, no other arrangement of the layout is tried.
 */
const LESSER_RANK = 14;

/**
 * Arranges a label. The same model, layout, paper and fonts give the same arrangement.
 *
 * @throws AppError E1072 when the barcode is too long for the paper; E2057 when recipient, routing
 * and barcode do not fit on it, or the recipient's name, address or place has no printable letter.
 */
export function arrangeLabel(
  model: LabelModel,
  layout: LabelLayout,
  fonts: LabelFonts,
  { media, dpi }: Paper,
): ArrangedLabel {
  const given = fieldTexts(model);
  const { texts, transliterated } = writableTexts(given, fonts);
  for (const [field, words] of NEVER_EMPTY)
    if (isBlank(texts[field]) && !isBlank(given[field])) throw unwritable(words, layout, media);
  const growth = growthOf(media);
  const margin = layout.margin * growth; // large letters reach further beyond their box
  let best: { readonly sheet: Sheet; readonly chosen: Chosen } | undefined;
  for (const { root } of layout.arrangements.filter(
    ({ minWidth, minHeight }) => media.widthMm >= minWidth && media.heightMm >= minHeight,
  )) {
    const sheet: Sheet = {
      model,
      texts,
      fonts,
      dpi,
      growth,
      paper: media,
      margin,
      dotsPerMm: dotsPerMmOf(dpi),
      items: [],
      scale: 0,
      omittedRanks: new Set(),
      impossible: new Set(),
      sizes: new Map(),
      optional: new Map(),
    };
    const chosen = chooseParts(sheet, grownNode(root, growth), layout);
    if (chosen === undefined) continue;
    // The first arrangement is meant for this paper; an arrangement for smaller paper is better if
    // it omits fewer important fields.
    if (best === undefined || losesLess(chosen, best.chosen)) best = { sheet, chosen };
    if (lossesOf(best.chosen).length === 0) break;
  }
  if (best === undefined)
    throw isTooLong(model.barcode, { media, dpi })
      ? tooLong(model.barcode, media)
      : tooSmall(layout, media);
  const { sheet, chosen } = best;
  const [width, height] = [media.widthMm - 2 * margin, media.heightMm - 2 * margin];
  sheet.scale = largestScale(sheet.scale, (scale) => {
    sheet.scale = scale;
    return chosen.part.height(width) <= height;
  });
  chosen.part.place({ x: margin, y: margin, w: width, h: height });
  return {
    ...media,
    dpi,
    items: sheet.items,
    omitted: chosen.omitted.map(({ name }) => name),
    transliterated,
  };
}

/** Fields that no label omits, with their names for error messages. */
const NEVER_EMPTY = [
  ["recipient.name", "name"],
  ["recipient.address", "address"],
  ["routing.large", "district and city"],
] as const satisfies readonly (readonly [LabelField, string])[];

function isBlank(texts: readonly string[]): boolean {
  return texts.join("").trim() === "";
}

function unwritable(what: string, layout: LabelLayout, { widthMm, heightMm }: Media): AppError {
  return errors.recipientDoesNotFit(
    `The recipient's ${what} has no letter that a label can print. Write it in letters.`,
    { layout: layout.name, widthMm, heightMm },
  );
}

/** Returns the ranks of the omitted fields that a person would miss, the most important first. */
function lossesOf({ omitted }: Chosen): readonly number[] {
  return omitted
    .map(({ rank }) => rank)
    .filter((rank) => rank < LESSER_RANK)
    .sort((a, b) => a - b);
}

/**
 * Returns whether one arrangement omits less than another: the most important rank in which only
 * one of them omits a field decides, then the number of omitted fields.
 */
function losesLess(one: Chosen, other: Chosen): boolean {
  const [all, allOthers] = [lossesOf(one), lossesOf(other)];
  const [own, others] = [[...new Set(all)], [...new Set(allOthers)]];
  for (let i = 0; i < Math.max(own.length, others.length); i++) {
    const [mine, theirs] = [own[i] ?? Infinity, others[i] ?? Infinity];
    if (mine !== theirs) return mine > theirs;
  }
  return all.length < allOthers.length;
}

function writableTexts(
  texts: FieldTexts,
  fonts: LabelFonts,
): { readonly texts: FieldTexts; readonly transliterated: readonly LabelField[] } {
  const transliterated = new Set<LabelField>();
  const written = { ...texts };
  for (const field of LABEL_FIELDS) {
    written[field] = texts[field].map((text) => {
      const { text: plain, isTransliterated } = fonts.writable(text);
      if (!isTransliterated) return plain;
      transliterated.add(field);
      // Transliterating a script without capitals yields lower case; sorting words on labels are
      // upper case.
      return field === "routing.large" || field === "routing.small" ? plain.toUpperCase() : plain;
    });
  }
  return { texts: written, transliterated: [...transliterated] };
}

function isTooLong(barcode: string, { media, dpi }: Paper): boolean {
  return barModuleDots(encodeCode128(barcode).modules, media.widthMm, dpi) === 0;
}

function tooLong(barcode: string, { widthMm, heightMm }: Media): AppError {
  return errors.labelNotCreated(
    `The barcode ${barcode} is too long for a label of ${widthMm} × ${heightMm} mm. Print this parcel's label on wider paper.`,
    { reason: "wide", barcode, widthMm, heightMm },
  );
}

function tooSmall(layout: LabelLayout, { widthMm, heightMm }: Media): AppError {
  return errors.recipientDoesNotFit(
    `The recipient's name and address are too long for a label of ${widthMm} × ${heightMm} mm. Shorten them, or print this parcel's label on larger paper.`,
    { layout: layout.name, widthMm, heightMm },
  );
}
