import { PDFiumLibrary, type PDFiumDocument } from "@hyzyla/pdfium";
import fc from "fast-check";
import { PDFDocument, PDFName } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Canvas } from "../../../../core/labels/draw/canvas.ts";
import { writePdf, type PdfMeta } from "../../../../core/labels/draw/draw-pdf.ts";
import type { ArrangedLabel, TextItem } from "../../../../core/labels/layout/items.ts";
import { DENSITIES } from "../../../../core/labels/labels.schema.ts";
import { encodePng } from "../../../../core/labels/png.ts";
import { readPicture } from "../../../../core/labels/read-symbols.ts";
import type { LabelFonts } from "../../../../core/labels/text/glyphs.ts";
import { loadLabelFonts } from "../../../../core/labels/text/label-fonts.ts";
import { rasteriseGlyph } from "../../../../core/labels/text/rasterise-glyph.ts";
import { dotsPerMmOf } from "../../../../core/labels/dots.ts";
import { RESOURCES } from "../a-label.ts";
import { arranged, barsItem, matrixItem, parcelLikeLabel, textItem } from "./arranged.ts";

const META: PdfMeta = { title: "PB0012345678901", createdAt: new Date("2026-11-21T08:30:00Z") };

let fonts: LabelFonts;
let pdfium: PDFiumLibrary;
beforeAll(async () => {
  [fonts, pdfium] = await Promise.all([loadLabelFonts(RESOURCES), PDFiumLibrary.init()]);
});
afterAll(() => pdfium.destroy());

async function opened<T>(
  bytes: Uint8Array,
  read: (document: PDFiumDocument) => T | Promise<T>,
): Promise<T> {
  const document = await pdfium.loadDocument(bytes);
  try {
    return await read(document);
  } finally {
    document.destroy();
  }
}

/** Ink of a page, 0 for white to 255 for black, at the given number of dots per millimetre. */
async function inkOf(
  bytes: Uint8Array,
  media: { widthMm: number; heightMm: number },
  dotsPerMm: number,
  page = 0,
): Promise<Canvas> {
  return opened(bytes, async (document) => {
    const [width, height] = [
      Math.round(media.widthMm * dotsPerMm),
      Math.round(media.heightMm * dotsPerMm),
    ];
    const bitmap = await document.getPage(page).render({
      width,
      height,
      render: (options) => Promise.resolve(Uint8Array.from(options.data)),
    });
    return {
      width: bitmap.width,
      height: bitmap.height,
      stride: bitmap.width,
      ink: new Uint8Array(bitmap.width * bitmap.height).map(
        (_, i) => 255 - (bitmap.data[i * 4] ?? 0),
      ),
    };
  });
}

const textOf = (bytes: Uint8Array): Promise<string> =>
  opened(bytes, (document) => document.getPage(0).getText());
const lineLabel = (text: string, weight: "regular" | "bold" = "regular"): ArrangedLabel =>
  arranged([textItem(fonts, text, { x: 5, baseline: 20, size: 5, weight })]);

