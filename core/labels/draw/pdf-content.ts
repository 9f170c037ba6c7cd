/**
 * Writes the drawing operators of one label: texts as positioned glyph codes, symbols as paths on
 * whole dots.
 */
import { dotBox } from "./canvas.ts";
import type {
  ArrangedLabel,
  BarsItem,
  Box,
  LabelItem,
  MatrixItem,
  PictureItem,
  TextItem,
} from "../layout/items.ts";
import { dotsPerMmOf } from "../dots.ts";
import type { Glyph } from "../text/glyphs.ts";
import type { PdfCode, PdfFont, PdfFonts } from "./pdf-fonts.ts";

export const POINTS_PER_MM = 72 / 25.4;

/** Light enough to read through, dark enough to appear in a printer's halftone. */
const MARK_GRAY = "0.8";

/** Smallest shift between glyphs that is written, fraction of an em; W stores thousandths. */
const MIN_SHIFT = 0.0006;

export type LabelSpot = {
  /** Height of the page, mm. */
  readonly pageHeight: number;
  /** Top left corner of the label on the page, mm. */
  readonly x: number;
  readonly y: number;
};

export type ContentResources = {
  readonly fonts: PdfFonts;
  /** Returns the picture's name among the resources. */
  readonly picture: (item: PictureItem) => string;
};

/**
 * Returns the operators of a content stream in ASCII. Marks come first, so that they lie under all
 * text.
 */
export function labelContent(
  label: ArrangedLabel,
  { fonts, picture }: ContentResources,
  spot: LabelSpot,
): string {
  const dotsPerMm = dotsPerMmOf(label.dpi);
  const out: string[] = [];
  const text = createTextWriter(out, fonts, spot);
  const marks = label.items.filter((item) => item.kind === "mark");
  if (marks.length > 0) {
    out.push(`q ${MARK_GRAY} g`);
    for (const { text: item } of marks) text.write(item);
    text.end();
    out.push("Q");
  }
  for (const item of label.items) drawItem(item);
  text.end();
  return out.join("\n");

  function drawItem(item: LabelItem): void {
    if (item.kind === "text") return text.write(item);
    if (item.kind === "mark") return;
    text.end();
    if (item.kind === "rule") out.push(rectangle(item, spot), "f");
    else if (item.kind === "panel") {
      out.push(rectangle(item, spot), "f", "1 g");
      for (const line of item.texts) text.write(line);
      text.end();
      out.push("0 g");
    } else if (item.kind === "picture") {
      const [x, y, w, h] = [
        spot.x + item.x,
        spot.pageHeight - spot.y - item.y - item.h,
        item.w,
        item.h,
      ].map(points);
      out.push(`q ${w} 0 0 ${h} ${x} ${y} cm /${picture(item)} Do Q`);
    } else
      out.push(
        inDots(
          item.kind === "code128" ? barPath(item, dotsPerMm) : cellPath(item, dotsPerMm),
          spot,
          dotsPerMm,
        ),
      );
  }
}

/**
 * Wraps and fills a path whose unit is the printer's dot and whose y axis points downwards. The
 * path's numbers are integers, so each edge lies on the edge of a dot.
 */
function inDots(path: string, spot: LabelSpot, dotsPerMm: number): string {
  const unit = exact(POINTS_PER_MM / dotsPerMm);
  return `q ${unit} 0 0 -${unit} ${points(spot.x)} ${points(spot.pageHeight - spot.y)} cm\n${path}\nf Q`;
}

function barPath(item: BarsItem, dotsPerMm: number): string {
  const { x, y, height } = dotBox(item, dotsPerMm);
  return item.bars
    .map(
      ([first, wide]) =>
        `${x + first * item.moduleDots} ${y} ${wide * item.moduleDots} ${height} re`,
    )
    .join("\n");
}

function cellPath(item: MatrixItem, dotsPerMm: number): string {
  const x = Math.round(item.x * dotsPerMm);
  const y = Math.round(item.y * dotsPerMm);
  const side = item.moduleDots;
  const out: string[] = [];
  for (let from = 0; from < item.cells.length;) {
    const rowEnd = from - (from % item.columns) + item.columns;
    let until = from;
    while (until < rowEnd && item.cells[until] === true) until++;
    if (until > from)
      out.push(
        `${x + (from % item.columns) * side} ${y + Math.floor(from / item.columns) * side} ${(until - from) * side} ${side} re`,
      );
    from = until > from ? until : from + 1;
  }
  return out.join("\n");
}

