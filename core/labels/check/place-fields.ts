/**
 * Places a label's fields on a bitmap and reports faults of their positions. Barcodes are placed
 * last, because the printer draws them on areas that must be white.
 */
import type { Dpi } from "../labels.schema.ts";
import { createBitmap, type Bitmap, type DotBox } from "../draw/canvas.ts";
import { growthOf } from "../layout/grow-layout.ts";
import { encodeCode128, QUIET_MODULES, type Code128 } from "../layout/label-symbols.ts";
import { dotsPerMmOf } from "../dots.ts";
import { countBlack, fillBox, hasEqualRows, placeGraphic } from "./bitmap.ts";
import type { LabelFault } from "./check-report.ts";
import type { BarsNote, Code128Field, GraphicField, MatrixNote, OurZpl } from "./read-our-zpl.ts";
import { textDots } from "./text-ink.ts";

/**
 * Edge of a label that must stay white. The print's position on the label varies by up to a
 * millimetre, and many printers cannot print this close to the edge.
 */
const MARGIN_MM = 1;
/** Largest overlap of two texts, as a share of the smaller text's ink box. */
const MAX_SHARED_AREA = 0.25;

/** A printed linear symbol. Its text is undefined when only its dots are known. */
export type PlacedBars = {
  readonly text: string | undefined;
  readonly box: DotBox;
  readonly moduleDots: number;
};

export type PlacedLabel = {
  readonly bitmap: Bitmap;
  readonly bars: readonly PlacedBars[];
  readonly matrices: readonly MatrixNote[];
  /** Number of black dots in bitmaps that look like text and contain no 2-D symbol. */
  readonly textDots: number;
  readonly faults: readonly LabelFault[];
};

/** Places all fields of a label on a bitmap. */
export function placeFields({ size, settings: { offset }, fields }: OurZpl, dpi: Dpi): PlacedLabel {
  const bitmap = createBitmap(size);
  const dotsPerMm = dotsPerMmOf(dpi);
  const faults: LabelFault[] = [];
  const checkBounds = (what: string, box: DotBox): void => {
    if (!isWithin(box, size, Math.floor(MARGIN_MM * dotsPerMm)))
      faults.push({
        code: "outside",
        message: `${what} at ${at(box)} is not within the printable area, ${MARGIN_MM} mm from the edges of the label.`,
      });
    // A printer cuts off print that its offset moves over the edge.
    else if (!isWithin({ ...box, x: box.x + offset.x, y: box.y + offset.y }, size, 0))
      faults.push({
        code: "outside",
        message: `The printer's offset of ${mmText(offset.x / dotsPerMm)} × ${mmText(offset.y / dotsPerMm)} mm pushes print off the label. Make the offset smaller.`,
      });
  };
  const matrices = fields.filter((field) => field.kind === "matrix");
  const graphics = fields.filter((field) => field.kind === "graphic");
  const inks = placeGraphics(bitmap, graphics, checkBounds, faults);
  for (const box of fields.filter((field) => field.kind === "box")) {
    checkBounds("A line", box);
    // A line between the letters of a text makes the text unreadable even if no dot is shared.
    if (countBlack(bitmap, box) > 0 || inks.some((ink) => areOver(ink, box)))
      faults.push({
        code: "overlap",
        message: `A line or a black surface at ${at(box)} covers another part of the label.`,
      });
    fillBox(bitmap, box);
  }
  const bars: PlacedBars[] = [];
  for (const field of fields) {
    if (field.kind !== "code128" && field.kind !== "bars") continue;
    const symbol =
      field.kind === "bars"
        ? barsInBitmap(bitmap, field, faults)
        : printedBars(bitmap, field, faults);
    if (symbol === undefined) continue;
    checkBounds("A barcode", symbol.box);
    measureQuietZones(bitmap, symbol, faults);
    bars.push(symbol);
  }
  const written = graphics.filter(
    (graphic) =>
      !matrices.some(
        (matrix) => overlapArea(matrix, { ...graphic, width: graphic.bytesPerRow * 8 }) > 0,
      ),
  );
  // Letters are larger on larger paper.
  const letterDots =
    dotsPerMm * growthOf({ widthMm: size.width / dotsPerMm, heightMm: size.height / dotsPerMm });
  return {
    bitmap,
    bars,
    matrices,
    textDots: written.reduce((sum, graphic) => sum + textDots(graphic, letterDots), 0),
    faults,
  };
}