describe("text in the PDF", () => {
  for (const text of [
    "Çağla Şimşekoğlu fırfır ₺",
    "Ёлка Київ Ωμέγα",
    "北京市朝阳区建国路 12",
    "ヤマト運輸 さくら",
  ]) {
    it(`text can be searched and copied as it was written: ${text}`, async () => {
      expect(await textOf(await writePdf([lineLabel(text, "bold")], fonts, META))).toContain(text);
    });
  }
  for (const text of [
    "شارع الملك فهد",
    "پژوهش چگونه",
    "شَارِع لا",
    "עבד (ב) 5",
    "عبد الله (ب)",
    "רחוב הרצל",
  ]) {
    it(`text can be searched and copied in reading order: ${text}`, async () => {
      const found = (await textOf(await writePdf([lineLabel(text)], fonts, META))).replace(
        /[\r\n\0]/g,
        "",
      );
      expect(found).toBe(text);
    });
  }

  it("spaced-out text can be searched", async () => {
    const label = arranged([
      textItem(fonts, "GÖNDEREN", { x: 5, baseline: 20, size: 3, tracking: 0.3 }),
    ]);
    expect(await textOf(await writePdf([label], fonts, META))).toContain("GÖNDEREN");
  });

  it("text covers the dots that its outlines cover: Latin, Arabic and Hebrew with points, Han and kana, bold and spaced out", async () => {
    const dotsPerMm = dotsPerMmOf(600);
    for (const item of [
      textItem(fonts, "Çağla Şimşekoğlu ẞ₺", { x: 3, baseline: 10, size: 6 }),
      textItem(fonts, "شَارِع 12 (لا)", { x: 3, baseline: 10, size: 6, weight: "bold" }),
      textItem(fonts, "שָׁלוֹם", { x: 3, baseline: 10, size: 6 }),
      textItem(fonts, "北京 ヤマト", { x: 3, baseline: 10, size: 6 }),
      textItem(fonts, "SPACED", { x: 3, baseline: 10, size: 6, tracking: 0.7 }),
    ]) {
      const media = { widthMm: 80, heightMm: 20 };
      const drawn = await inkOf(
        await writePdf([arranged([item], { ...media, dpi: 600 })], fonts, META),
        media,
        dotsPerMm,
      );
      const expected = outlineInk(item, drawn, dotsPerMm);
      // pdfium darkens the edges of text; a letter with a wrong position or shape differs by far
      // more.
      expect(meanDifference(drawn.ink, expected) / 255).toBeLessThan(0.12);
    }
  });
});

/** Ink of a text's outlines as the rasteriser for printers draws them. */
function outlineInk(
  item: TextItem,
  { width, height }: { width: number; height: number },
  dotsPerMm: number,
): Uint8Array {
  const ink = new Uint8Array(width * height);
  let tracked = 0;
  for (const run of item.line.runs) {
    for (const glyph of run.glyphs) {
      const shape = rasteriseGlyph(fonts.face(run.font), glyph.id, item.size * dotsPerMm);
      const left = Math.round((item.x + tracked + glyph.x * item.size) * dotsPerMm) + shape.left;
      const top = Math.round((item.baseline - glyph.y * item.size) * dotsPerMm) + shape.top;
      for (let y = 0; y < shape.height; y++) {
        for (let x = 0; x < shape.width; x++) {
          const at = (top + y) * width + left + x;
          ink[at] = Math.max(ink[at] ?? 0, shape.coverage[y * shape.width + x] ?? 0);
        }
      }
      if (glyph.text !== "") tracked += item.tracking;
    }
  }
  return ink;
}

/** The mean difference over the dots that have ink in one of the pictures. */
function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  let inked = 0;
  a.forEach((value, i) => {
    const other = b[i] ?? 0;
    if (value === 0 && other === 0) return;
    inked++;
    sum += Math.abs(value - other);
  });
  return inked === 0 ? 255 : sum / inked;
}

describe("symbols in the PDF", () => {
  for (const dpi of DENSITIES) {
    it(`symbols are on whole dots at ${dpi} dpi, and are read back`, async () => {
      const moduleDots = Math.round(0.375 * dotsPerMmOf(dpi));
      const label = arranged(
        [
          barsItem("PB0012345678901", dpi, { x: 12, y: 20, h: 20, moduleDots }),
          matrixItem("PB0012345678901", dpi, { x: 40, y: 50, moduleDots: 2 * moduleDots }),
        ],
        { dpi, heightMm: 75 },
      );
      const dotsPerMm = dotsPerMmOf(dpi);
      // The sides are whole dots, so that a printer's raster does not exceed the paper by a part of
      // a dot.
      const media = {
        widthMm: Math.round(100 * dotsPerMm) / dotsPerMm,
        heightMm: Math.round(75 * dotsPerMm) / dotsPerMm,
      };
      const drawn = await inkOf(
        await writePdf([{ ...label, ...media }], fonts, META),
        media,
        dotsPerMm,
      );
      const grey = drawn.ink.filter((value) => value > 40 && value < 215).length;
      const black = drawn.ink.filter((value) => value >= 215).length;
      expect([
        grey,
        await readPicture(encodePng({ ...drawn, stride: drawn.width }, dotsPerMm)),
      ]).toEqual([0, ["PB0012345678901", "PB0012345678901"]]);
      expect(black).toBe(modulesInked(label) * moduleDots);
    });
  }
});

