/**
 * Texts and lists of a layout. A line's box contains all its ink and some space; nothing is cut
 * off.
 */
import type { ShapedLine, Weight } from "../text/glyphs.ts";
import { fitText, longestWord, type Fitted } from "./fit-text.ts";
import type { Box, TextItem } from "./items.ts";
import { moreText } from "./label-fields.ts";
import type { LabelField, ListNode, TextNode } from "./layout.schema.ts";
import { isKept, leastSize, scaled, type Part, type Sheet } from "./part.ts";

/**
 * Height of the box of a single line, ems: capitals and digits (`CAPITALS`), and space (`AIR`),
 * half above and half below.
 */
const CAPITALS = 0.74;
const AIR = 0.16;
/**
 * Height of the box of one of several lines, above and below its baseline, ems. The distance
 * between baselines does not depend on the letters.
 */
const ASCENT = 0.93;
const DESCENT = 0.25;
const CAPTION_SIZE = [1.9, 2.3] as const;
const CAPTION_GAP = 0.2;

/** Allowance for rounding of a width, mm. */
const WISH_MARGIN = 0.01;

type Cell = Part["cell"];
type Style = {
  readonly field: string;
  readonly align: TextNode["align"];
  readonly tracking: number;
};

/** Returns the cell for a node's share or width. */
export function cellOf(node: {
  readonly share?: number | undefined;
  readonly width?: number | undefined;
}): Cell {
  return { share: node.share ?? 1, width: node.width };
}

/** Builds a text; undefined when the label lacks this text, or omits it on this paper. */
export function textPart(sheet: Sheet, node: TextNode): Part | undefined {
  const paragraphs = sheet.texts[node.field].filter((text) => text !== "");
  if (paragraphs.length === 0 || !isKept(sheet, node.field, node.rank)) return undefined;
  const caption = captionOf(sheet, node.caption, node.captionSize);
  const least = leastSize(sheet, node.weight, paragraphs.join(" "));
  const larger = node.notAbove === undefined ? undefined : sheet.sizes.get(node.notAbove);
  const fitted = remembered((width: number) => {
    const tracking =
      node.tracking * Math.max(0, Math.max(...paragraphs.map((text) => text.length)) - 1);
    const smallest = Math.max(least, node.size[0]);
    const most = Math.min(
      scaled(sheet, [smallest, Math.max(smallest, node.size[1])]),
      larger?.(width) ?? Infinity,
    );
    const size = Math.max(smallest, most);
    const found = fitText(sheet.fonts, node.weight, paragraphs, {
      width: width - tracking,
      size,
      least: smallest,
      lines: node.lines,
    });
    // The text needs too many lines even at its smallest size; only fields that are never omitted
    // are printed anyway.
    if (found.isOver && node.rank > 0) sheet.impossible.add(node.field);
    return found;
  }, sheet);
  sheet.sizes.set(node.field, (width) => fitted(width).size);
  return {
    cell: cellOf(node),
    wish() {
      const smallest = Math.max(least, node.size[0]);
      const whole = Math.max(
        ...paragraphs.map((text) => sheet.fonts.shape(node.weight, text).width),
      );
      const word =
        node.rank > 0 && node.lines === 1
          ? whole
          : longestWord(sheet.fonts, node.weight, paragraphs);
      return {
        least: word * smallest + WISH_MARGIN,
        most: whole * scaled(sheet, [smallest, Math.max(smallest, node.size[1])]) + WISH_MARGIN,
      };
    },
    height: (width) =>
      node.rank > 0 && caption !== undefined && caption.least > width
        ? Infinity
        : (caption?.height ?? 0) + linesHeight(fitted(width)),
    stretch: () => 0,
    place(box) {
      caption?.place(sheet, box, node.field, node.align);
      placeLines(sheet, { ...box, y: box.y + (caption?.height ?? 0) }, fitted(box.w), node);
    },
  };
}

/**
 * Builds a list of as many entries as have room.
 *
 * @returns Undefined when there are no entries, or the list is omitted on this paper.
 */
export function listPart(sheet: Sheet, node: ListNode): Part | undefined {
  const entries = sheet.texts[node.field].filter((text) => text !== "");
  if (entries.length === 0 || !isKept(sheet, node.field, node.rank)) return undefined;
  const caption = captionOf(sheet, node.caption);
  const least = Math.max(node.size[0], leastSize(sheet, node.weight, entries.join(" ")));
  const size = (): number => Math.max(least, scaled(sheet, [least, Math.max(least, node.size[1])]));
  const wrapped = remembered(
    (width: number) =>
      entries.map(
        (text) =>
          fitText(sheet.fonts, node.weight, [text], {
            width,
            size: size(),
            least: size(),
            lines: Infinity,
          }).lines,
      ),
    sheet,
  );
  // The height of the highest line, because letters with two marks, and letters of other scripts,
  // need more height.
  const lineHeight = remembered((width: number) => {
    const { above, below } = edges(
      { size: size(), lines: wrapped(width).flat(), isOver: false },
      true,
    );
    return (above + below) * size();
  }, sheet);
  const wanted = (width: number): number =>
    wrapped(width).reduce((sum, lines) => sum + lines.length, 0);
  const first = (width: number): number => Math.min(node.lines[0], wanted(width));
  return {
    cell: cellOf(node),
    height: (width) => (caption?.height ?? 0) + first(width) * lineHeight(width),
    stretch: (width) => (Math.min(node.lines[1], wanted(width)) - first(width)) * lineHeight(width),
    place(box) {
      caption?.place(sheet, box, node.field, "left");
      const top = box.y + (caption?.height ?? 0);
      const room = Math.min(
        node.lines[1],
        Math.floor((box.y + box.h - top) / lineHeight(box.w) + 1e-6),
      );
      const more = (count: number): ShapedLine =>
        sheet.fonts.shape(node.weight, moreText(sheet.model.language, count));
      placeLines(
        sheet,
        { ...box, y: top },
        { size: size(), lines: shownLines(wrapped(box.w), room, more), isOver: false },
        { field: node.field, align: "left", tracking: 0 },
        true,
      );
    },
  };
}

