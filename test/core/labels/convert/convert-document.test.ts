import { inflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFOperator, PDFOperatorNames } from "pdf-lib";
import { describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { convertPart } from "../../../../core/labels/convert/convert-document.ts";
import type {
  Converted,
  ConvertTarget,
  Original,
} from "../../../../core/labels/convert/converted.ts";
import { findSymbols } from "../../../../core/labels/convert/find-symbols.ts";
import { withPdfPages } from "../../../../core/labels/convert/pdfium.ts";
import { joinParts } from "../../../../core/labels/convert/join-parts.ts";
import { readPng } from "../../../../core/labels/convert/read-png.ts";
import { readZpl, renderZpl } from "../../../../core/labels/read-zpl.ts";
import { createWorkerRenderer } from "../../../../core/labels/worker-renderer.ts";
import { dotsPerMmOf } from "../../../../core/labels/dots.ts";
import { encodePng } from "../../../../core/labels/png.ts";
import { RESOURCES } from "../../../helpers/folders.ts";
import { aPng, pdfLabels, pdfMatrix, picture, type PdfLabel } from "./a-document.ts";
import { someOf } from "../../../helpers/some-of.ts";

const A4 = [210, 297] as const;
const MEDIA = { widthMm: 100, heightMm: 150 };
const TEXT = "PB00000000017";
const zebra = (dpi: 203 | 300, media = MEDIA): ConvertTarget => ({ language: "ZPL", dpi, media });
const pdf = (bytes: Uint8Array): Original => ({ language: "PDF", bytes, media: MEDIA, dpi: 0 });
const convert = (original: Original, target: ConvertTarget): Promise<Converted> =>
  joinParts((part) => convertPart(original, target, part, (zpl) => zpl), target);

const labelsOf = (zpl: Uint8Array): readonly Uint8Array[] =>
  (
    Buffer.from(zpl)
      .toString()
      .match(/\^XA[^]*?\^XZ/g) ?? []
  ).map((label) => Buffer.from(label));

const LABELS: readonly (readonly [string, PdfLabel])[] = [
  ["in a corner of an A4 page", { text: TEXT, page: A4, at: [8, 6] }],
  ["in the other corner", { text: TEXT, page: A4, at: [110, 150] }],
  ["turned by 90° on its page", { text: TEXT, page: A4, at: [8, 6], turn: 1 }],
  ["turned by 270° on its page", { text: TEXT, page: A4, at: [8, 6], turn: 3 }],
  ["upside down", { text: TEXT, page: [100, 150], at: [5, 5], turn: 2 }],
  [
    "on a page that is rotated as a whole",
    { text: TEXT, page: [100, 150], at: [5, 5], rotate: 90 },
  ],
  ["as A6", { text: TEXT, page: [105, 148], at: [5, 4] }],
  ["of half its size", { text: TEXT, page: [60, 80], at: [2, 2], size: [56, 76], moduleMm: 0.25 }],
  ["larger than the paper", { text: TEXT, page: A4, at: [5, 5], size: [180, 270], moduleMm: 0.8 }],
  ["of the paper's own size", { text: TEXT, page: [100, 150], at: [5, 5] }],
];

describe("a carrier's PDF on a label printer", () => {
  const cases = [
    ...LABELS.map(([name, label]) => [name, 203, label] as const),
    ...LABELS.slice(2, 4).map(([name, label]) => [name, 300, label] as const),
  ];

  it.each(someOf(cases, 6))(
    "a PDF is trimmed, upright and readable: %s, at %i dpi",
    async (_name, dpi, label) => {
      const { bytes, labels, verification } = await convert(
        pdf(await pdfLabels(label)),
        zebra(dpi),
      );
      const { canvas } = readPng(await renderZpl(bytes, dpi, MEDIA));
      const [symbol] = await findSymbols(canvas);
      expect({ labels, verification, text: symbol?.text, axis: symbol?.grid?.axis }).toEqual({
        labels: 1,
        verification: "verified",
        text: TEXT,
        axis: "x",
      });
      // The label is upright: the symbol is in its lower half.
      expect(symbol?.grid?.across).toBeGreaterThan(canvas.height / 2);
      expect((symbol?.grid?.module ?? 0) % 1).toBeCloseTo(0, 5); // The modules are whole dots.
      expect(symbol?.grid?.module).toBeGreaterThan(0.25 * dotsPerMmOf(dpi) * 0.99);
    },
  );
});

it("several pages become several labels; blank pages are left out, and a document with only blank pages is E2029", async () => {
  const blank = await PDFDocument.create();
  blank.addPage([200, 300]);
  const pages = await pdfLabels({ text: "PAGE-1", page: A4 }, { text: "PAGE-2", page: A4 });
  const document = await PDFDocument.load(pages);
  document.insertPage(1, [200, 300]);
  const { bytes, labels } = await convert(pdf(await document.save()), zebra(203));
  expect([
    labels,
    ...(await Promise.all(labelsOf(bytes).map((label) => readZpl(label, 203, MEDIA)))),
  ]).toEqual([2, ["PAGE-1"], ["PAGE-2"]]);
  await expect(convert(pdf(await blank.save()), zebra(203))).rejects.toMatchObject({
    code: "E2029",
    message: "The document has no label: it is blank.",
  });
});

it(
  "a symbol that is too large for the paper is E2035 with the symbol and the paper",
  { tags: "all" },
  async () => {
    const label = await pdfLabels({
      text: "A-VERY-LONG-BARCODE-OF-FORTY-CHARACTERS-",
      page: A4,
      size: [200, 280],
      moduleMm: 0.35,
    });
    await expect(
      convert(pdf(label), zebra(203, { widthMm: 30, heightMm: 40 })),
    ).rejects.toMatchObject({
      code: "E2035",
      message: expect.stringMatching(
        /A-VERY-LONG-BARCODE-OF-FORTY-CHARACTERS- would not be readable on 30 × 40 mm at 203 dpi/,
      ),
    });
  },
);

it("an unreadable file is E2029, and a page without a symbol is printed as unverifiable", async () => {
  await expect(convert(pdf(Buffer.from("%PDF-1.7 nothing")), zebra(203))).rejects.toMatchObject({
    code: "E2029",
  });
  await expect(
    convert({ ...pdf(Buffer.from("\x89PNG\r\n\x1a\n")), language: "PNG" }, zebra(203)),
  ).rejects.toMatchObject({ code: "E2029" });
  const document = await PDFDocument.create();
  document.addPage([300, 400]).drawRectangle({ x: 20, y: 20, width: 200, height: 200 });
  expect(await convert(pdf(await document.save()), zebra(203))).toMatchObject({
    labels: 1,
    verification: "unverifiable",
  });
});

it(
  "values typed and ticked in form fields are printed as in a flattened form",
  { tags: "all" },
  async () => {
    const filled = async (isFlat: boolean): Promise<Uint8Array> => {
      const document = await PDFDocument.load(
        await pdfLabels({ text: TEXT, page: [100, 150], at: [5, 5] }),
      );
      const [page, form] = [document.getPage(0), document.getForm()];
      const name = form.createTextField("name");
      name.setText("AYSE YILMAZ");
      name.addToPage(page, { x: 60, y: 300, width: 150, height: 20 });
      const box = form.createCheckBox("fragile");
      box.addToPage(page, { x: 60, y: 250, width: 20, height: 20 });
      box.check();
      if (isFlat) form.flatten();
      return document.save();
    };
    const [fields, flat] = await Promise.all(
      [false, true].map(async (isFlat) => convert(pdf(await filled(isFlat)), zebra(203))),
    );
    expect(fields?.symbols).toEqual([TEXT]);
    expect(Buffer.from(fields?.bytes ?? []).equals(Buffer.from(flat?.bytes ?? []))).toBe(true);
  },
);

describe("letters of a font that is not in the document", () => {
  const written = async (font: string, glyph: string): Promise<Converted> => {
    const document = await PDFDocument.load(
      await pdfLabels({ text: TEXT, page: [100, 150], at: [5, 5] }),
    );
    const page = document.getPage(0);
    const encoding = { Type: "Encoding", BaseEncoding: "WinAnsiEncoding" };
    const own = document.context.obj({
      Type: "Font",
      Subtype: "Type1",
      BaseFont: font,
      ...(font === "Symbol" ? {} : { Encoding: { ...encoding, Differences: [97, glyph] } }),
    });
    page.node.setFontDictionary(PDFName.of("Own"), document.context.register(own));
    page.pushOperators(
      PDFOperator.of(PDFOperatorNames.BeginText),
      PDFOperator.of(PDFOperatorNames.SetFontAndSize, ["/Own", "14"]),
      PDFOperator.of(PDFOperatorNames.MoveText, ["60", "300"]),
      PDFOperator.of(PDFOperatorNames.ShowText, ["(Kaya)"]),
      PDFOperator.of(PDFOperatorNames.EndText),
    );
    return convert(pdf(await document.save()), zebra(203));
  };

  it.each([
    ["Helvetica", "scedilla"],
    ["Times-Roman", "Gbreve"],
    ["Verdana", "Idotaccent"],
  ])("letters of %s that cannot be drawn make the label unverifiable: %s", async (font, glyph) => {
    expect(await written(font, glyph)).toMatchObject({
      verification: "unverifiable",
      doubt: "WRITING_LOST",
      symbols: [TEXT],
    });
  });

  it.each([
    ["Helvetica", "dotlessi"],
    ["Helvetica", "ccedilla"],
    ["Symbol", "alpha"],
  ])("letters that the engine's own %s has leave the label verified: %s", async (font, glyph) => {
    expect(await written(font, glyph)).toMatchObject({ verification: "verified", doubt: "" });
  });
});

describe("a picture of a label", () => {
  it("a picture at the printer's density keeps every dot", async () => {
    const { png, ink } = picture(TEXT, 8);
    const { bytes, verification } = await convert(
      { language: "PNG", bytes: png, media: MEDIA, dpi: 0 },
      zebra(203),
    );
    const out = readPng(await renderZpl(bytes, 203, MEDIA)).canvas;
    expect(verification).toBe("verified");
    expect(Buffer.from(out.ink).equals(Buffer.from(ink))).toBe(true);
  });

  it(
    "an upside-down picture is turned upright by its bars, which read from left to right",
    { tags: "all" },
    async () => {
      const { png, ink } = picture(TEXT, 8);
      const turned = encodePng(
        { width: 800, height: 1_200, stride: 800, ink: Uint8Array.from(ink).reverse() },
        8,
      );
      const [upright, upsideDown] = [
        await convert({ language: "PNG", bytes: png, media: MEDIA, dpi: 0 }, zebra(203)),
        await convert({ language: "PNG", bytes: turned, media: MEDIA, dpi: 0 }, zebra(203)),
      ];
      expect([
        upsideDown.verification,
        Buffer.from(upsideDown.bytes).equals(upright.bytes),
      ]).toEqual(["verified", true]);
    },
  );

  it("a picture is printed with the printer's settings", async () => {
    const settings = { offset: { x: 8, y: -4 }, graphics: "hex", darkness: 5 } as const;
    const { bytes } = await convert(
      { language: "PNG", bytes: picture(TEXT, 8).png, media: MEDIA, dpi: 0 },
      { ...zebra(203), settings },
    );
    const text = Buffer.from(bytes).toString();
    expect([text.includes("^LS-8^LT-4^MD5"), text.includes(":Z64:")]).toEqual([true, false]);
  });

  it.each(someOf([6, 12], 2))(
    "a picture at %i dots per mm gets modules of whole dots",
    async (density) => {
      const { png } = picture(TEXT, density);
      const { bytes } = await convert(
        { language: "PNG", bytes: png, media: MEDIA, dpi: 0 },
        zebra(203),
      );
      const [symbol] = await findSymbols(readPng(await renderZpl(bytes, 203, MEDIA)).canvas);
      expect([symbol?.text, (symbol?.grid?.module ?? 0.5) % 1]).toEqual([TEXT, 0]);
    },
  );

  it.each([
    [1, 0],
    [8, 0],
    [8, 2],
    [8, 4],
    [8, 6],
    [16, 0],
    [16, 6],
    [2, 0],
    [4, 0],
  ])("a picture of depth %i and colour type %i is read", (depth, colour) => {
    const { canvas, dotsPerMm } = readPng(aPng(depth, colour));
    expect([canvas.width, canvas.height, dotsPerMm, [...canvas.ink]]).toEqual([
      3,
      2,
      8,
      [0, 255, 0, 255, 0, 255],
    ]);
  });

  it.each([
    [8, 0, 1],
    [16, 0, 1],
    [1, 0, 1],
    [8, 2, 3],
    [16, 2, 3],
  ])(
    "a picture of depth %i and colour type %i with transparent black is blank paper",
    (depth, colour, channels) => {
      const black = Array.from({ length: 2 * channels }, () => 0);
      expect(readPng(aPng(depth, colour, black)).canvas.ink).toEqual(new Uint8Array(6));
      expect([...readPng(aPng(depth, colour, black.with(-1, 7))).canvas.ink]).toEqual([
        0, 255, 0, 255, 0, 255,
      ]);
    },
  );
});

describe("a document for a PDF printer", () => {
  const office = (media: typeof MEDIA, dpi: 203 | 300 | 600 = 203): ConvertTarget => ({
    language: "PDF",
    dpi,
    media,
  });
  const barcode = (text: string): string =>
    `^XA^PW640^LL480^FO60,60^BY2,3,120^BCN,120,Y,N,N^FD${text}^FS^FO60,300^A0N,40,40^FDAlıcı^FS^XZ`;
  /** Size of each page, mm, with the text of its first symbol and the symbol's module, dots. */
  const seen = async (file: Uint8Array): Promise<readonly unknown[]> => {
    const sizes = await withPdfPages(file, (pages) =>
      Promise.resolve(
        pages.map(({ widthMm, heightMm }) => [Math.round(widthMm), Math.round(heightMm)]),
      ),
    );
    const bitmaps = [
      ...Buffer.from(file)
        .toString("latin1")
        .matchAll(/\/Width (\d+)\/Height (\d+)[^]*?\/Length (\d+)>>\nstream\n/g),
    ];
    const symbols = bitmaps.map((found) => {
      const [width = 1, height = 1, length = 0] = found.slice(1).map(Number);
      const from = found.index + found[0].length;
      const rows = inflateSync(file.subarray(from, from + length));
      const ink = new Uint8Array(width * height);
      ink.forEach((_, i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        ink[i] =
          ((rows[y * Math.ceil(width / 8) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 ? 0 : 255;
      });
      return findSymbols({ width, height, ink });
    });
    return (await Promise.all(symbols)).map(([symbol], i) => [
      ...(sizes[i] ?? []),
      symbol?.text,
      symbol?.grid?.module,
    ]);
  };

  it.each(
    someOf(
      [
        ["of their size", { widthMm: 80, heightMm: 60 }],
        ["larger than they are", { widthMm: 100, heightMm: 150 }],
        ["smaller than they are", { widthMm: 80, heightMm: 50 }],
      ],
      3,
    ),
  )("two labels of ZPL keep their modules of two dots on paper %s", async (_name, media) => {
    const { bytes, labels, verification } = await convert(
      {
        language: "ZPL",
        bytes: Buffer.from(barcode("FOREIGN-1") + barcode("FOREIGN-2")),
        media: MEDIA,
        dpi: 203,
      },
      office(media),
    );
    const { widthMm, heightMm } = media;
    expect([labels, verification, ...(await seen(bytes))]).toEqual([
      2,
      "verified",
      [widthMm, heightMm, "FOREIGN-1", 2],
      [widthMm, heightMm, "FOREIGN-2", 2],
    ]);
    expect((await PDFDocument.load(bytes)).catalog.getViewerPreferences()?.getPrintScaling()).toBe(
      "None",
    );
  });

  it("a picture and a page of PDF are drawn on the printer's paper", { tags: "all" }, async () => {
    const media = { widthMm: 80, heightMm: 120 };
    const [png, page] = [
      { language: "PNG", bytes: picture(TEXT, 8).png, media: MEDIA, dpi: 0 } as const,
      pdf(await pdfLabels({ text: TEXT, page: A4, at: [8, 6] })),
    ];
    for (const [original, module] of [
      [png, 3],
      [page, 2],
    ] as const) {
      const converted = await convert(original, office(media));
      expect([converted.verification, converted.symbols, await seen(converted.bytes)]).toEqual([
        "verified",
        [TEXT],
        [[80, 120, TEXT, module]],
      ]);
    }
  });

  it("an A4 page is drawn whole on A4, with at most 9 million dots", { tags: "all" }, async () => {
    const { bytes, verification } = await convert(
      pdf(await pdfLabels({ text: TEXT, page: A4, at: [110, 150] })),
      office({ widthMm: 210, heightMm: 297 }, 600),
    );
    expect([
      verification,
      Buffer.from(bytes)
        .toString("latin1")
        .match(/\/Width \d+\/Height \d+/g),
    ]).toEqual(["verified", ["/Width 2480/Height 3508"]]);
  });

  it("scripts, a copy count and attached files of a PDF are not sent, and an unreadable PDF or a PDF of more than 50 pages is E2029", async () => {
    const document = await PDFDocument.load(
      await pdfLabels({ text: TEXT, page: [100, 150], at: [5, 5] }),
    );
    document.addJavaScript("main", "this.print()");
    document.catalog.getOrCreateViewerPreferences().setNumCopies(99);
    await document.attach(Buffer.from("x"), "x.txt");
    const { bytes } = await convert(pdf(await document.save()), office(MEDIA));
    const names =
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/stream\n[^]*?\nendstream/g, "")
        .match(/\/[A-Z][A-Za-z]*/g) ?? [];
    expect(new Set(names)).toEqual(
      new Set(
        "/Type /Catalog /Pages /ViewerPreferences /PrintScaling /None /Count /Kids /Page /Parent /MediaBox /Contents /Resources /XObject /Sheet /Length /Subtype /Image /Width /Height /ColorSpace /DeviceGray /BitsPerComponent /Decode /Filter /FlateDecode /Size /Root".split(
          " ",
        ),
      ),
    );
    for (let i = 0; i < 50; i += 1) document.addPage([200, 300]);
    for (const refused of [
      await document.save(),
      Buffer.from("%PDF-1.4 garbage"),
      Buffer.from("%PDF-1.4\n\x1b%-12345X@PJL SET COPIES=99\r\n"),
    ])
      await expect(convert(pdf(refused), office(MEDIA))).rejects.toMatchObject({ code: "E2029" });
  });

  it("ZPL that cannot be drawn is rejected with a short message", async () => {
    const failure = await convert(
      {
        language: "ZPL",
        bytes: Buffer.from("^XA^FO0,0^GFA,10,10,0,^FS^BXN,0,999^FDx^FS^XZ"),
        media: MEDIA,
        dpi: 203,
      },
      { language: "PDF", dpi: 203, media: MEDIA },
    ).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(String(failure).length).toBeLessThan(500);
  });
});

it.each([
  ["of another density", 300, MEDIA],
  ["with smaller paper", 203, { widthMm: 80, heightMm: 50 }],
] as const)(
  "ZPL %s is drawn for a ZPL printer with modules of whole dots",
  async (_name, dpi, media) => {
    const bytes = Buffer.from("^XA^PW800^LL600^FO60,60^BY3,3,200^BCN,200,Y,N,N^FDFOREIGN-1^FS^XZ");
    const converted = await convert(
      { language: "ZPL", media: { widthMm: 100, heightMm: 75 }, dpi: 203, bytes },
      zebra(dpi, media),
    );
    const [symbol] = await findSymbols(
      readPng(await renderZpl(converted.bytes, dpi, media)).canvas,
    );
    expect([converted.verification, symbol?.text, (symbol?.grid?.module ?? 0.5) % 1]).toEqual([
      "verified",
      "FOREIGN-1",
      0,
    ]);
  },
);

it.each(
  someOf(
    [
      [300, 1_181, 1_772, 4, 120],
      [600, 2_362, 3_543, 8, 240],
      [300, 1_200, 1_800, 4, 330],
    ] as const,
    3,
  ),
)(
  "ZPL of %i dpi, %i by %i dots, with modules of %i dots is scaled until its modules are whole dots",
  async (dpi, width, height, module, left) => {
    const bytes = Buffer.from(
      `^XA^PW${width}^LL${height}^FO${dpi / 5},${dpi / 5}^A0N,70,70^FDRecipient^FS^BY${module},2,${dpi}^FO${left},${dpi}^BCN,${dpi},N,N,N^FDKP1000000001^FS^XZ`,
    );
    const converted = await convert({ language: "ZPL", media: MEDIA, dpi, bytes }, zebra(203));
    const { canvas } = readPng(await renderZpl(converted.bytes, 203, MEDIA));
    const [symbol] = await findSymbols(canvas);
    expect([converted.verification, symbol?.text, (symbol?.grid?.module ?? 0.5) % 1]).toEqual([
      "verified",
      "KP1000000001",
      0,
    ]);
  },
);

it.each([
  ["QR code", "qrcode"],
  ["Data Matrix", "datamatrix"],
])("a single %s gets modules of whole dots", async (_name, bcid) => {
  const { bytes } = await convert(pdf(await pdfMatrix(bcid, TEXT, 0.62)), zebra(203));
  const [symbol] = await findSymbols(readPng(await renderZpl(bytes, 203, MEDIA)).canvas);
  expect([symbol?.text, (symbol?.grid?.module ?? 0.5) % 1]).toEqual([TEXT, 0]);
});

it("a mirrored label is not printed", async () => {
  const document = await PDFDocument.create();
  const [page] = await document.embedPdf(await pdfMatrix("datamatrix", TEXT, 0.62));
  if (page !== undefined)
    document
      .addPage([page.width, page.height])
      .drawPage(page, { x: page.width, xScale: -1, yScale: 1 });
  await expect(convert(pdf(await document.save()), zebra(203))).rejects.toMatchObject({
    code: "E2035",
    message: expect.stringMatching(/mirrored/),
  });
});

/** Number of seeds, each of which damages the file at other positions. */
const SEEDS = process.env["PACKBENCH_CASES"] === "some" ? 10 : 40;

it("a damaged file is converted or fails with E2029 or E2035, and the next file is still converted", async () => {
  const [whole, { png }] = [
    await pdfLabels({ text: TEXT, page: [100, 150], at: [5, 5] }),
    picture(TEXT, 4),
  ];
  const outcomes: unknown[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const bytes = Uint8Array.from(seed % 2 === 0 ? whole : png);
    for (let i = 0; i < 8; i += 1)
      bytes[(seed * 7_919 + i * 104_729) % bytes.length] = (seed * 31 + i * 17) % 256;
    const cut = seed % 5 === 0 ? bytes.subarray(0, bytes.length / 2) : bytes;
    outcomes.push(
      await convert(
        { language: seed % 2 === 0 ? "PDF" : "PNG", bytes: cut, media: MEDIA, dpi: 0 },
        zebra(203, { widthMm: 50, heightMm: 75 }),
      ).then(
        () => "E2029",
        (error: unknown) => (error instanceof AppError ? error.code : error),
      ),
    );
  }
  expect(outcomes.filter((outcome) => outcome !== "E2029" && outcome !== "E2035")).toEqual([]);
  expect(await convert(pdf(whole), zebra(203))).toMatchObject({
    labels: 1,
    verification: "verified",
  });
});

it("the renderer's thread converts a document of several pages", { tags: "all" }, async () => {
  const renderer = createWorkerRenderer({ resourcesDir: RESOURCES });
  onTestFinished(() => renderer.close());
  const bytes = await pdfLabels(
    { text: "PAGE-1", page: A4 },
    { text: "PAGE-2", page: A4, turn: 1 },
  );
  expect(await renderer.convert(pdf(bytes), zebra(203))).toMatchObject({
    labels: 2,
    verification: "verified",
  });
  await expect(renderer.convert(pdf(Buffer.from("%PDF-")), zebra(203))).rejects.toMatchObject({
    code: "E2029",
  });
});
