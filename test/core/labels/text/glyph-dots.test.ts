import { beforeAll, describe, expect, it } from "vitest";
import { createGlyphDots } from "../../../../core/labels/text/glyph-dots.ts";
import type {
  FontFace,
  FontID,
  LabelFonts,
  OutlineStep,
} from "../../../../core/labels/text/glyphs.ts";
import { loadLabelFonts } from "../../../../core/labels/text/label-fonts.ts";
import { rasteriseGlyph, type DrawnGlyph } from "../../../../core/labels/text/rasterise-glyph.ts";
import { RESOURCES } from "../a-label.ts";

let fonts: LabelFonts;
beforeAll(async () => {
  fonts = await loadLabelFonts(RESOURCES);
});

const glyphOf = (text: string): { font: FontID; id: number } => {
  const run = fonts.shape("regular", text).runs[0];
  return { font: run?.font ?? "sans", id: run?.glyphs[0]?.id ?? 0 };
};
const inkArea = (dots: DrawnGlyph): number =>
  dots.coverage.reduce((sum, value) => sum + value, 0) / 255;
const faceOf = (outline: readonly OutlineStep[]): FontFace => ({
  id: "sans",
  unitsPerEm: 100,
  bytes: new Uint8Array(),
  advance: () => 0,
  stem: 0.1,
  outline: () => outline,
});

describe("rasteriseGlyph", () => {
  it("a rectangle fills each dot by the share that it covers", () => {
    const outline: OutlineStep[] = [
      { command: "M", args: [5, 0] },
      { command: "L", args: [25, 0] },
      { command: "L", args: [25, 15] },
      { command: "L", args: [5, 15] },
      { command: "Z", args: [] },
    ];
    expect(rasteriseGlyph(faceOf(outline), 0, 10)).toEqual({
      width: 3,
      height: 2,
      left: 0,
      top: -2,
      coverage: Uint8Array.from([64, 128, 64, 128, 255, 128]),
      dots: Uint8Array.from([0b0100_0000, 0b1110_0000]),
    });
  });

  it("quadratic and cubic curves keep their area at any size", () => {
    const round = 55.2285;
    const circle: OutlineStep[] = [
      { command: "M", args: [100, 0] },
      { command: "C", args: [100, round, round, 100, 0, 100] },
      { command: "C", args: [-round, 100, -100, round, -100, 0] },
      { command: "C", args: [-100, -round, -round, -100, 0, -100] },
      { command: "C", args: [round, -100, 100, -round, 100, 0] },
      { command: "Z", args: [] },
    ];
    const parabola: OutlineStep[] = [
      { command: "M", args: [0, 0] },
      { command: "Q", args: [50, 100, 100, 0] },
      { command: "Z", args: [] },
    ];
    for (const size of [7.3, 24, 300]) {
      expect(inkArea(rasteriseGlyph(faceOf(circle), 0, size)) / (Math.PI * size ** 2)).toBeCloseTo(
        1,
        2,
      );
      expect(inkArea(rasteriseGlyph(faceOf(parabola), 0, size)) / (size ** 2 / 3)).toBeCloseTo(
        1,
        1,
      );
    }
  });

  it("a glyph leaves no trace in the next glyph, and a space has no dots", () => {
    const { font, id } = glyphOf("Ş");
    const first = rasteriseGlyph(fonts.face(font), id, 40.3);
    for (const text of ["W", "ع", "京"])
      rasteriseGlyph(fonts.face(glyphOf(text).font), glyphOf(text).id, 33.7);
    expect(rasteriseGlyph(fonts.face(font), id, 40.3)).toEqual(first);
    expect(rasteriseGlyph(fonts.face("sans"), glyphOf(" ").id, 40)).toMatchObject({
      width: 0,
      height: 0,
    });
  });
});

describe("createGlyphDots", () => {
  it("a repeated request returns the cached dots, and the cache never exceeds its limit", () => {
    const cache = createGlyphDots(fonts, 100_000);
    const { id } = glyphOf("Ç");
    expect(cache.dots("sans", id, 24)).toBe(cache.dots("sans", id, 24));
    for (let size = 10; size < 200; size++)
      for (const text of "ABCÇŞ12") cache.dots("sans", glyphOf(text).id, size);
    expect(cache.bytes).toSatisfy((bytes: number) => bytes > 20_000 && bytes <= 100_000);
  });

  it("glyphs that are requested again stay cached while other sizes come and go", () => {
    const cache = createGlyphDots(fonts, 100_000);
    const { id } = glyphOf("Ç");
    const kept = cache.dots("sans", id, 24);
    for (let size = 10; size < 100; size++) {
      cache.dots("sans", id, size + 0.5);
      expect(cache.dots("sans", id, 24)).toBe(kept);
    }
  });

  it("a letter as large as the label is drawn without being cached", () => {
    const cache = createGlyphDots(fonts, 4_000_000);
    const { id } = glyphOf("M");
    expect(cache.dots("sans", id, 600).height).toBeGreaterThan(300);
    expect(cache.bytes).toBe(0);
  });
});
