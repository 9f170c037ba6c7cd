import { Buffer as ShapingBuffer, Direction, Face, Font, Blob, shape } from "harfbuzzjs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LabelFonts, ShapedLine, Weight } from "../../../../core/labels/text/glyphs.ts";
import { loadLabelFonts } from "../../../../core/labels/text/label-fonts.ts";
import { RESOURCES } from "../a-label.ts";

let fonts: LabelFonts;
beforeAll(async () => {
  fonts = await loadLabelFonts(RESOURCES);
});

/** The texts of the clusters from left to right. */
const seen = (line: ShapedLine): string =>
  line.runs.map((run) => run.glyphs.map(({ text }) => text).join("")).join("");
const fontsOf = (line: ShapedLine): string[] => line.runs.map(({ font }) => font);
const glyphCount = (line: ShapedLine): number =>
  line.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0);

describe("shape", () => {
  it("Arabic runs from right to left and keeps the digits of a house number in order", () => {
    const line = fonts.shape("regular", "شارع 12");
    expect([seen(line), line.isRightToLeft, fontsOf(line)]).toEqual([
      "12 عراش",
      true,
      ["sans", "arabic"],
    ]);
  });

  it("Arabic letters are joined: a letter between two others differs from the isolated letter", () => {
    const alone = fonts.shape("regular", "ع").runs[0]?.glyphs[0]?.id;
    const joined = fonts.shape("regular", "ععع").runs[0]?.glyphs.map(({ id }) => id) ?? [];
    expect(new Set([alone, ...joined]).size).toBe(4);
    expect([glyphCount(fonts.shape("regular", "ل")), seen(fonts.shape("regular", "لا"))]).toEqual([
      1,
      "ال",
    ]);
  });

  it("Persian and Urdu keep their letters, and Arabic-Indic digits keep their order", () => {
    for (const text of ["پژوهش چگونه", "ٹوٹی ہوئی", "می‌خواهم"])
      expect([fonts.writable(text).text, fontsOf(fonts.shape("bold", text))]).toEqual([
        text,
        ["arabic-bold"],
      ]);
    expect(seen(fonts.shape("regular", "رقم ١٢٣"))).toBe("١٢٣ مقر");
  });

  it("Hebrew runs from right to left, with its points", () => {
    expect(seen(fonts.shape("regular", "רחוב הרצל 5"))).toBe("5 לצרה בוחר");
    const pointed = fonts.shape("regular", "שָׁלוֹם");
    expect([fonts.writable("שָׁלוֹם").text, pointed.width]).toEqual([
      "שָׁלוֹם".normalize("NFC"),
      expect.closeTo(fonts.shape("regular", "שלום").width, 2),
    ]);
  });

  it("Turkish stays from left to right before Arabic, and brackets are mirrored in a right-to-left line", () => {
    const turkish = fonts.shape("regular", "Ayşe شارع Oğlu");
    expect([seen(turkish), turkish.isRightToLeft]).toEqual(["Ayşe عراش Oğlu", false]);
    const brackets = fonts.shape("regular", "شارع (5)");
    const [opening, closing] = ["(", ")"].map(
      (bracket) => fonts.shape("regular", bracket).runs[0]?.glyphs[0]?.id,
    );
    expect(brackets.runs[0]?.glyphs.slice(0, 3).map(({ id }) => id)).toEqual([
      opening,
      fonts.shape("regular", "5").runs[0]?.glyphs[0]?.id,
      closing,
    ]);
  });

  it("Chinese and kana are in the Han font, each letter one em wide, in bold too", () => {
    const line = fonts.shape("bold", "北京市朝陽区 ヤマト さくら");
    expect([line.text, fontsOf(line), fonts.shape("regular", "北京").width]).toEqual([
      "北京市朝陽区 ヤマト さくら",
      ["han", "sans-bold", "han", "sans-bold", "han"],
      2,
    ]);
  });

  it("the Turkish i is never drawn in a ligature, and decomposed text is composed", () => {
    expect(glyphCount(fonts.shape("regular", "fi ffi fl"))).toBe(9);
    for (const text of ["fırfır filiz", "ẞ ğ ₺ İıŞş"])
      expect([
        seen(fonts.shape("regular", text.normalize("NFD"))),
        fontsOf(fonts.shape("bold", text)),
      ]).toEqual([text, ["sans-bold"]]);
  });

  it("Latin, Cyrillic and Greek letters get the glyphs and advances that HarfBuzz gives", () => {
    for (const weight of ["regular", "bold"] as const) {
      const face = fonts.face(weight === "bold" ? "sans-bold" : "sans");
      const text = "AVATAR To. Çağrı Şimşek İĞÜ Ёлка Ωμέγα fi";
      const buffer = new ShapingBuffer();
      buffer.addText(text);
      buffer.setDirection(Direction.LTR);
      buffer.guessSegmentProperties();
      shape(new Font(new Face(new Blob(face.bytes))), buffer);
      let x = 0;
      const expected = buffer
        .getGlyphInfosAndPositions()
        .map(({ codepoint, xAdvance = 0 }) => ({ id: codepoint, at: (x += xAdvance) - xAdvance }));
      expect(
        fonts
          .shape(weight, text)
          .runs[0]?.glyphs.map(({ id, x: at }) => ({ id, at: Math.round(at * face.unitsPerEm) })),
      ).toEqual(expected);
    }
  });

  it("the bold Latin stem is thicker than the regular one, and every font's stem is between 0.04 and 0.2 em", () => {
    const stems = (
      ["sans", "sans-bold", "arabic", "arabic-bold", "hebrew", "hebrew-bold", "han"] as const
    ).map((id) => fonts.face(id).stem);
    for (const stem of stems)
      expect(stem).toSatisfy((width: number) => width > 0.04 && width < 0.2);
    expect(stems[1]).toBeGreaterThan(stems[0] ?? 1);
  });

  it(
    "shaping never throws, and keeps ink and width finite and within declared limits, whatever the text",
    { tags: "all" },
    () => {
      const words = fc.constantFrom(
        "Şükrü",
        "شارع",
        "رقم ١٢",
        "הרצל",
        "北京",
        "ヤマト",
        "한국",
        "😀",
        "👨‍👩‍👧",
        "ẞ",
        "é",
        "e\u0301",
        "شَّ",
        "\u202e",
        "\u200d",
        "\u0301",
        "\ud800",
        "\n",
        "(",
        "]",
        "12",
        "สวัสดี",
      );
      const text = fc.oneof(
        fc.array(words, { maxLength: 12 }).map((parts) => parts.join(" ")),
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ unit: "grapheme", maxLength: 200 }),
      );
      fc.assert(
        fc.property(text, fc.constantFrom<Weight>("regular", "bold"), (written, weight) => {
          const line = fonts.shape(weight, written);
          expect(
            Number.isFinite(line.width) &&
              line.width >= 0 &&
              line.inkTop < 3 &&
              line.inkBottom > -3,
          ).toBe(true);
          for (const run of line.runs) {
            const face = fonts.face(run.font);
            for (const glyph of run.glyphs) {
              expect(glyph.id).toBeGreaterThan(0);
              const heights = inkOf(face.outline(glyph.id)).map(
                (y) => y / face.unitsPerEm + glyph.y,
              );
              if (heights.length > 0)
                expect(
                  Math.max(...heights) <= line.inkTop + 0.002 &&
                    Math.min(...heights) >= line.inkBottom - 0.002,
                ).toBe(true);
            }
          }
          const once = fonts.writable(written).text;
          expect(fonts.writable(once)).toEqual({ text: once, isTransliterated: false });
        }),
        { numRuns: process.env["FULL"] === "1" ? 10_000 : 300 },
      );
    },
  );

  it("a repeated text returns the same line, and a name of 200 letters is accepted", () => {
    expect(fonts.shape("regular", "Çağla")).toBe(fonts.shape("regular", "Çağla"));
    expect(fonts.shape("bold", "Ğ".repeat(200)).width).toBeCloseTo(
      200 * fonts.shape("bold", "Ğ").width,
      6,
    );
  });
});

/** Heights of the points that a stroke passes through. */
function inkOf(
  outline: readonly { readonly command: string; readonly args: readonly number[] }[],
): number[] {
  return outline.flatMap(({ args }) => (args.length === 0 ? [] : [args.at(-1) ?? 0]));
}
