/**
 * Light surfaces that would be printed white, such as orange and light blue fields, but carry white
 * text. They are printed black so that the text remains readable. Surfaces with black text stay
 * white.
 */
import { leastContrast } from "./dark-surfaces.ts";
import type { Ink } from "./ink.ts";
import { opened, slide } from "./slide.ts";

/**
 * Widest white stroke, mm. White boxes are wider; gaps between a table's cells lead out of the
 * field.
 */
const STROKE_MM = 2;
/** Smallest width and height of a field, including its text, mm. */
const FIELD_MM = 2.5;
/** Largest difference between neighbouring dots of one field. */
const EVEN = 12;
/**
 * Smallest share of a field's dots that have the field's grey. A shape with a smaller share is grey
 * text.
 */
const SOLID = 0.5;

/** `least` and `most`: range of the surfaces' grey, 0 to 255. */
export type PaleRange = {
  readonly least: number;
  readonly most: number;
  readonly dotsPerMm: number;
};

/**
 * Returns for each dot of a field that has only white text: 1 when it is printed black, 2 when it
 * is printed white. 0 for all other dots.
 */
export function paleFields(page: Ink, pale: PaleRange): Uint8Array {
  const field = fieldsOf(page, pale);
  const blacks = new Uint8Array(page.ink.length);
  const seen = new Uint8Array(page.ink.length);
  const least = Math.round(pale.dotsPerMm) ** 2 / 4;
  field.forEach((grey, start) => {
    if (seen[start] !== 0 || grey < pale.least || grey >= pale.most) return;
    const dots = grow(page.width, field, start, { pale, seen });
    const { solid, light, dark } = countOn(page, field, dots, pale);
    if (light < least || dark >= least || solid < SOLID * dots.length) return;
    for (const i of dots) blacks[i] = isLight(page, field, i) ? 2 : 1;
  });
  return blacks;
}

/**
 * Returns for each dot the grey of the field around it, with white strokes filled; lower where the
 * shape is too narrow for a field.
 */
function fieldsOf(page: Ink, { dotsPerMm }: PaleRange): Uint8Array {
  const side = Math.round(STROKE_MM * dotsPerMm);
  const back = side >> 1;
  const filled = slide(
    { ...page, ink: slide(page, { side, back, isMost: true }) },
    { side, back: side - 1 - back, isMost: false },
  );
  return opened({ ...page, ink: filled }, Math.round(FIELD_MM * dotsPerMm));
}

/** Returns whether a dot of a field is closer to the paper's grey than to the field's. */
function isLight({ ink }: Ink, field: Uint8Array, i: number): boolean {
  return (ink[i] ?? 0) * 2 < (field[i] ?? 0);
}

/** Returns the indices of the even field that contains a dot. */
function grow(
  width: number,
  field: Uint8Array,
  start: number,
  { pale, seen }: { readonly pale: PaleRange; readonly seen: Uint8Array },
): readonly number[] {
  const dots = [start];
  seen[start] = 1;
  // The array grows during the loop.
  for (const i of dots) {
    for (const next of [i - 1, i + 1, i - width, i + width]) {
      const grey = field[next] ?? 0;
      if (
        seen[next] !== 0 ||
        grey < pale.least ||
        grey >= pale.most ||
        Math.abs(grey - (field[i] ?? 0)) > EVEN
      )
        continue;
      seen[next] = 1;
      dots.push(next);
    }
  }
  return dots;
}

/**
 * Returns the number of dots in the field's own grey (`solid`), in enclosed white strokes
 * (`light`), and in darker text (`dark`).
 */
function countOn(
  page: Ink,
  field: Uint8Array,
  dots: readonly number[],
  { least }: PaleRange,
): { readonly solid: number; readonly light: number; readonly dark: number } {
  const { ink, width } = page;
  const gone = new Set<number>();
  const counts = { solid: 0, light: 0, dark: 0 };
  for (const start of dots) {
    const difference = (ink[start] ?? 0) - (field[start] ?? 0);
    if (Math.abs(difference) <= EVEN) counts.solid += 1;
    if (difference >= leastContrast(field[start] ?? 0)) counts.dark += 1;
    if (gone.has(start) || !isLight(page, field, start)) continue;
    const stroke = [start];
    gone.add(start);
    let isEnclosed = true;
    // The array grows during the loop.
    for (const at of stroke) {
      for (const next of [at - width, at - 1, at + 1, at + width]) {
        if (gone.has(next) || (ink[next] ?? 0) * 2 >= (field[at] ?? 0)) continue;
        if ((field[next] ?? 0) < least) isEnclosed = false;
        else {
          gone.add(next);
          stroke.push(next);
        }
      }
    }
    if (isEnclosed) counts.light += stroke.length;
  }
  return counts;
}
