/**
 * Surfaces that would be printed white, such as orange and light blue fields, with white writing on
 * them: these are printed black, since the writing would be gone. Those with black writing stay
 * white.
 */
import { leastContrast } from "./dark-surfaces.ts";
import type { Ink } from "./ink.ts";
import { opened, slide } from "./slide.ts";

/**
 * White strokes are narrower, mm. A white box is none, nor is what lies between the cells of a
 * table when it leads out of them.
 */
const STROKE_MM = 2;
/** A field is at least as wide and as high, its writing counted in. mm. */
const FIELD_MM = 2.5;
/** Of a field two dots side by side differ by less. */
const EVEN = 12;
/** What is less grey in its strokes than this part of its dots is grey writing, and no field. */
const SOLID = 0.5;

/** `least` and `most`: the grey of surfaces that are looked at, 0 to 255. */
export type Pale = { readonly least: number; readonly most: number; readonly dotsPerMm: number };

/**
 * @returns For a page's fields with white writing alone 1 for each dot that is printed black, and 2
 *   for each that is printed white.
 */
export function paleFields(page: Ink, pale: Pale): Uint8Array {
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
 * @returns Of each dot the grey of the field around it, with its white strokes filled; what is too
 *   narrow for a field has less.
 */
function fieldsOf(page: Ink, { dotsPerMm }: Pale): Uint8Array {
  const side = Math.round(STROKE_MM * dotsPerMm);
  const back = side >> 1;
  const filled = slide(
    { ...page, ink: slide(page, { side, back, isMost: true }) },
    { side, back: side - 1 - back, isMost: false },
  );
  return opened({ ...page, ink: filled }, Math.round(FIELD_MM * dotsPerMm));
}

/** Whether a dot of a field is nearer to the paper than to the field. */
function isLight({ ink }: Ink, field: Uint8Array, i: number): boolean {
  return (ink[i] ?? 0) * 2 < (field[i] ?? 0);
}

/** @returns The dots of the field that goes on evenly from one. */
function grow(
  width: number,
  field: Uint8Array,
  start: number,
  { pale, seen }: { readonly pale: Pale; readonly seen: Uint8Array },
): readonly number[] {
  const dots = [start];
  seen[start] = 1;
  // It grows while it is gone through.
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
 * @returns How many dots are the field's own grey, how many are of white strokes that it encloses,
 *   and how many of writing that is darker.
 */
function countOn(
  page: Ink,
  field: Uint8Array,
  dots: readonly number[],
  { least }: Pale,
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
    // It grows while it is gone through.
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
