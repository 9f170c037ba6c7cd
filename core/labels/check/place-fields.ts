/** A label's fields onto its bitmap, and what is wrong with their places. Bars come last: where they stand must be white before. */
import type { Dpi } from "../labels.schema.ts";
import type { DotBox } from "../draw/canvas.ts";
import { encodeCode128, QUIET_MODULES } from "../layout/label-symbols.ts";
import { dotsPerMm } from "../zpl.ts";
import { countBlack, createBitmap, fillBox, placeGraphic, type Bitmap } from "./bitmap.ts";
import type { LabelFault } from "./check-report.ts";
import type { BoxField, Code128Field, GraphicField, MatrixNote, OurZpl } from "./read-our-zpl.ts";

/** Labels lie under the head to within a millimetre, and many printers leave that much of the edge white. */
const MARGIN_MM = 1;
/** A rule may touch what it belongs to. What is thicker is a surface that hides it. */
const THICKEST_RULE_MM = 1;
/** Of the smaller of two texts' ink boxes. */
const MOST_SHARED_AREA = 0.25;
/** Fewer boxes of one height side by side are rules and frames. The shortest Code128 has ten bars. */
const FEWEST_BARS = 10;
/** Bars and spaces of Code128 are one to four modules wide. */
const WIDEST_BAR = 4;

/** A linear symbol as it is printed. */
export type PlacedBars = { readonly text: string | undefined; readonly box: DotBox; readonly moduleDots: number };

export type PlacedLabel = {
  readonly bitmap: Bitmap;
  readonly bars: readonly PlacedBars[];
  readonly matrices: readonly MatrixNote[];
  /** Black dots of bitmaps. */
  readonly graphicDots: number;
  readonly faults: readonly LabelFault[];
};

type Symbol = PlacedBars & { readonly boxes: readonly DotBox[] };

/** Prints all fields of a label. */
export function placeFields({ size, fields }: OurZpl, dpi: Dpi): PlacedLabel {
  const bitmap = createBitmap(size);
  const faults: LabelFault[] = [];
  const margin = Math.floor(MARGIN_MM * dotsPerMm(dpi));
  const place = (what: string, box: DotBox): void => {
    const isInside = box.x >= margin && box.y >= margin && box.x + box.width <= size.width - margin && box.y + box.height <= size.height - margin;
    if (!isInside) faults.push({ code: "outside", message: `${what} at ${at(box)} is not within the printable area, ${MARGIN_MM} mm from the edges of the label.` });
  };
  const { symbols, boxes } = splitBars(fields.filter((field) => field.kind === "box"));
  for (const field of fields) {
    if (field.kind !== "code128") continue;
    const symbol = symbolOf(field);
    if (symbol === undefined) faults.push({ code: "unread", message: `The barcode at ${at(field)} has a text that Code128 cannot hold.` });
    else symbols.push(symbol);
  }

  const graphicDots = placeGraphics(bitmap, fields.filter((field) => field.kind === "graphic"), place, faults);
  for (const box of boxes) {
    place("A line", box);
    const isSurface = Math.min(box.width, box.height) > THICKEST_RULE_MM * dotsPerMm(dpi);
    if (isSurface && countBlack(bitmap, box) > 0) faults.push({ code: "overlap", message: `A black surface at ${at(box)} covers something.` });
    fillBox(bitmap, box);
  }
  for (const symbol of symbols) placeSymbol(bitmap, symbol, place, faults);
  return { bitmap, bars: symbols, matrices: fields.filter((field) => field.kind === "matrix"), graphicDots, faults };
}

function at({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${x},${y}`;
}

type Place = (what: string, box: DotBox) => void;

/** @returns How many dots are black in the bitmaps. */
function placeGraphics(bitmap: Bitmap, graphics: readonly GraphicField[], place: Place, faults: LabelFault[]): number {
  const inks: DotBox[] = [];
  let blackDots = 0;
  for (const graphic of graphics) {
    const { ink, blackDots: dots, sharedDots } = placeGraphic(bitmap, graphic);
    if (ink === undefined) continue;
    place("Text or a picture", ink);
    if (sharedDots > 0 || inks.some((other) => areOver(other, ink))) faults.push({ code: "overlap", message: `Text or a picture at ${at(graphic)} lies over another.` });
    inks.push(ink);
    blackDots += dots;
  }
  return blackDots;
}

/** Letters of two texts may stand between each other without sharing a dot. An accent may reach into the line above it. */
function areOver(a: DotBox, b: DotBox): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return width > 0 && height > 0 && width * height > smaller * MOST_SHARED_AREA;
}

/** The quiet zones are measured over the bars' whole height. */
function placeSymbol(bitmap: Bitmap, { boxes, box, moduleDots }: Symbol, place: Place, faults: LabelFault[]): void {
  place("A barcode", box);
  if (countBlack(bitmap, box) > 0) faults.push({ code: "overlap", message: `Something lies over the barcode at ${at(box)}.` });
  for (const bar of boxes) fillBox(bitmap, bar);
  const quiet = QUIET_MODULES * moduleDots;
  const sides = [
    { ...box, x: box.x - quiet, width: quiet },
    { ...box, x: box.x + box.width, width: quiet },
  ];
  if (sides.some((side) => side.x < 0 || side.x + side.width > bitmap.width || countBlack(bitmap, side) > 0)) {
    faults.push({ code: "quiet zone", message: `The barcode at ${at(box)} has less than ${QUIET_MODULES} modules of white paper beside it.` });
  }
}

/** @returns Undefined for a text that the encoder refuses. */
function symbolOf({ x, y, height, moduleDots, text }: Code128Field): Symbol | undefined {
  try {
    const { modules, bars } = encodeCode128(text);
    const boxes = bars.map(([first, wide]) => ({ x: x + first * moduleDots, y, width: wide * moduleDots, height }));
    return { text, box: { x, y, width: modules * moduleDots, height }, moduleDots, boxes };
  } catch {
    return undefined;
  }
}

/** Finds the symbols that are printed as single bars: boxes of one height side by side, of whole modules. */
function splitBars(all: readonly BoxField[]): { readonly symbols: Symbol[]; readonly boxes: readonly BoxField[] } {
  const symbols: Symbol[] = [];
  const boxes: BoxField[] = [];
  for (let i = 0; i < all.length; ) {
    const group = groupFrom(all, i);
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined || group.length < FEWEST_BARS) {
      boxes.push(...all.slice(i, i + 1));
      i++;
      continue;
    }
    const moduleDots = Math.min(...group.map(({ width }) => width));
    symbols.push({ text: undefined, box: { x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height }, moduleDots, boxes: group });
    i += group.length;
  }
  return { symbols, boxes };
}

function groupFrom(all: readonly BoxField[], start: number): readonly BoxField[] {
  let end = start + 1;
  for (; end < all.length; end++) {
    const [before, box] = [all[end - 1], all[end]];
    if (before === undefined || box === undefined || box.y !== before.y || box.height !== before.height) break;
    const gap = box.x - before.x - before.width;
    if (gap <= 0 || gap > WIDEST_BAR * WIDEST_BAR * before.width) break;
  }
  return all.slice(start, end);
}