/** Selects whole entries; the last line counts the remaining entries. */
function shownLines(
  entries: readonly (readonly ShapedLine[])[],
  room: number,
  more: (count: number) => ShapedLine,
): readonly ShapedLine[] {
  const all = entries.flat();
  if (all.length <= room) return all;
  const shown: ShapedLine[] = [];
  let count = 0;
  for (const lines of entries) {
    if (shown.length + lines.length > room - 1) break;
    shown.push(...lines);
    count++;
  }
  return [...shown, more(entries.length - count)];
}

/**
 * `least`: smallest width of the cell in which the caption fits. A value without its caption is
 * useless, so other cells are omitted instead.
 */
type Caption = {
  readonly height: number;
  readonly least: number;
  place(sheet: Sheet, box: Box, field: LabelField, align: TextNode["align"]): void;
};

function captionOf(
  sheet: Sheet,
  words: TextNode["caption"],
  [least, most]: readonly [number, number] = [CAPTION_SIZE[0], CAPTION_SIZE[1] * sheet.growth],
): Caption | undefined {
  const text = words?.[sheet.model.language];
  if (text === undefined) return undefined;
  const weight: Weight = leastSize(sheet, "regular", text) > most ? "bold" : "regular";
  const smallest = Math.max(leastSize(sheet, weight, text), least);
  const size = Math.max(smallest, scaled(sheet, [least, most]));
  const line = sheet.fonts.shape(weight, text);
  const fitted = (width: number): Fitted => ({
    size: Math.min(size, Math.max(smallest, width / line.width)),
    lines: [line],
    isOver: false,
  });
  return {
    // The same height for all letters, so that texts under the captions of a row share a baseline.
    height: linesHeight({ size, lines: [line], isOver: false }, true) + CAPTION_GAP,
    least: line.width * smallest,
    place: (on, box, field, align) => {
      if (line.width * smallest <= box.w)
        placeLines(on, box, fitted(box.w), { field: `${field}.caption`, align, tracking: 0 }, true);
    },
  };
}

function edges(
  { lines }: Fitted,
  isBlock: boolean,
): { readonly above: number; readonly below: number } {
  let top = 0;
  let bottom = 0;
  for (const line of lines) {
    if (line.inkTop > top) top = line.inkTop;
    if (-line.inkBottom > bottom) bottom = -line.inkBottom;
  }
  return lines.length > 1 || isBlock
    ? { above: Math.max(ASCENT, top), below: Math.max(DESCENT, bottom) }
    : { above: Math.max(CAPITALS, top) + AIR / 2, below: bottom + AIR / 2 };
}

function linesHeight(fitted: Fitted, isBlock = false): number {
  const { above, below } = edges(fitted, isBlock);
  return fitted.lines.length * (above + below) * fitted.size;
}

function placeLines(sheet: Sheet, box: Box, fitted: Fitted, style: Style, isBlock = false): void {
  const { above, below } = edges(fitted, isBlock);
  fitted.lines.forEach((line, i) => {
    const baseline = box.y + (i * (above + below) + above) * fitted.size;
    sheet.items.push(textItem(line, fitted.size, box, baseline, style));
  });
}

/**
 * Creates the item of one line.
 *
 * @param box Left edge and width; the text is at its left, right or middle. A left-aligned line
 * that is written from right to left is right-aligned.
 */
export function textItem(
  line: ShapedLine,
  size: number,
  box: Pick<Box, "x" | "w">,
  baseline: number,
  { field, align, tracking }: Style,
): TextItem {
  const clusters = line.runs.reduce(
    (sum, run) => sum + run.glyphs.filter((glyph) => glyph.text !== "").length,
    0,
  );
  const width = line.width * size + tracking * Math.max(0, clusters - 1);
  const slack = box.w - width;
  const side = align === "left" && line.isRightToLeft ? "right" : align;
  return {
    kind: "text",
    field,
    line,
    x: box.x + (side === "right" ? slack : side === "centre" ? slack / 2 : 0),
    baseline,
    size,
    tracking,
    width,
  };
}

/** Caches the last measurement, because a part is measured many times at one scale and width. */
function remembered<T>(measure: (width: number) => T, sheet: Sheet): (width: number) => T {
  let [lastWidth, lastScale] = [Number.NaN, Number.NaN];
  let last: { value: T } | undefined;
  return (width) => {
    if (last === undefined || width !== lastWidth || sheet.scale !== lastScale) {
      [lastWidth, lastScale] = [width, sheet.scale];
      last = { value: measure(width) };
    }
    return last.value;
  };
}