/** Dots of the symbols' ink in units of the bars' module width. */
function modulesInked(label: ArrangedLabel): number {
  let dots = 0;
  let moduleDots = 1;
  for (const item of label.items) {
    if (item.kind === "code128") {
      moduleDots = item.moduleDots;
      const [top, bottom] = [item.y, item.y + item.h].map((mm) =>
        Math.round(mm * dotsPerMmOf(label.dpi)),
      );
      dots +=
        item.bars.reduce((sum, [, wide]) => sum + wide, 0) *
        moduleDots *
        ((bottom ?? 0) - (top ?? 0));
    } else if (item.kind === "matrix")
      dots += item.cells.filter((cell) => cell).length * item.moduleDots ** 2;
  }
  return dots / moduleDots;
}

describe("panels, pictures and marks in the PDF", () => {
  it("panels show white text on black, and a picture's 1 bits are black", async () => {
    const texts = [textItem(fonts, "IIII", { x: 6, baseline: 12, size: 8, weight: "bold" })];
    const picture = {
      kind: "picture",
      x: 30,
      y: 5,
      w: 8,
      h: 8,
      columns: 2,
      rows: 2,
      bits: Uint8Array.from([0b10_000000, 0b01_000000]),
    } as const;
    const drawn = await inkOf(
      await writePdf(
        [
          arranged([
            { kind: "panel", x: 5, y: 5, w: 20, h: 10, texts },
            picture,
            { kind: "rule", x: 5, y: 30, w: 50, h: 1 },
          ]),
        ],
        fonts,
        META,
      ),
      { widthMm: 100, heightMm: 150 },
      8,
    );
    const at = (x: number, y: number): number =>
      drawn.ink[Math.round(y * 8) * drawn.width + Math.round(x * 8)] ?? -1;
    expect([
      at(24, 14),
      at(32, 7),
      at(36, 7),
      at(32, 11),
      at(36, 11),
      at(20, 30.5),
      at(60, 30.5),
    ]).toEqual([255, 255, 0, 0, 255, 255, 0]);
    const white = texts[0]?.line.runs[0]?.glyphs[0];
    expect(at(6 + 0.5 * 8 * fonts.face("sans-bold").advance(white?.id ?? 0), 9)).toBe(0);
  });

  it("a mark is light, and leaves a rule over it black", async () => {
    const mark = {
      kind: "mark",
      text: textItem(fonts, "TEST", { x: 5, baseline: 60, size: 40, weight: "bold" }),
    } as const;
    const drawn = await inkOf(
      await writePdf([arranged([{ kind: "rule", x: 0, y: 45, w: 100, h: 2 }, mark])], fonts, META),
      { widthMm: 100, heightMm: 150 },
      8,
    );
    const row = (y: number): Uint8Array =>
      drawn.ink.subarray(y * 8 * drawn.width, (y * 8 + 1) * drawn.width);
    expect([Math.max(...row(52)), Math.min(...row(46))]).toEqual([51, 255]);
  });
});

describe("the PDF as a file", () => {
  it("the same labels give the same bytes, on pages of their paper", async () => {
    const bytes = await writePdf([parcelLikeLabel(fonts)], fonts, META);
    expect(
      Buffer.from(await writePdf([parcelLikeLabel(fonts)], fonts, META)).equals(Buffer.from(bytes)),
    ).toBe(true);
    await opened(bytes, (document) => {
      const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
      expect([
        document.getPageCount(),
        (originalWidth / 72) * 25.4,
        (originalHeight / 72) * 25.4,
      ]).toEqual([1, expect.closeTo(100, 2), expect.closeTo(150, 2)]);
    });
  });

  it("the PDF states title, dates and producer, and asks readers not to scale it", async () => {
    const document = await PDFDocument.load(await writePdf([lineLabel("x")], fonts, META), {
      updateMetadata: false,
    });
    expect([
      document.getTitle(),
      document.getCreator(),
      document.getProducer(),
      document.getCreationDate(),
      document.getModificationDate(),
    ]).toEqual(["PB0012345678901", "Packbench", "Packbench", META.createdAt, META.createdAt]);
    expect(document.catalog.get(PDFName.of("ViewerPreferences"))?.toString()).toContain(
      "/PrintScaling /None",
    );
  });

  it("the PDF embeds only the glyphs in use, of the Han font too", async () => {
    expect((await writePdf([lineLabel("北京市朝阳区")], fonts, META)).length).toBeLessThan(10_000);
    expect((await writePdf([parcelLikeLabel(fonts)], fonts, META)).length).toBeLessThan(30_000);
  });

  it("one PDF of many labels has one page per label, and each font once", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `Alıcı ${i} Öztürk`);
    const bytes = await writePdf(
      names.map((name, i) => parcelLikeLabel(fonts, `PB${1000 + i}`, name)),
      fonts,
      META,
    );
    const one = await writePdf([parcelLikeLabel(fonts)], fonts, META);
    expect(bytes.length).toBeLessThan(one.length + 30 * 6_000);
    await opened(bytes, (document) => {
      expect(names.filter((name, i) => document.getPage(i).getText().includes(name))).toEqual(
        names,
      );
    });
  });
});

