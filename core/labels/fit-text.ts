/**
 * Making a text fit its place: it shrinks first, then wraps, and is cut with "…" only when the smallest size still
 * does not hold it. Sizes are mm per em.
 */
import { widthOf, type LabelFont } from "./label-fonts.ts";

export type Room = {
  readonly width: number;
  readonly height: number;
  readonly max: number;
  readonly min: number;
  /** Line distance in ems. */
  readonly leading: number;
};

export type Fitted = { readonly size: number; readonly lines: readonly string[] };

const STEP = 0.1;
/** A line shrinks to this part of its size before it is rather wrapped. */
const SHRINK_BEFORE_WRAP = 0.78;

/** One line: shrinks to `min`, then is cut. */
export function fitLine(font: LabelFont, text: string, room: { readonly width: number; readonly max: number; readonly min: number }): { size: number; text: string } {
  const natural = widthOf(font, text, 1);
  const size = natural * room.max <= room.width ? room.max : Math.floor((room.width / natural) * 100) / 100;
  if (size >= room.min) return { size, text };
  return { size: room.min, text: cut(font, text, room.min, room.width) };
}

/** Paragraphs, each on lines of its own, in one size. At least one line is given even when the room is lower than it. */
export function fitParagraphs(font: LabelFont, paragraphs: readonly string[], room: Room): Fitted {
  const texts = paragraphs.filter((text) => text !== "");
  const linesAt = (size: number): number => Math.max(1, Math.floor(room.height / (size * room.leading) + 1e-9));

  const longest = Math.max(0, ...texts.map((text) => widthOf(font, text, 1)));
  const unwrapped = Math.min(room.max, longest === 0 ? room.max : room.width / longest);
  if (unwrapped >= Math.max(room.min, room.max * SHRINK_BEFORE_WRAP)) {
    const size = Math.floor(unwrapped * 100) / 100;
    if (texts.length <= linesAt(size)) return { size, lines: texts };
  }
  // Lines of their own are given up before any word is.
  for (const way of [texts, [texts.join(" ")]]) {
    for (let size = room.max; size >= room.min - 1e-9; size -= STEP) {
      const lines = way.flatMap((text) => wrap(font, text, size, room.width));
      if (lines.length <= linesAt(size)) return { size: Math.round(size * 100) / 100, lines };
    }
  }
  const lines = wrap(font, texts.join(" "), room.min, room.width);
  const kept = lines.slice(0, linesAt(room.min));
  const last = kept.pop() ?? "";
  return { size: room.min, lines: [...kept, cut(font, `${last} ${lines[kept.length + 1] ?? ""}`, room.min, room.width)] };
}

function wrap(font: LabelFont, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(font, longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = breakWord(font, word, size, width);
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  if (line !== "") lines.push(line);
  return lines;
}

function breakWord(font: LabelFont, word: string, size: number, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && widthOf(font, piece + character, size) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

function cut(font: LabelFont, text: string, size: number, width: number): string {
  let kept = "";
  for (const character of text) {
    if (widthOf(font, `${kept}${character}…`, size) > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
