/**
 * Shapes one line: bidirectional order, runs of one font and direction, positioned glyphs. HarfBuzz
 * shapes Arabic and Hebrew. The other fonts have no layout features, so a character's own glyph and
 * advance equal the result of shaping.
 */
import bidiModule from "bidi-js";
import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape } from "harfbuzzjs";
import type { ShapingFace } from "./font-face.ts";
import type { FontID, Glyph, GlyphRun, ShapedLine } from "./glyphs.ts";

type Run = {
  readonly face: ShapingFace;
  readonly level: number;
  readonly start: number;
  end: number;
};

const SCRIPTS: Partial<Readonly<Record<FontID, string>>> = {
  arabic: "Arab",
  "arabic-bold": "Arab",
  hebrew: "Hebr",
  "hebrew-bold": "Hebr",
};

/** Space, joiners and marks keep the font of the character before them. */
const FOLLOWING = /[ \u200c\u200d\p{M}]/u;

/** The module is CommonJS and exports the function itself; its types describe an ES module. */
const createBidi = bidiModule as unknown as typeof bidiModule.default;
const bidi = createBidi();
const buffer = new ShapingBuffer();

/**
 * Shapes a line without HarfBuzz. Returns undefined when the face lacks one of the characters. The
 * face must be for a left-to-right script without layout features.
 */
export function shapeNominal(face: ShapingFace, text: string): ShapedLine | undefined {
  const glyphs: Glyph[] = [];
  let x = 0;
  let inkTop = 0;
  let inkBottom = 0;
  for (let i = 0; i < text.length; i++) {
    const glyph = face.nominal(text.charCodeAt(i));
    if (glyph === undefined) return undefined;
    glyphs.push({ id: glyph.id, x, y: 0, text: glyph.text });
    x += glyph.advance;
    if (glyph.inkTop > inkTop) inkTop = glyph.inkTop;
    if (glyph.inkBottom < inkBottom) inkBottom = glyph.inkBottom;
  }
  return {
    text,
    width: x,
    inkTop,
    inkBottom,
    isRightToLeft: false,
    runs: glyphs.length === 0 ? [] : [{ font: face.id, glyphs }],
  };
}

/**
 * Shapes a line of several fonts or directions.
 *
 * @param text One line of composed text (NFC), in characters that the faces have.
 * @param faceFor Returns the face that has the character; undefined drops the character.
 */
export function shapeMixed(
  text: string,
  faceFor: (codePoint: number) => ShapingFace | undefined,
): ShapedLine {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, "auto");
  const runs: GlyphRun[] = [];
  let x = 0;
  let inkTop = 0;
  let inkBottom = 0;
  for (const run of inVisualOrder(itemise(text, levels, faceFor))) {
    const { glyphs, end } =
      SCRIPTS[run.face.id] === undefined ? placeNominal(run, text, x) : placeShaped(run, text, x);
    x = end;
    for (const { id, y } of glyphs) {
      const ink = run.face.ink(id);
      if (ink.inkTop === ink.inkBottom) continue;
      inkTop = Math.max(inkTop, ink.inkTop + y);
      inkBottom = Math.min(inkBottom, ink.inkBottom + y);
    }
    const last = runs.at(-1);
    if (last?.font === run.face.id)
      runs[runs.length - 1] = { font: last.font, glyphs: [...last.glyphs, ...glyphs] };
    else if (glyphs.length > 0) runs.push({ font: run.face.id, glyphs });
  }
  return {
    text,
    width: x,
    inkTop,
    inkBottom,
    isRightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1,
    runs,
  };
}

function itemise(
  text: string,
  levels: Uint8Array,
  faceFor: (codePoint: number) => ShapingFace | undefined,
): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (let i = 0; i < text.length;) {
    const codePoint = text.codePointAt(i) ?? 0;
    const end = i + (codePoint > 0xffff ? 2 : 1);
    const follows =
      run !== undefined &&
      FOLLOWING.test(String.fromCodePoint(codePoint)) &&
      run.face.nominal(codePoint) !== undefined;
    const face = follows ? run?.face : faceFor(codePoint);
    const level = levels[i] ?? 0;
    if (face === undefined) run = undefined;
    else if (run !== undefined && run.face === face && run.level === level) run.end = end;
    else runs.push((run = { face, level, start: i, end }));
    i = end;
  }
  return runs;
}

/** Applies rule L2 of the bidirectional algorithm to whole runs. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map((run) => run.level));
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < ordered.length; i++) {
      if ((ordered[i]?.level ?? 0) < level) continue;
      let end = i;
      while ((ordered[end]?.level ?? 0) >= level) end++;
      ordered.splice(i, end - i, ...ordered.slice(i, end).reverse());
      i = end;
    }
  }
  return ordered;
}

function placeNominal(run: Run, text: string, start: number): { glyphs: Glyph[]; end: number } {
  const isReversed = (run.level & 1) === 1;
  const characters = Array.from(text.slice(run.start, run.end));
  const glyphs: Glyph[] = [];
  let x = start;
  for (const character of isReversed ? characters.reverse() : characters) {
    const mirrored = isReversed ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const glyph =
      run.face.nominal(mirrored.codePointAt(0) ?? 0) ??
      run.face.nominal(character.codePointAt(0) ?? 0);
    if (glyph === undefined) continue;
    // A bracket's text is its visible form, because PDF readers mirror the brackets of a
    // right-to-left line again.
    glyphs.push({ id: glyph.id, x, y: 0, text: glyph.text });
    x += glyph.advance;
  }
  return { glyphs, end: x };
}

function placeShaped(run: Run, text: string, start: number): { glyphs: Glyph[]; end: number } {
  const em = run.face.unitsPerEm;
  buffer.clearContents();
  buffer.addText(text, run.start, run.end - run.start);
  buffer.setDirection((run.level & 1) === 1 ? Direction.RTL : Direction.LTR);
  buffer.setScript(SCRIPTS[run.face.id] ?? "Zyyy");
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  shape(run.face.font, buffer);
  const shaped = buffer.getGlyphInfosAndPositions();
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const textOf = new Map(
    starts.map((from, i) => [from, text.slice(from, starts[i + 1] ?? run.end)]),
  );
  const glyphs: Glyph[] = [];
  let x = start;
  for (const { codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 } of shaped) {
    glyphs.push({
      id: codepoint,
      x: x + xOffset / em,
      y: yOffset / em,
      text: textOf.get(cluster) ?? "",
    });
    textOf.delete(cluster);
    x += xAdvance / em;
  }
  return { glyphs, end: x };
}
