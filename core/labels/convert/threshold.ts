/** Converts a drawn page to black and white, because printers have no grey. */
import { BLACK, evenSurfaceDots, leastContrast, whitenSurfaces } from "./dark-surfaces.ts";
import type { Ink } from "./ink.ts";
import { paleFields } from "./pale-surfaces.ts";
import { keepTextReadable } from "./keep-text-readable.ts";
import { opened, slide } from "./slide.ts";

const HALF = 128;
/** Smallest share of black dots on a page that has text. */
const DARKEST = 0.003;
/**
 * Text is printed if its strokes are at least a fifth as dark as black; lighter text, such as
 * watermarks under an address, is not.
 */
export const MIN_INK = 48;
/** Grey that fills more than this in both directions is a surface, not text, mm. */
const SURFACE_MM = 1.2;
/** Distance of a stroke's darkest dot from its edge, mm. */
const STROKE_MM = 0.25;
/** Specks are lighter than this grey, two fifths of black. */
const PALE = 102;
/**
 * Largest area of a lone speck, and its distance from other strokes. An i's dot is smaller, but
 * near its stem.
 */
const SPECK_MM2 = 0.25;
const ALONE_MM = 1.5;

/** `isLost`: text of the page is not visible in its dots. */
export type BlackAndWhite = Ink & { readonly isLost: boolean };

/**
 * Converts a page to black and white. Half-covered dots are black. Grey text is measured by its own
 * grey, so that thin strokes keep their width and light strokes do not vanish. Light grey surfaces
 * become white, or black when they carry white text. Dark surfaces become black, or white when they
 * carry even darker text.
 *
 * @returns The canvas as it is printed; each dot is 0 or 255.
 */
export function threshold(page: Ink, dotsPerMm: number): BlackAndWhite {
  const full = stretched(page);
  const dots = bySurfaces(full, dotsPerMm);
  return { ...dots, isLost: !keepTextReadable(full, dots, dotsPerMm) };
}

/**
 * Returns the page scaled so that its darkest dots are black; a faint scan would otherwise have
 * thin bars with holes.
 */
function stretched(page: Ink): Ink {
  const counts = new Uint32Array(256);
  for (const value of page.ink) counts[value] = (counts[value] ?? 0) + 1;
  let [most, darker] = [255, 0];
  while (most > 0 && darker + (counts[most] ?? 0) < DARKEST * page.ink.length)
    darker += counts[most--] ?? 0;
  return most >= BLACK || most < HALF / 2
    ? page
    : { ...page, ink: page.ink.map((value) => Math.min(255, Math.round((value * 255) / most))) };
}

/** Returns each dot as 0 or 255, depending on the surface to which it belongs. */
function bySurfaces(page: Ink, dotsPerMm: number): Ink {
  const { ink } = page;
  const dots = { ...page, ink: ink.map((value) => (value >= HALF ? 255 : 0)) };
  const side = Math.max(3, Math.round(SURFACE_MM * dotsPerMm));
  const middles = evenSurfaceDots(page, side, { least: HALF, most: BLACK });
  const arePale = evenSurfaceDots(page, side, { least: MIN_INK, most: HALF }).length >= side * side;
  if (middles.length < side * side && !ink.some((value) => value >= MIN_INK / 2 && value < HALF))
    return dots;
  const reach = Math.max(1, Math.round(STROKE_MM * dotsPerMm));
  const darkest = slide(page, { side: 2 * reach + 1, back: reach, isMost: true });
  const isGrey = (value: number, i: number, under = 0): boolean => {
    const contrast = (darkest[i] ?? 0) - under;
    return value < HALF && contrast >= MIN_INK && (value - under) * 2 >= contrast;
  };
  if (middles.length < side * side && !ink.some((value, i) => isGrey(value, i))) return dots;
  const surface = opened(page, side);
  const whites =
    middles.length < side * side
      ? NO_DARK_SURFACE
      : whitenSurfaces(page, middles, { surface, darkest, side, half: HALF });
  const blacks = arePale
    ? paleFields(page, { least: MIN_INK, most: HALF, dotsPerMm })
    : NO_PALE_FIELD;
  const strokes = new Set<number>();
  ink.forEach((value, i) => {
    // On a grey surface, darker dots are text.
    if (whites[i] !== undefined && whites[i] > 0)
      dots.ink[i] =
        whites[i] === 1 && isWriting(value, { under: surface[i] ?? 0, darkest: darkest[i] ?? 0 })
          ? 255
          : 0;
    else if (isGrey(value, i) && isGrey(value, i, surface[i])) strokes.add(i);
  });
  const written = withoutRims(page, { strokes, surface, least: reach * reach });
  for (const i of withoutSpecks(page, { strokes: written, surface, dotsPerMm })) dots.ink[i] = 255;
  blacks.forEach((value, i) => {
    if (value !== 0) dots.ink[i] = value === 1 ? 255 : 0;
  });
  return dots;
}

