/**
 * Making a text fit a width: it shrinks first, then wraps. Nothing is cut: a text that needs more
 * lines than it may have at its smallest size does not fit, and its field is left out or the label
 * refused. Sizes are mm per em.
 */
import type { LabelFonts, ShapedLine, Weight } from "../text/glyphs.ts";

export type Room = {
  readonly width: number;
  readonly size: number;
  /** No smaller. */
  readonly least: number;
  readonly lines: number;
};

export type Fitted = {
  readonly size: number;
  readonly lines: readonly ShapedLine[];
  /** Needs more lines than it may have, even at its smallest. */
  readonly isOver: boolean;
};

/** Sizes are tenths of a millimetre: labels share sizes, and so share their glyphs' rasters. */
const STEPS_PER_MM = 10;
/** A line shrinks to this part of its size before it is rather wrapped. */
const SHRINK_BEFORE_WRAP = 0.78;

/** @param paragraphs Each begins a line of its own, unless only running on makes them fit. */
export function fitText(
  fonts: LabelFonts,
  weight: Weight,
  paragraphs: readonly string[],
  room: Room,
): Fitted {
  const whole = paragraphs.map((text) => fonts.shape(weight, text));
  const natural = Math.max(0, ...whole.map((line) => line.width));
  const widest = natural === 0 ? room.size : Math.min(room.size, stepDown(room.width / natural));
  if (
    whole.length <= room.lines &&
    widest >=
      Math.max(
        room.least,
        room.size * (room.lines === 1 || paragraphs.every(isOneWord) ? 0 : SHRINK_BEFORE_WRAP),
      )
  )
    return { size: widest, lines: whole, isOver: false };

  const ways = paragraphs.length > 1 ? [paragraphs, [paragraphs.join(" ")]] : [paragraphs];
  for (const way of ways) {
    // A word shrinks further rather than being cut.
    const fits = (size: number): readonly string[] | undefined => {
      const wrapped = way.map((text) => wrap(fonts, weight, text, room.width / size));
      const lines = wrapped.flatMap((each) => each.lines);
      return lines.length <= room.lines &&
        (size <= room.least || !wrapped.some((each) => each.isCut))
        ? lines
        : undefined;
    };
    const found = largest(room, fits);
    if (found !== undefined)
      return {
        size: found.size,
        lines: found.lines.map((text) => fonts.shape(weight, text)),
        isOver: false,
      };
  }
  const { lines } = wrap(fonts, weight, paragraphs.join(" "), room.width / room.least);
  return { size: room.least, lines: lines.map((text) => fonts.shape(weight, text)), isOver: true };
}

/**
 * The largest size, between the two of the room, that `fits` has lines for: halved until a step is
 * left.
 */
function largest(
  room: Room,
  fits: (size: number) => readonly string[] | undefined,
): { size: number; lines: readonly string[] } | undefined {
  const atMost = fits(room.size);
  if (atMost !== undefined) return { size: room.size, lines: atMost };
  const atLeast = fits(room.least);
  if (atLeast === undefined) return undefined;
  let best = { size: room.least, lines: atLeast };
  let [low, high] = [Math.round(room.least * STEPS_PER_MM), Math.round(room.size * STEPS_PER_MM)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const lines = fits(middle / STEPS_PER_MM);
    if (lines === undefined) high = middle;
    else {
      best = { size: middle / STEPS_PER_MM, lines };
      low = middle;
    }
  }
  return best;
}

/** @returns The largest tenth of a millimetre that is not larger. */
export function stepDown(size: number): number {
  return Math.floor(size * STEPS_PER_MM + 1e-6) / STEPS_PER_MM;
}

/** @returns The smallest tenth of a millimetre that is not smaller. */
export function stepUp(size: number): number {
  return Math.ceil(size * STEPS_PER_MM - 1e-6) / STEPS_PER_MM;
}

/** After one of these a line may end, unless what follows is as short as the door in "112/A". */
const JOINT = /[-/,;:·]/;
const SHORT_LETTERS = 2;
/** Between two of these a line may end: Han and kana are written without spaces. */
const IDEOGRAPH = /[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

type Wrapped = { readonly lines: readonly string[]; readonly isCut: boolean };

/**
 * @param width Of a line, ems.
 * @returns Lines that each have that width at most, but for a single letter that is wider; and
 *   whether a word was cut.
 */
function wrap(fonts: LabelFonts, weight: Weight, text: string, width: number): Wrapped {
  let isCut = false;
  const space = fonts.shape(weight, " ").width;
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const end = (): void => {
    if (line !== "") lines.push(line);
    line = "";
    used = 0;
  };
  for (const { word, isAfterSpace } of words(text)) {
    const gap = line === "" || !isAfterSpace ? 0 : space;
    const wide = fonts.shape(weight, word).width;
    if (used + gap + wide <= width) {
      line += gap === 0 ? word : ` ${word}`;
      used += gap + wide;
      continue;
    }
    end();
    if (wide <= width) {
      line = word;
      used = wide;
      continue;
    }
    isCut = true;
    for (const piece of pieces(fonts, weight, word, width)) {
      end();
      line = piece;
      used = fonts.shape(weight, piece).width;
    }
  }
  end();
  // Letters join and kern across the places where words were measured apart.
  return {
    lines: lines.flatMap((whole) =>
      fonts.shape(weight, whole).width <= width + 1e-9 || !whole.includes(" ")
        ? [whole]
        : halves(whole),
    ),
    isCut,
  };
}

function halves(line: string): string[] {
  const at = line.lastIndexOf(" ");
  return [line.slice(0, at), line.slice(at + 1)];
}

/** A number or a code: no line ends within it unless it must. */
function isOneWord(text: string): boolean {
  return !text.includes(" ") && !IDEOGRAPH.test(text);
}

/** @returns The width of the longest word, ems: on a narrower line it is cut. */
export function longestWord(
  fonts: LabelFonts,
  weight: Weight,
  paragraphs: readonly string[],
): number {
  return Math.max(
    0,
    ...paragraphs.flatMap(words).map(({ word }) => fonts.shape(weight, word).width),
  );
}

function words(text: string): { word: string; isAfterSpace: boolean }[] {
  const out: { word: string; isAfterSpace: boolean }[] = [];
  for (const spaced of text.split(" ")) {
    let word = "";
    let isAfterSpace = true;
    const end = (): void => {
      if (word !== "") out.push({ word, isAfterSpace });
      isAfterSpace = false;
      word = "";
    };
    let at = 0;
    for (const character of spaced) {
      at += character.length;
      if (IDEOGRAPH.test(character)) end();
      word += character;
      if (
        IDEOGRAPH.test(character) ||
        (JOINT.test(character) && spaced.length - at > SHORT_LETTERS)
      )
        end();
    }
    end();
  }
  return out;
}

/** A word that is wider than the line, cut between letters. */
function pieces(fonts: LabelFonts, weight: Weight, word: string, width: number): string[] {
  const letters = Array.from(GRAPHEMES.segment(word), ({ segment }) => segment);
  const out: string[] = [];
  let start = 0;
  while (start < letters.length) {
    let [low, high] = [start + 1, letters.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fonts.shape(weight, letters.slice(start, middle).join("")).width <= width) low = middle;
      else high = middle - 1;
    }
    out.push(letters.slice(start, low).join(""));
    start = low;
  }
  return out;
}
