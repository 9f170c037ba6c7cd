import bwip from "bwip-js/node";
import { describe, expect, it } from "vitest";
import { checkLabel } from "../../../../core/labels/check/check-label.ts";
import type { CheckReport, CheckedFor } from "../../../../core/labels/check/check-report.ts";
import { NAMED_MEDIA } from "../../../../core/db/documents/media.schema.ts";
import { mediaDots } from "../../../../core/labels/dots.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import { encodeCode128 } from "../../../../core/labels/layout/label-symbols.ts";
import {
  zplBarsNote,
  zplBox,
  zplCode128,
  zplGraphic,
  zplMatrixNote,
} from "../../../../core/labels/zpl.ts";
import type { DotBox } from "../../../../core/labels/draw/canvas.ts";
import { fillBox } from "../../../../core/labels/check/bitmap.ts";
import { aLabel, NEWEST, ROOM } from "../a-label.ts";
import {
  aText,
  aZplLabel,
  BARCODE,
  changed,
  PARTS,
  PRINTER,
  stripes,
  SYMBOL,
} from "./a-zpl-label.ts";

const [TEXT = "", LINE = "", RULE = ""] = PARTS;
const check = (zpl: Uint8Array, printer: CheckedFor = PRINTER): Promise<CheckReport> =>
  checkLabel(zpl, printer, [BARCODE]);
/** Codes of the faults of a label with these parts. */
const faultsOf = async (parts: readonly string[]): Promise<readonly string[]> =>
  (await check(aZplLabel(parts))).faults.map(({ code }) => code);
const withSymbol = (symbol: Partial<typeof SYMBOL>, text = BARCODE): string[] => [
  TEXT,
  LINE,
  RULE,
  zplCode128({ ...SYMBOL, ...symbol }, text),
];