function rectangle(box: Box, spot: LabelSpot): string {
  return `${points(spot.x + box.x)} ${points(spot.pageHeight - spot.y - box.y - box.h)} ${points(box.w)} ${points(box.h)} re`;
}

type TextWriter = {
  write(item: TextItem): void;
  /** Ends the open text object, if any, so that other operators may follow. */
  end(): void;
};

/**
 * Creates a writer that puts consecutive texts in one text object and sets the font only when it
 * changes.
 */
function createTextWriter(out: string[], fonts: PdfFonts, spot: LabelSpot): TextWriter {
  let isOpen = false;
  let current = "";
  return {
    write(item) {
      if (item.line.runs.length === 0) return;
      if (!isOpen) out.push("BT");
      isOpen = true;
      const y = points(spot.pageHeight - spot.y - item.baseline);
      const track = item.size === 0 ? 0 : item.tracking / item.size;
      let clusters = 0;
      for (const run of item.line.runs) {
        const font = fonts.font(run.font);
        const setting = `/${font.name} ${points(item.size)} Tf`;
        if (setting !== current) out.push((current = setting));
        const letters = lettersOf(run.glyphs, font).map((letter) => ({
          ...letter,
          x: letter.x + (letter.isLetter ? clusters++ : clusters) * track,
        }));
        out.push(
          `1 0 0 1 ${points(spot.x + item.x + (letters[0]?.x ?? 0) * item.size)} ${y} Tm`,
          showRun(letters),
        );
      }
    },
    end() {
      if (isOpen) out.push("ET");
      isOpen = false;
      current = "";
    },
  };
}

const MARKS = /^\p{M}+$/u;

/**
 * Groups glyphs into letters. The glyphs of one letter are adjacent, and the first has the letter's
 * text. Marks precede their letter, because scripts with marks run from right to left. A mark gets
 * a separate code that is drawn over the letter without an advance, so that readers can search the
 * line as one string.
 */
function lettersOf(glyphs: readonly Glyph[], font: PdfFont): Placed[] {
  const letters: Placed[] = [];
  let marks: (readonly Glyph[])[] = [];
  for (let from = 0; from < glyphs.length;) {
    let until = from + 1;
    while (until < glyphs.length && glyphs[until]?.text === "") until++;
    const cluster = glyphs.slice(from, until);
    from = until;
    if (MARKS.test(cluster[0]?.text ?? "") && from < glyphs.length) {
      marks.push(cluster);
      continue;
    }
    const body = bodyOf(cluster, font);
    for (const mark of marks) letters.push(placed(mark, body, 0, font));
    marks = [];
    letters.push(placed(cluster, body, font.advance(body.id), font));
  }
  return letters;
}

/** Finds a letter's body, its widest glyph; dots and marks are positioned relative to it. */
function bodyOf(cluster: readonly Glyph[], font: PdfFont): Glyph {
  return cluster.reduce((widest, glyph) =>
    font.advance(glyph.id) > font.advance(widest.id) ? glyph : widest,
  );
}

function placed(cluster: readonly Glyph[], body: Glyph, advance: number, font: PdfFont): Placed {
  const inUnits = (em: number): number => Math.round(em * font.unitsPerEm);
  const parts = cluster.map(({ id, x, y }) => ({ id, dx: inUnits(x - body.x), dy: inUnits(y) }));
  return {
    x: body.x,
    isLetter: cluster[0]?.text !== "",
    ...font.code({ advance, parts }, cluster[0]?.text ?? ""),
  };
}

type Placed = PdfCode & { readonly x: number; readonly isLetter: boolean };

/** Writes a run; a glyph that does not start where the previous one ends is shifted. */
function showRun(glyphs: readonly Placed[]): string {
  let shown = "";
  let hasShift = false;
  let pen = glyphs[0]?.x ?? 0;
  for (const glyph of glyphs) {
    const shift = glyph.x - pen;
    if (Math.abs(shift) > MIN_SHIFT) {
      shown += `> ${thousandths(-shift)} <`;
      hasShift = true;
      pen = glyph.x;
    }
    shown += glyph.hex;
    pen += glyph.advance;
  }
  return hasShift ? `[<${shown}>] TJ` : `<${shown}> Tj`;
}

function thousandths(em: number): string {
  return String(Math.round(em * 10_000) / 10);
}

/** Converts mm to points with four decimals; a hundredth of a dot at 600 dpi is 0.0012 points. */
export function points(mm: number): string {
  return String(Math.round(mm * POINTS_PER_MM * 10_000) / 10_000);
}

function exact(value: number): string {
  return value.toFixed(9);
}
