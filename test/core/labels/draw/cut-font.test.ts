import { Blob, Face, Font } from "harfbuzzjs";
import { beforeAll, describe, expect, it } from "vitest";
import { cutFont, readFontSource, type CutGlyph } from "../../../../core/labels/draw/cut-font.ts";
import type { FontID, LabelFonts } from "../../../../core/labels/text/glyphs.ts";
import { loadLabelFonts } from "../../../../core/labels/text/label-fonts.ts";
import { RESOURCES } from "../a-label.ts";

let fonts: LabelFonts;
beforeAll(async () => {
  fonts = await loadLabelFonts(RESOURCES);
});

const open = (bytes: Uint8Array): Font => new Font(new Face(new Blob(bytes)));
const single = (id: number, advance = 500): CutGlyph => ({
  advance,
  parts: [{ id, dx: 0, dy: 0 }],
});
const idsOf = (text: string): { font: FontID; ids: number[] } => {
  const run = fonts.shape("regular", text).runs[0];
  return { font: run?.font ?? "sans", ids: run?.glyphs.map(({ id }) => id) ?? [] };
};

describe("cutFont", () => {
  for (const text of ["ÇağlaŞimşek₺", "شارع", "שלום", "北京市"]) {
    it(`a cut font keeps outlines and advances under new numbers: ${text}`, () => {
      const { font, ids } = idsOf(text);
      const face = fonts.face(font);
      const cut = open(
        cutFont(
          readFontSource(face.bytes),
          [0, ...ids].map((id) => single(id, Math.round(face.advance(id) * face.unitsPerEm))),
        ),
      );
      const original = open(face.bytes);
      for (const [i, id] of ids.entries()) {
        expect(cut.glyphToPath(i + 1)).toBe(original.glyphToPath(id));
        expect(cut.glyphHAdvance(i + 1)).toBe(original.glyphHAdvance(id));
      }
    });
  }

  it("several positioned glyphs, or a single moved glyph, are merged into one glyph", () => {
    const { ids } = idsOf("il");
    const [i = 0, l = 0] = ids;
    const face = fonts.face("sans");
    const glyphs: CutGlyph[] = [
      single(0),
      {
        advance: 700,
        parts: [
          { id: i, dx: 0, dy: 0 },
          { id: l, dx: 300, dy: -50 },
        ],
      },
      { advance: 0, parts: [{ id: l, dx: -20, dy: 10 }] },
      single(l),
    ];
    const cut = open(cutFont(readFontSource(face.bytes), glyphs));
    const original = open(face.bytes);
    const moved = (dx: number, dy: number): unknown =>
      original.glyphToJson(l).map(({ type, values }) => ({
        type,
        values: values.map((value, at) => value + (at % 2 === 0 ? dx : dy)),
      }));
    expect(cut.glyphToJson(1)).toEqual([
      ...original.glyphToJson(i),
      ...(moved(300, -50) as object[]),
    ]);
    expect(cut.glyphToJson(2)).toEqual(moved(-20, 10));
    expect([cut.glyphHAdvance(1), cut.glyphHAdvance(2)]).toEqual([700, 0]);
  });

  it("a cut font's tables have the checksums that the format requires", () => {
    const font = Buffer.from(
      cutFont(readFontSource(fonts.face("sans").bytes), [single(0), single(40)]),
    );
    let sum = 0;
    for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });
});
