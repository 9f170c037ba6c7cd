import { grayscale, type PDFPage } from "pdf-lib";
import { describe, expect, it } from "vitest";
import type { Ink } from "../../../../core/labels/convert/ink.ts";
import { A4, dotsOf, EMPTY, inkIn, MM, print, seen, sheet, type Part } from "./a-sheet.ts";
import { someOf } from "../../../helpers/some-of.ts";

describe("a sheet with more than a label", () => {
  const sheets = [
    [
      "two labels side by side",
      [
        { text: "LABEL-1", x: 4, y: 150 },
        { text: "LABEL-2", x: 107, y: 150 },
      ],
    ],
    [
      "the same label twice",
      [
        { text: "LABEL-1", x: 4, y: 150 },
        { text: "LABEL-1", x: 107, y: 150 },
      ],
    ],
    [
      "two labels far apart",
      [
        { text: "LABEL-1", x: 4, y: 150 },
        { text: "LABEL-2", x: 107, y: 4 },
      ],
    ],
    [
      "four labels",
      [
        { text: "LABEL-1", x: 4, y: 152 },
        { text: "LABEL-2", x: 107, y: 152 },
        { text: "LABEL-3", x: 4, y: 4 },
        { text: "LABEL-4", x: 107, y: 4 },
      ],
    ],
  ] as const satisfies readonly (readonly [string, readonly Part[]])[];

  it.each(someOf(sheets, 4))(
    "each label is printed separately and unscaled: %s",
    async (_name, parts) => {
      const converted = await print(await sheet(A4, parts));
      expect(converted).toMatchObject({
        labels: parts.length,
        verification: "verified",
        symbols: parts.map(({ text }) => text),
        apart: parts.map(({ text }) => ({ labels: 1, symbols: [text] })),
      });
      for (const { symbol } of await seen(converted.bytes)) expect(symbol?.grid?.module).toBe(3);
    },
  );

  it("each label is printed separately on smaller paper too", { tags: "all" }, async () => {
    const bytes = await sheet(A4, [
      { text: "LABEL-1", x: 4, y: 150 },
      { text: "LABEL-2", x: 107, y: 150 },
    ]);
    expect(await print(bytes, { widthMm: 76, heightMm: 130 })).toMatchObject({
      labels: 2,
      symbols: ["LABEL-1", "LABEL-2"],
    });
  });

  const LINES = [
    [
      "the line at the sheet's foot",
      [{ text: "Page 1 of 1 - printed by the carrier's portal", x: 15, y: 5 }],
    ],
    [
      "the text close to the label",
      [{ text: "Cut this sheet, and put the label on the parcel", x: 9, y: 200, size: 10 }],
    ],
    [
      "the instructions on the sheet's other half",
      [
        "Fold here.",
        "1. Print this page.",
        "2. Cut it, and put it on the parcel.",
        "3. Bring it to a branch.",
      ].map((text, i) => ({ text, x: 15, y: 110 - 12 * i, size: 12 })),
    ],
  ] as const;

  it.each(someOf(LINES, 3))("the label is printed unscaled, without %s", async (_name, lines) => {
    const converted = await print(await sheet(A4, [{ text: "LABEL-1", x: 100, y: 150 }], lines));
    const [label] = await seen(converted.bytes);
    expect([converted.labels, converted.verification, label?.symbol?.grid?.module]).toEqual([
      1,
      "verified",
      3,
    ]);
    expect(bottomOf(label?.canvas)).toBeLessThan(1190);
  });

  it("a label above a cutting line is printed unscaled", { tags: "all" }, async () => {
    const converted = await print(
      await sheet(A4, [{ text: "LABEL-1", x: 4, y: 150 }], [], (page) =>
        page.drawRectangle({ x: 0, y: 145 * MM, width: 210 * MM, height: 1 }),
      ),
    );
    expect((await seen(converted.bytes))[0]?.symbol?.grid?.module).toBe(3);
  });

  it("an address far from its symbol stays on the label", { tags: "all" }, async () => {
    const bytes = await sheet(
      A4,
      [{ text: "LABEL-1", x: 10, y: 20, size: [90, 60] }],
      [
        { text: "Ayse Yilmaz, Moda Cad. 5, Kadikoy", x: 12, y: 150, size: 14 },
        { text: "Page 1", x: 180, y: 290 },
      ],
    );
    const [label] = await seen((await print(bytes)).bytes);
    expect(bottomOf(label?.canvas) - topOf(label?.canvas)).toBeGreaterThan(125 * 8);
  });

  it(
    "the sheet is kept whole when its label cannot be distinguished from the rest",
    { tags: "all" },
    async () => {
      const lines = Array.from({ length: 20 }, (_, i) => ({
        text: "A waybill with much to read, all of which belongs to it",
        x: 15,
        y: 15 + 10 * i,
        size: 18,
      }));
      const [label] = await seen(
        (
          await print(
            await sheet(
              A4,
              [{ text: "WB-1", x: 140, y: 250, size: [60, 35], moduleMm: 0.6 }],
              lines,
            ),
          )
        ).bytes,
      );
      expect(bottomOf(label?.canvas) - topOf(label?.canvas)).toBeGreaterThan(100 * 8);
    },
  );
});