describe("a PDF of random texts", () => {
  it("a PDF of random texts opens, with a page per text", { tags: "all" }, async () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(..."شّارعلامِٰ שָׁלוֹם ب12 (אב) \u200d\u0301\u202e^~\\)(<>"),
        maxLength: 60,
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, fc.constantFrom(0, 0.4)), { minLength: 1, maxLength: 10 }),
        async (texts) => {
          const labels = texts.map(([text, tracking]) =>
            arranged([textItem(fonts, text, { x: 5, baseline: 20, size: 5, tracking })]),
          );
          const pages = await opened(
            await writePdf(labels, fonts, { ...META, title: texts[0]?.[0] ?? "" }),
            (document) => [...document.pages()].map((page) => page.getText()),
          );
          expect(pages.length).toBe(labels.length);
        },
      ),
      { numRuns: process.env["FULL"] === "1" ? 1_000 : 30 },
    );
  });
});

describe("four labels on a sheet of A4", () => {
  const a6 = (text: string): ArrangedLabel =>
    arranged(
      [
        textItem(fonts, text, { x: 5, baseline: 20, size: 5 }),
        barsItem(text, 203, { x: 10, y: 60, h: 20, moduleDots: 3 }),
      ],
      { widthMm: 105, heightMm: 148 },
    );
  const sheet = { kind: "a4-4", startAt: 1, hasCutMarks: false } as const;

  it("labels fill a sheet from its first free position, and continue on the next sheet", async () => {
    const labels = ["PB1", "PB2", "PB3", "PB4"].map(a6);
    const bytes = await writePdf(labels, fonts, { ...META, sheet: { ...sheet, startAt: 2 } });
    const texts = await opened(bytes, (document) =>
      [...document.pages()].map((page) => page.getText().match(/PB\d/g)),
    );
    expect(texts).toEqual([["PB1", "PB2", "PB3"], ["PB4"]]);
    const first = await inkOf(bytes, { widthMm: 210, heightMm: 297 }, 8);
    const inkIn = (left: number, top: number): boolean => {
      for (let y = top; y < top + 1180; y++)
        for (let x = left; x < left + 830; x++)
          if ((first.ink[y * first.width + x] ?? 0) > 0) return true;
      return false;
    };
    expect([inkIn(0, 0), inkIn(842, 0), inkIn(0, 1190), inkIn(842, 1190)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect((await readPicture(encodePng({ ...first, stride: first.width }, 8))).toSorted()).toEqual(
      ["PB1", "PB2", "PB3"],
    );
  });

  it("a sheet has cut marks if its settings say so, and a position or label that the sheet cannot have is rejected", async () => {
    const marked = await inkOf(
      await writePdf([a6("PB1")], fonts, { ...META, sheet: { ...sheet, hasCutMarks: true } }),
      { widthMm: 210, heightMm: 297 },
      8,
    );
    expect(
      Math.max(...marked.ink.subarray(8 * marked.width + 838, 8 * marked.width + 842)),
    ).toBeGreaterThan(40);
    await expect(
      writePdf([a6("PB1")], fonts, { ...META, sheet: { ...sheet, startAt: 5 } }),
    ).rejects.toThrow("not 5");
    await expect(writePdf([arranged([])], fonts, { ...META, sheet })).rejects.toThrow(
      "100 × 150 mm does not fit",
    );
  });
});
