/** A drawn page in black and white: a printer has no grey. */
import type { Ink } from "./ink.ts";

const HALF = 128;
/** Writing of a quarter of black is printed, and its soft strokes; paler writing, such as marks that lie under an address, is not. */
export const LEAST_INK = 48;
/** Grey that fills more than this in both directions is a surface, not writing. mm. */
const SURFACE_MM = 1.2;
/** How far the darkest dot of a stroke is from the dots of its edge, mm. */
const STROKE_MM = 0.25;

/**
 * Half covered dots are black. Grey writing is measured by its own grey, so that thin strokes keep their width and pale ones do not vanish; grey
 * surfaces stay white, or black when they are darker than half.
 *
 * @returns The same canvas as the printer inks it, each dot empty or full.
 */
export function threshold({ width, height, ink }: Ink, dotsPerMm: number): Ink {
  const dots = { width, height, ink: ink.map((value) => (value >= HALF ? 255 : 0)) };
  const reach = Math.max(1, Math.round(STROKE_MM * dotsPerMm));
  const grey: number[] = [];
  for (let i = 0; i < ink.length; i += 1) {
    const value = ink[i] ?? 0;
    if (value < LEAST_INK / 2 || value >= HALF) continue;
    const darkest = darkestNear({ width, height, ink }, i, reach);
    if (darkest >= LEAST_INK && value * 2 >= darkest) grey.push(i);
  }
  if (grey.length === 0) return dots;
  const surface = opened({ width, height, ink }, Math.max(3, Math.round(SURFACE_MM * dotsPerMm)));
  const strokes = new Set<number>();
  for (const i of grey) {
    const [value, under] = [ink[i] ?? 0, surface[i] ?? 0];
    // Over a grey surface writing is what is darker than it.
    const darkest = darkestNear({ width, height, ink }, i, reach);
    if (darkest - under >= LEAST_INK && (value - under) * 2 >= darkest - under) strokes.add(i);
  }
  for (const i of withoutRims({ width, height, ink }, { strokes, surface, least: reach * reach })) dots.ink[i] = 255;
  return dots;
}

/** Leaves out what is no writing but the round edge of a surface: it touches one that is as grey as itself. */
function withoutRims({ width, ink }: Ink, { strokes, surface, least }: { readonly strokes: ReadonlySet<number>; readonly surface: Uint8Array; /** Less is dust, dots. */ readonly least: number }): readonly number[] {
  const seen = new Set<number>();
  const kept: number[] = [];
  for (const start of strokes) {
    if (seen.has(start)) continue;
    const stroke = [start];
    seen.add(start);
    let isRim = false;
    // It grows while it is gone through.
    for (const at of stroke) {
      for (const next of [at - width - 1, at - width, at - width + 1, at - 1, at + 1, at + width - 1, at + width, at + width + 1]) {
        if (strokes.has(next)) {
          if (!seen.has(next)) stroke.push(next);
          seen.add(next);
        } else isRim ||= (surface[next] ?? 0) >= LEAST_INK / 2 && (surface[next] ?? 0) > (ink[at] ?? 0) - LEAST_INK / 2;
      }
    }
    if (!isRim && stroke.length >= least) kept.push(...stroke);
  }
  return kept;
}

function darkestNear({ width, height, ink }: Ink, i: number, reach: number): number {
  const x = i % width;
  const y = (i - x) / width;
  let darkest = 0;
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
    for (let at = row * width + Math.max(0, x - reach); at <= row * width + Math.min(width - 1, x + reach); at += 1) darkest = Math.max(darkest, ink[at] ?? 0);
  }
  return darkest;
}

/** @returns Of each dot the grey of the surface that it belongs to: the most of any square of `side` dots around it that is nowhere paler. */
function opened(page: Ink, side: number): Uint8Array {
  const palest = slide(page, { side, shift: 0, pick: Math.min });
  return slide({ ...page, ink: palest }, { side, shift: 1 - side, pick: Math.max });
}

type Slide = { readonly side: number; readonly shift: number; readonly pick: (a: number, b: number) => number };

/** The least or most of `side` dots along both axes, from `shift` dots after a dot on. Beyond the canvas is what is at its edge. */
function slide({ width, height, ink }: Ink, by: Slide): Uint8Array {
  const rows = new Uint8Array(ink.length);
  for (let y = 0; y < height; y += 1) slideLine(ink, rows, { from: y * width, step: 1, length: width }, by);
  const out = new Uint8Array(ink.length);
  for (let x = 0; x < width; x += 1) slideLine(rows, out, { from: x, step: width, length: height }, by);
  return out;
}

/** Block by block: the pick of any `side` neighbours is that of the end of one block and of the beginning of the next (van Herk). */
function slideLine(from: Uint8Array, to: Uint8Array, line: { readonly from: number; readonly step: number; readonly length: number }, { side, shift, pick }: Slide): void {
  const at = (i: number): number => from[line.from + line.step * Math.min(line.length - 1, Math.max(0, i))] ?? 0;
  const count = Math.ceil((line.length + side) / side) * side;
  const [ends, begins] = [new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; i += 1) begins[i] = i % side === 0 ? at(i + shift) : pick(begins[i - 1] ?? 0, at(i + shift));
  for (let i = count - 1; i >= 0; i -= 1) ends[i] = i % side === side - 1 ? at(i + shift) : pick(ends[i + 1] ?? 0, at(i + shift));
  for (let i = 0; i < line.length; i += 1) to[line.from + line.step * i] = pick(ends[i] ?? 0, begins[i + side - 1] ?? 0);
}
