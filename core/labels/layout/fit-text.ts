/**
 * Fits text to a width: it shrinks first, then wraps. Nothing is cut off: text that needs too many
 * lines at its smallest size does not fit, and its field is omitted or the label rejected. Sizes
 * are mm per em.
 */
import type { LabelFonts, ShapedLine, Weight } from "../text/glyphs.ts";

export type TextLimits = {
  readonly width: number;
  readonly size: number;
  /** Smallest size. */
  readonly least: number;
  readonly lines: number;
};

export type Fitted = {
  readonly size: number;
  readonly lines: readonly ShapedLine[];
  /** Whether the text needs too many lines even at its smallest size. */
  readonly isOver: boolean;
};

/**
 * Sizes are rounded to tenths of a millimetre, so that labels share sizes and therefore cached
 * glyphs.
 */
const STEPS_PER_MM = 10;
/** A line shrinks to this share of its size before it is wrapped. */
const SHRINK_BEFORE_WRAP = 0.78;

/**
 * Fits a text to its limits.
 *
 * @param paragraphs Each starts a new line, unless the text only fits when they are joined.
 */
export function fitText(
  fonts: LabelFonts,
  weight: Weight,
  paragraphs: readonly string[],
  limits: TextLimits,
): Fitted {
  const whole = paragraphs.map((text) => fonts.shape(weight, text));
  const natural = Math.max(0, ...whole.map((line) => line.width));
  const widest =
    natural === 0 ? limits.size : Math.min(limits.size, stepDown(limits.width / natural));
  if (
    whole.length <= limits.lines &&
    widest >=
      Math.max(
        limits.least,
        limits.size * (limits.lines === 1 || paragraphs.every(isOneWord) ? 0 : SHRINK_BEFORE_WRAP),
      )
  )
    return { size: widest, lines: whole, isOver: false };

  const ways = paragraphs.length > 1 ? [paragraphs, [paragraphs.join(" ")]] : [paragraphs];
  for (const way of ways) {
    // A word shrinks further rather than being split.
    const fits = (size: number): readonly string[] | undefined => {
      const wrapped = way.map((text) => wrap(fonts, weight, text, limits.width / size));
      const lines = wrapped.flatMap((each) => each.lines);
      return lines.length <= limits.lines &&
        (size <= limits.least || !wrapped.some((each) => each.isCut))
        ? lines
        : undefined;
    };
    const found = largest(limits, fits);
    if (found !== undefined)
      return {
        size: found.size,
        lines: found.lines.map((text) => fonts.shape(weight, text)),
        isOver: false,
      };
  }
  const { lines } = wrap(fonts, weight, paragraphs.join(" "), limits.width / limits.least);
  return {
    size: limits.least,
    lines: lines.map((text) => fonts.shape(weight, text)),
    isOver: true,
  };
}

/**
 * Returns the largest size within the limits for which `fits` returns lines, by bisection down to
 * one step.
 */
function largest(
  limits: TextLimits,
  fits: (size: number) => readonly string[] | undefined,
): { size: number; lines: readonly string[] } | undefined {
  const atMost = fits(limits.size);
  if (atMost !== undefined) return { size: limits.size, lines: atMost };
  const atLeast = fits(limits.least);
  if (atLeast === undefined) return undefined;
  let best = { size: limits.least, lines: atLeast };
  let [low, high] = [
    Math.round(limits.least * STEPS_PER_MM),
    Math.round(limits.size * STEPS_PER_MM),
  ];
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

/** Returns the size, rounded down to a tenth of a millimetre. */
export function stepDown(size: number): number {
  return Math.floor(size * STEPS_PER_MM + 1e-6) / STEPS_PER_MM;
}

/** Returns the size, rounded up to a tenth of a millimetre. */
export function stepUp(size: number): number {
  return Math.ceil(size * STEPS_PER_MM - 1e-6) / STEPS_PER_MM;
}

/**
 * A line may end after these characters, unless only a few letters follow, such as the door in
 * "112/A".
 */
const JOINT = /[-/,;:·]/;
const SHORT_LETTERS = 2;
/**
 * A line may end before or after each of these characters, because Han and kana are written without
 * spaces.
 */
const IDEOGRAPH = /[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

type Wrapped = { readonly lines: readonly string[]; readonly isCut: boolean };

/**
 * Breaks a text into lines that are at most `width` wide, except for single letters that are wider.
 * Also returns whether a word was split.
 *
 * @param width Width of a line, ems.
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
  // A line can be wider than the sum of its words, because letters join and kern across the points
  // at which words were measured separately.
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

/**
 * Returns whether a text is one word, such as a number or a code, which is only split if it must
 * be.
 */
function isOneWord(text: string): boolean {
  return !text.includes(" ") && !IDEOGRAPH.test(text);
}

/** Returns the width of the longest word, ems; a narrower line splits the word. */
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

/** Splits, between letters, a word that is wider than the line. */
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