function isWithin(
  box: DotBox,
  size: { readonly width: number; readonly height: number },
  margin: number,
): boolean {
  return (
    box.x >= margin &&
    box.y >= margin &&
    box.x + box.width <= size.width - margin &&
    box.y + box.height <= size.height - margin
  );
}

function at({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${x},${y}`;
}

function mmText(mm: number): string {
  return String(Math.round(mm * 10) / 10);
}

type CheckBounds = (what: string, box: DotBox) => void;

/** Returns the bounding boxes of the bitmaps' ink. */
function placeGraphics(
  bitmap: Bitmap,
  graphics: readonly GraphicField[],
  checkBounds: CheckBounds,
  faults: LabelFault[],
): readonly DotBox[] {
  const inks: DotBox[] = [];
  for (const graphic of graphics) {
    const { ink, sharedDots } = placeGraphic(bitmap, graphic);
    if (ink === undefined) continue;
    checkBounds("Text or a picture", ink);
    if (sharedDots > 0 || inks.some((other) => areOver(other, ink)))
      faults.push({
        code: "overlap",
        message: `Text or a picture at ${at(graphic)} lies over another text or picture.`,
      });
    inks.push(ink);
  }
  return inks;
}

/**
 * Returns whether two texts lie over each other, even if their letters interleave without sharing a
 * dot. An accent that reaches into the line above is allowed.
 */
function areOver(a: DotBox, b: DotBox): boolean {
  return overlapArea(a, b) > Math.min(a.width * a.height, b.width * b.height) * MAX_SHARED_AREA;
}

function overlapArea(a: DotBox, b: DotBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Places a symbol that the printer draws; the symbol's area must still be white. */
function printedBars(
  bitmap: Bitmap,
  { x, y, height, moduleDots, text }: Code128Field,
  faults: LabelFault[],
): PlacedBars | undefined {
  const symbol = tryEncode(text);
  if (symbol === undefined) {
    faults.push({
      code: "unread",
      message: `The barcode at ${at({ x, y })} has a text that Code 128 cannot encode.`,
    });
    return undefined;
  }
  const box = { x, y, width: symbol.modules * moduleDots, height };
  if (countBlack(bitmap, box) > 0)
    faults.push({
      code: "overlap",
      message: `Another part of the label covers the barcode at ${at(box)}.`,
    });
  for (const [first, wide] of symbol.bars)
    fillBox(bitmap, { x: x + first * moduleDots, y, width: wide * moduleDots, height });
  return { text, box, moduleDots };
}

function tryEncode(text: string): Code128 | undefined {
  try {
    return encodeCode128(text);
  } catch {
    return undefined; // the caller reports a fault instead of the encoder's message
  }
}

/** Places a symbol that is part of a bitmap; all its rows must be equal. */
function barsInBitmap(
  bitmap: Bitmap,
  { x, y, width, height, moduleDots }: BarsNote,
  faults: LabelFault[],
): PlacedBars {
  const box = { x, y, width, height };
  if (!hasEqualRows(bitmap, box))
    faults.push({
      code: "overlap",
      message: `Another part of the label covers the barcode at ${at(box)}.`,
    });
  return { text: undefined, box, moduleDots };
}

/** Checks the quiet zones over the bars' whole height. */
function measureQuietZones(
  bitmap: Bitmap,
  { box, moduleDots }: PlacedBars,
  faults: LabelFault[],
): void {
  const quiet = QUIET_MODULES * moduleDots;
  const sides = [
    { ...box, x: box.x - quiet, width: quiet },
    { ...box, x: box.x + box.width, width: quiet },
  ];
  if (
    sides.some(
      (side) => side.x < 0 || side.x + side.width > bitmap.width || countBlack(bitmap, side) > 0,
    )
  ) {
    faults.push({
      code: "quiet zone",
      message: `The barcode at ${at(box)} has less than ${QUIET_MODULES} modules of white paper next to it.`,
    });
  }
}
