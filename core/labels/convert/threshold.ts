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
export function threshold(page: Ink, dotsPerMm: number): Ink {
  const { ink } = page;
  const dots = { ...page, ink: ink.map((value) => (value >= HALF ? 255 : 0)) };
  if (!ink.some((value) => value >= LEAST_INK / 2 && value < HALF)) return dots;
  const reach = Math.max(1, Math.round(STROKE_MM * dotsPerMm));
  const darkest = slide(page, { side: 2 * reach + 1, back: reach, isMost: true });
  const isGrey = (value: number, i: number, under = 0): boolean => {
    const contrast = (darkest[i] ?? 0) - under;
    return value < HALF && contrast >= LEAST_INK && (value - under) * 2 >= contrast;
  };
  if (!ink.some((value, i) => isGrey(value, i))) return dots;
  const surface = opened(page, Math.max(3, Math.round(SURFACE_MM * dotsPerMm)));
  const strokes = new Set<number>();
  // Over a grey surface writing is what is darker than it.
  ink.forEach((value, i) => {
    if (isGrey(value, i) && isGrey(value, i, surface[i])) strokes.add(i);
  });
  for (const i of withoutRims(page, { strokes, surface, least: reach * reach })) dots.ink[i] = 255;
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

/** @returns Of each dot the grey of the surface that it belongs to: the most of any square of `side` dots around it that is nowhere paler. */
function opened(page: Ink, side: number): Uint8Array {
  const palest = slide(page, { side, back: 0, isMost: false });
  return slide({ ...page, ink: palest }, { side, back: side - 1, isMost: true });
}

type Slide = { readonly side: number; readonly back: number; /** Else the least. */ readonly isMost: boolean };

/** @returns Of each dot the most or least of a square of `side` dots that begins `back` dots to the left and above. */
function slide({ width, height, ink }: Ink, by: Slide): Uint8Array {
  const rows = slideAlong(ink, { step: 1, length: width, lines: height, between: width }, by);
  return slideAlong(rows, { step: width, length: height, lines: 1, between: 0 }, by);
}

/** Along lines of dots; where a step is a whole row, all columns go at once. Spans of dots are doubled until they are `side` long. */
function slideAlong(ink: Uint8Array, { step, length, lines, between }: { readonly step: number; readonly length: number; readonly lines: number; readonly between: number }, { side, back, isMost }: Slide): Uint8Array {
  const out = ink.slice();
  for (let span = 1; span < side; ) {
    const more = Math.min(span, side - span);
    for (let line = 0; line < lines; line += 1) {
      const end = line * between + (length - more) * step;
      for (let i = line * between; i < end; i += 1) {
        const a = out[i] ?? 0;
        const b = out[i + more * step] ?? 0;
        out[i] = isMost === a > b ? a : b;
      }
    }
    span += more;
  }
  if (back === 0) return out;
  for (let line = 0; line < lines; line += 1) {
    const first = line * between;
    out.copyWithin(first + back * step, first, first + Math.max(0, length - back) * step);
  }
  return out;
}