describe("a leaning page", () => {
  it.each(someOf([-5, 3, 0.5], 3))(
    "a page leaning by %s° is straightened, with modules of whole dots",
    async (lean) => {
      const converted = await print(await sheet(A4, [{ text: "LABEL-1", x: 50, y: 100, lean }]));
      const [label] = await seen(converted.bytes);
      expect([
        converted.labels,
        converted.verification,
        label?.symbol?.text,
        label?.symbol?.grid?.module,
      ]).toEqual([1, "verified", "LABEL-1", 3]);
    },
  );

  it("a page leaning by 17° is printed as unverifiable", { tags: "all" }, async () => {
    expect(
      await print(
        await sheet(A4, [
          { text: "LABEL-1", x: 50, y: 100, size: [60, 80], moduleMm: 0.5, lean: 17 },
        ]),
      ),
    ).toMatchObject({ labels: 1, verification: "unverifiable" });
  });
});

describe("grey text", () => {
  const row = (y: number): readonly [number, number, number, number] => [
    0,
    Math.round((150 - y - 6) * 8),
    800,
    Math.round((150 - y + 2) * 8),
  ];

  it.each(someOf([0.75, 0.5], 2))("text of grey %s is printed like black text", async (grey) => {
    const bytes = await sheet(
      [100, 150],
      [{ text: "LABEL-1", x: 2, y: 5, size: [96, 60] }],
      [
        { text: "LIGHT GREY TEXT", x: 10, y: 120, size: 9, grey },
        { text: "LIGHT GREY TEXT", x: 10, y: 100, size: 9 },
      ],
    );
    const [label] = await dotsOf((await print(bytes)).bytes);
    if (label === undefined) throw new Error("no label");
    const [pale, black] = [inkIn(label, row(120)), inkIn(label, row(100))];
    expect(Math.abs(pale - black)).toBeLessThan(0.15 * black);
  });

  it(
    "a pale field under black text and a pale speck add no dots to a label that has grey letters",
    { tags: "all" },
    async () => {
      const mark = (page: PDFPage): void => {
        page.drawRectangle({
          x: 50 * MM,
          y: 110 * MM,
          width: 40 * MM,
          height: 20 * MM,
          color: grayscale(0.8),
        });
        page.drawRectangle({
          x: 20 * MM,
          y: 118 * MM,
          width: 0.4 * MM,
          height: 0.5 * MM,
          color: grayscale(0.8),
        });
      };
      const lines = [
        { text: "LABEL", x: 10, y: 114, size: 9 },
        { text: "iiii", x: 10, y: 95, size: 9, grey: 0.75 },
      ];
      const [[marked], [plain]] = [
        await dotsOf(
          (
            await print(
              await sheet(
                [100, 150],
                [{ text: "LABEL-1", x: 2, y: 5, size: [96, 60] }],
                lines,
                mark,
              ),
            )
          ).bytes,
        ),
        await dotsOf(
          (
            await print(
              await sheet([100, 150], [{ text: "LABEL-1", x: 2, y: 5, size: [96, 60] }], lines),
            )
          ).bytes,
        ),
      ];
      const all = [0, 0, 800, 600] as const;
      expect(inkIn(marked ?? EMPTY, all)).toBe(inkIn(plain ?? EMPTY, all));
    },
  );

  it(
    "grey text stays on a surface that is printed white, and the surface stays white",
    { tags: "all" },
    async () => {
      const bytes = await sheet(
        [100, 150],
        [{ text: "LABEL-1", x: 2, y: 5, size: [96, 60] }],
        [{ text: "NOTICE", x: 10, y: 120, size: 12, grey: 0.3 }],
        (page) =>
          page.drawRectangle({
            x: 5 * MM,
            y: 110 * MM,
            width: 60 * MM,
            height: 20 * MM,
            color: grayscale(0.8),
          }),
      );
      const [label] = await dotsOf((await print(bytes)).bytes);
      const dots = inkIn(label ?? EMPTY, [40, 160, 520, 320]);
      expect(dots).toBeGreaterThan(500);
      expect(dots).toBeLessThan(6_000);
    },
  );
});

function topOf(canvas: Ink | undefined): number {
  return canvas === undefined
    ? 0
    : Math.floor(canvas.ink.findIndex((value) => value > 0) / canvas.width);
}

function bottomOf(canvas: Ink | undefined): number {
  return canvas === undefined
    ? 0
    : Math.floor(canvas.ink.findLastIndex((value) => value > 0) / canvas.width);
}