const NO_PALE_FIELD = new Uint8Array(0);
const NO_DARK_SURFACE = new Uint8Array(0);

/**
 * Returns whether a dot on a surface that becomes white is text. On a light surface, a dot that
 * would be black anywhere else needs less contrast.
 */
function isWriting(
  value: number,
  { under, darkest }: { readonly under: number; readonly darkest: number },
): boolean {
  const contrast = darkest - under;
  return (
    contrast >= (under < HALF && value >= HALF ? MIN_INK / 2 : leastContrast(under)) &&
    (value - under) * 2 >= contrast
  );
}

/**
 * Removes shapes that are not text but the round edge of a surface: they touch a surface of the
 * same grey.
 */
function withoutRims(
  { width, ink }: Ink,
  {
    strokes,
    surface,
    least,
  }: {
    readonly strokes: ReadonlySet<number>;
    readonly surface: Uint8Array;
    /** Shapes with fewer dots are removed as dust. */
    readonly least: number;
  },
): readonly (readonly number[])[] {
  const seen = new Set<number>();
  const kept: (readonly number[])[] = [];
  for (const start of strokes) {
    if (seen.has(start)) continue;
    const stroke = [start];
    seen.add(start);
    let isRim = false;
    // The array grows during the loop.
    for (const at of stroke) {
      for (const next of [
        at - width - 1,
        at - width,
        at - width + 1,
        at - 1,
        at + 1,
        at + width - 1,
        at + width,
        at + width + 1,
      ]) {
        if (strokes.has(next)) {
          if (!seen.has(next)) stroke.push(next);
          seen.add(next);
        } else
          isRim ||=
            (surface[next] ?? 0) >= MIN_INK / 2 &&
            (surface[next] ?? 0) > (ink[at] ?? 0) - MIN_INK / 2;
      }
    }
    if (!isRim && stroke.length >= least) kept.push(stroke);
  }
  return kept;
}

/**
 * Removes remains of a light watermark under black text: lone specks that have the same grey as a
 * surface and would look like accents.
 */
function withoutSpecks(
  { width, ink }: Ink,
  {
    strokes,
    surface,
    dotsPerMm,
  }: {
    readonly strokes: readonly (readonly number[])[];
    readonly surface: Uint8Array;
    readonly dotsPerMm: number;
  },
): readonly number[] {
  const greyOf = (stroke: readonly number[]): number =>
    stroke.reduce((most, i) => Math.max(most, ink[i] ?? 0), 0);
  const isSmall = (stroke: readonly number[]): boolean =>
    stroke.length <= SPECK_MM2 * dotsPerMm ** 2 && greyOf(stroke) < PALE;
  const small = strokes.filter(isSmall);
  if (small.length === 0) return strokes.flat();
  const counts = new Uint32Array(256);
  for (const grey of surface) counts[grey] = (counts[grey] ?? 0) + 1;
  const large = new Set(strokes.filter((stroke) => !isSmall(stroke)).flat());
  const reach = Math.round(ALONE_MM * dotsPerMm);
  const isAlone = ([first = 0]: readonly number[]): boolean => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) if (large.has(first + y * width + x)) return false;
    return true;
  };
  const specks = new Set(
    small.filter(
      (stroke) => (counts[greyOf(stroke)] ?? 0) >= (SURFACE_MM * dotsPerMm) ** 2 && isAlone(stroke),
    ),
  );
  return strokes.flatMap((stroke) => (specks.has(stroke) ? [] : stroke));
}