describe("checking a label", () => {
  it("a correct label passes, and the text of its symbol is reported", async () => {
    expect(await check(aZplLabel())).toEqual({
      outcome: "verified",
      faults: [],
      symbols: [
        { format: "Code128", text: BARCODE, box: { x: 110, y: 900, width: 435, height: 224 } },
      ],
    });
  });

  it("a symbol lower than 15 mm, or than 15 % of its length, is rejected", async () => {
    expect([
      await faultsOf(withSymbol({ height: 8 })),
      await faultsOf(withSymbol({ height: 119 })),
      await faultsOf(withSymbol({ height: 120 })),
    ]).toEqual([["height"], ["height"], []]);
    const long = "PB00123456789012345678901234567890";
    const large = { widthMm: 210, heightMm: 297, dpi: 203 } as const;
    // The symbol is 122 mm long, so it must be 147 dots high.
    const faultsOfLong = async (height: number): Promise<readonly string[]> =>
      (
        await checkLabel(
          aZplLabel(
            [TEXT, LINE, RULE, zplCode128({ x: 200, y: 900, height, moduleDots: 4 }, long)],
            undefined,
            mediaDots(large, large.dpi),
          ),
          large,
          [long],
        )
      ).faults.map(({ code }) => code);
    expect([await faultsOfLong(140), await faultsOfLong(150)]).toEqual([["height"], []]);
  });

  it("a symbol without a quiet zone is rejected, at the label's edge or with ink next to any of its rows", async () => {
    const beside = { x: SYMBOL.x - 24, width: 16, height: 8 };
    expect([
      await faultsOf(withSymbol({ x: 29 })),
      await faultsOf([...PARTS, aText({ ...beside, y: SYMBOL.y })]),
      await faultsOf([...PARTS, aText({ ...beside, y: SYMBOL.y + SYMBOL.height - 1 })]),
      await faultsOf([...PARTS, zplBox({ x: SYMBOL.x + 435 + 29, y: 880, width: 2, height: 40 })]),
      await faultsOf([...PARTS, zplBox({ x: SYMBOL.x + 435 + 30, y: 880, width: 2, height: 40 })]),
    ]).toEqual([["quiet zone"], ["quiet zone"], ["quiet zone"], ["quiet zone"], []]);
  });

  it("a label without text is rejected, even if it has rules", async () => {
    expect([
      await faultsOf([zplCode128(SYMBOL, BARCODE)]),
      await faultsOf([RULE, zplCode128(SYMBOL, BARCODE)]),
    ]).toEqual([["no text"], ["no text"]]);
  });

  it("a label that is rotated, mirrored, inverted or in other units is rejected", async () => {
    const label = aZplLabel();
    const turned = [
      changed(label, "^PON", "^POI"),
      changed(label, "^PQ1\n", "^PQ1\n^POI"),
      changed(label, "^XZ", "^POI^XZ"),
      changed(label, "^PMN", "^PMY"),
      changed(label, "^LRN", "^LRY"),
      changed(label, "^FWN", "^FWR"),
      changed(label, "^MUD", "^MUI"),
    ];
    const reports = await Promise.all(turned.map((zpl) => check(zpl)));
    expect(
      reports.map(({ outcome, faults }) => [outcome, ...faults.map(({ code }) => code)]),
    ).toEqual(turned.map(() => ["faulty", "orientation"]));
  });

  it("a label with commands, parameters or an order that the station does not write is unverifiable", async () => {
    const label = aZplLabel();
    const others = [
      Buffer.from(`^XA^FO50,50^A0N,40,40^FDAyse^FS^FO50,900^BY3^BCN,200,Y^FD${BARCODE}^FS^XZ`),
      Buffer.from(""),
      changed(label, "^FO40,40", "^FT40,40"),
      changed(label, "^FO40,40", "^FO40,40^FR"),
      changed(label, "^LH0,0", "^LH9,0"),
      changed(label, "^PQ1", "^PQ2"),
      changed(label, "N,N,N,A", "Y,N,N,A"),
      changed(label, "736,3,3^FS", "736,3,3,W^FS"),
      changed(label, "^XZ\n", "^XZ\n^XA^XZ\n"),
      changed(label, "^XZ\n", "~JR^XZ\n"),
      changed(label, ":Z64:", ":Z64:A"),
      label.subarray(0, label.length - 5),
    ];
    const reports = await Promise.all(others.map((zpl) => check(zpl)));
    expect(
      reports.map(({ outcome, faults }) => [outcome, ...faults.map(({ code }) => code)]),
    ).toEqual(others.map(() => ["unverifiable", "unknown"]));
  });

  it("a label for another paper, or with another printer's offset, darkness or speed, is rejected", async () => {
    const settings = { offset: { x: 8, y: 0 }, darkness: 5, graphics: "z64" } as const;
    const reports = [
      await check(aZplLabel(), { ...PRINTER, widthMm: 80, heightMm: 130 }),
      await check(aZplLabel(), { ...PRINTER, settings }),
      await check(aZplLabel(PARTS, settings), { ...PRINTER, settings }),
    ];
    expect(reports.map(({ faults }) => faults.map(({ code }) => code))).toEqual([
      ["size"],
      ["settings"],
      [],
    ]);
  });

  it("elements cut off at the label's edge, or within the millimetre that printers leave white, are rejected", async () => {
    const over = [
      aText({ x: 700, y: 40 }),
      aText({ x: 40, y: 1180 }),
      aText({ x: 4, y: 40 }),
      aText({ x: 40, y: 4 }),
      zplBox({ x: 0, y: 300, width: 40, height: 2 }),
      zplCode128({ ...SYMBOL, y: 1000 }, BARCODE),
    ];
    expect(
      await Promise.all(
        over.map((part) => faultsOf([LINE, zplCode128({ ...SYMBOL, y: 400 }, BARCODE), part])),
      ),
    ).toEqual(over.map(() => ["outside"]));
  });

  it("text over text, text over a symbol, and a surface over either are rejected", async () => {
    expect([
      await faultsOf([...PARTS, aText({ x: 42, y: 50 })]),
      await faultsOf([...PARTS, aText({ x: 300, y: 1000 })]),
      await faultsOf([...PARTS, zplBox({ x: 40, y: 30, width: 100, height: 60 })]),
      await faultsOf([...PARTS, zplBox({ x: 200, y: 900, width: 100, height: 60 })]),
    ]).toEqual([["overlap"], ["overlap"], ["overlap"], ["overlap"]]);
  });

  it("text covered by lines side by side, or crossed by one line, is rejected", async () => {
    const over = (step: number, y: number, height: number): string[] =>
      Array.from({ length: Math.floor(160 / step) }, (_, i) =>
        zplBox({ x: 40 + i * step, y, width: 2, height }),
      );
    expect(new Set(await faultsOf([...PARTS, ...over(2, 40, 32)]))).toEqual(new Set(["overlap"]));
    expect(
      new Set(await faultsOf([...PARTS, zplBox({ x: 40, y: 56, width: 160, height: 2 })])),
    ).toEqual(new Set(["overlap"]));
  });

  it("stripes, checkerboards, blocks and speckles are not taken for text", async () => {
    const chequers = Uint8Array.from({ length: 50 * 64 }, (_, i) =>
      Math.floor(i / 50 / 4) % 2 === 0 ? 0xf0 : 0x0f,
    );
    const speckles = Uint8Array.from(
      { length: 50 * 64 },
      (_, i) => Math.imul(i + 1, 2_654_435_761) >>> 24,
    );
    const level = Uint8Array.from({ length: 50 * 64 }, (_, i) =>
      Math.floor(i / 50 / 4) % 2 === 0 ? 255 : 0,
    );
    for (const rows of [
      stripes(400, 64),
      chequers,
      speckles,
      level,
      new Uint8Array(50 * 64).fill(255),
    ]) {
      expect(
        await faultsOf([zplGraphic({ x: 40, y: 40 }, rows, 50), RULE, zplCode128(SYMBOL, BARCODE)]),
      ).toEqual(["no text"]);
    }
  });

  it("a label with dots that its known drawing lacks, or with another drawing, is rejected", async () => {
    const { bytes, rasterHash } = await drawLabel(
      { model: aLabel(), format: "zpl", media: PRINTER, dpi: 203 },
      ROOM,
    );
    const printer = { ...PRINTER, rasterHash };
    const added = changed(bytes, "^XZ", `${aText({ x: 24, y: 24, width: 16, height: 2 })}\n^XZ`);
    const reports = [
      await check(bytes, printer),
      await check(added, printer),
      await check(aZplLabel(), printer),
    ];
    expect(reports.map(({ faults }) => faults.map(({ code }) => code).includes("dots"))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("another number's barcode is rejected if it is 15 mm high or higher, and passes if it is 9 mm high", async () => {
    const other = (height: number, moduleDots: number): string =>
      zplCode128({ x: 100, y: 400, height, moduleDots }, "TY-884213997");
    expect([
      await faultsOf([...PARTS, other(300, 3)]),
      await faultsOf([...PARTS, other(120, 2)]),
      await faultsOf([...PARTS, other(72, 3)]),
    ]).toEqual([["other number"], ["other number"], []]);
  });

  it("an offset that pushes print off the label is rejected, and an offset that keeps all print on it passes", async () => {
    const shifted = (x: number, y: number): Promise<CheckReport> =>
      check(aZplLabel(PARTS, { offset: { x, y }, graphics: "z64" }));
    const reports = await Promise.all([
      shifted(-40, 0),
      shifted(0, -48),
      shifted(40, 0),
      shifted(-24, -24),
      shifted(0, 80),
    ]);
    expect(
      reports.map(({ outcome, faults }) => [outcome, ...new Set(faults.map(({ code }) => code))]),
    ).toEqual([
      ["faulty", "outside"],
      ["faulty", "outside"],
      ["faulty", "outside"],
      ["verified"],
      ["faulty", "outside"],
    ]);
  });

  it("modules under 0.25 mm, and another number's barcode lower than 8 mm, are rejected", async () => {
    expect(await faultsOf([TEXT, LINE, zplCode128({ ...SYMBOL, moduleDots: 1 }, BARCODE)])).toEqual(
      ["module"],
    );
    const order = (height: number): string =>
      zplCode128({ x: 100, y: 400, height, moduleDots: 2 }, "TY-884213997");
    expect([await faultsOf([...PARTS, order(63)]), await faultsOf([...PARTS, order(64)])]).toEqual([
      ["height"],
      [],
    ]);
  });

  it("a label with another number is rejected", async () => {
    const report = await check(aZplLabel(withSymbol({}, "PB0012345678902")));
    expect([report.faults, report.symbols.map(({ text }) => text)]).toEqual([
      [{ code: "unread", message: `The barcode ${BARCODE} cannot be read on the label.` }],
      ["PB0012345678902"],
    ]);
  });

  it("a symbol inside a bitmap that the label notes is read and measured", async () => {
    const text = "PB>0012>5";
    const { bars, modules } = encodeCode128(text);
    const box = (height: number): DotBox => ({ x: 112, y: 900, width: modules * 3, height });
    const inBitmap = (height: number): string[] => {
      const bytesPerRow = Math.ceil((modules * 3) / 8);
      const sheet = {
        width: bytesPerRow * 8,
        height,
        bytesPerRow,
        bits: new Uint8Array(bytesPerRow * height),
      };
      for (const [first, wide] of bars)
        fillBox(sheet, { x: first * 3, y: 0, width: wide * 3, height });
      return [
        TEXT,
        LINE,
        zplGraphic(box(height), sheet.bits, bytesPerRow),
        zplBarsNote(box(height), 3),
      ];
    };
    const labels = [
      inBitmap(200),
      inBitmap(80),
      [...inBitmap(200), zplBox({ x: 112, y: 1000, width: modules * 3, height: 3 })],
      [...inBitmap(200), zplBox({ x: 100, y: 1000, width: 3, height: 3 })],
    ];
    const reports = await Promise.all(
      labels.map((parts) => checkLabel(aZplLabel(parts), PRINTER, [text])),
    );
    expect(
      reports.map(({ faults, symbols }) => [symbols[0]?.text, ...faults.map(({ code }) => code)]),
    ).toEqual([[text], [text, "height"], [text, "overlap", "overlap"], [text, "quiet zone"]]);
  });

  it("a 2-D code that the label notes is read, and rejected when its text differs or is unreadable", async () => {
    const matrix = (text: string): string[] => {
      const { bytes, bytesPerRow, side } = matrixDots(text, 5);
      return [
        zplGraphic({ x: 560, y: 300 }, bytes, bytesPerRow),
        zplMatrixNote({ x: 560, y: 300, width: side, height: side }),
      ];
    };
    const right = await check(aZplLabel([...PARTS, ...matrix(BARCODE)]));
    expect([right.outcome, right.symbols.map(({ format, text }) => [format, text])]).toEqual([
      "verified",
      [
        ["Code128", BARCODE],
        ["DataMatrix", BARCODE],
      ],
    ]);
    expect([
      await faultsOf([...PARTS, ...matrix("PB0012345678902")]),
      await faultsOf([...PARTS, zplMatrixNote({ x: 560, y: 300, width: 100, height: 100 })]),
    ]).toEqual([["unread"], ["unread"]]);
    const noted = aZplLabel([...PARTS, ...matrix(BARCODE)]);
    const hidden = await check(
      changed(
        noted,
        /\^FXmatrix [^^]*\^FS\n/.exec(Buffer.from(noted).toString("latin1"))?.[0] ?? "",
        "",
      ),
    );
    expect(hidden.faults.map(({ code }) => code)).toEqual(["unread"]);
  });
});

describe("each layout", { timeout: 60_000 }, () => {
  for (const dpi of [203, 300] as const) {
    it(`each layout passes at ${dpi} dpi on each named paper, and on 70 × 50 mm`, async () => {
      const papers = [...NAMED_MEDIA, { widthMm: 70, heightMm: 50 }];
      const orders = NEWEST.flatMap(({ name, version }) =>
        papers.map(({ widthMm, heightMm }) => ({
          model: aLabel({ layout: { name, version } }),
          format: "zpl" as const,
          media: { widthMm, heightMm },
          dpi,
        })),
      );
      const faults = await Promise.all(
        orders.map(async (order) =>
          (
            await checkLabel((await drawLabel(order, ROOM)).bytes, { ...order.media, dpi }, [
              order.model.barcode,
            ])
          ).faults.map(
            ({ message }) =>
              `${order.model.layout.name} ${order.media.widthMm} × ${order.media.heightMm}: ${message}`,
          ),
        ),
      );
      expect(faults.flat()).toEqual([]);
    });
  }
});

function matrixDots(
  text: string,
  moduleDots: number,
): { bytes: Uint8Array; bytesPerRow: number; side: number } {
  const symbol = bwip.raw({ bcid: "datamatrix", text })[0];
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("no 2-D symbol");
  const side = symbol.pixx * moduleDots;
  const bytesPerRow = Math.ceil(side / 8);
  const bytes = new Uint8Array(bytesPerRow * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (symbol.pixs[Math.floor(y / moduleDots) * symbol.pixx + Math.floor(x / moduleDots)] !== 1)
        continue;
      const at = y * bytesPerRow + (x >> 3);
      bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { bytes, bytesPerRow, side };
}
