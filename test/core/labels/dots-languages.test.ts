import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { AppError } from "../../../core/base/errors.ts";
import { convertPart } from "../../../core/labels/convert/convert-document.ts";
import { joinParts } from "../../../core/labels/convert/join-parts.ts";
import { readPng } from "../../../core/labels/convert/read-png.ts";
import { dotsPerMmOf } from "../../../core/labels/dots.ts";
import { createBitmap } from "../../../core/labels/draw/canvas.ts";
import { readDots, writeDots } from "../../../core/labels/dots-label.ts";
import type { DrawOrder } from "../../../core/labels/label-renderer.ts";
import type { PrintSettings } from "../../../core/labels/print-settings.ts";
import { createWorkerRenderer } from "../../../core/labels/worker-renderer.ts";
import { aLabel, PAPERS, RESOURCES } from "./a-label.ts";
import { readDotsLabel } from "./dots-reader.ts";
import { someOf } from "../../helpers/some-of.ts";

const SIZE = { widthMm: 100, heightMm: 150 };
const renderer = createWorkerRenderer({ resourcesDir: RESOURCES });
afterAll(() => renderer.close());
const draw = (change: Partial<DrawOrder> = {}): ReturnType<typeof renderer.draw> =>
  renderer.draw({ model: aLabel(), format: "tspl", media: SIZE, dpi: 203, ...change });

describe.each([
  ["TSPL", "tspl"],
  ["EPL", "epl"],
] as const)("a label in %s", { timeout: 120_000 }, (language, format) => {
  it.each(someOf(Object.entries(PAPERS), 5))(
    "a label's dots equal the dots of its ZPL and of its picture, and are verified, on %s",
    async (_name, [widthMm, heightMm]) => {
      const media = { widthMm, heightMm };
      for (const dpi of [203, 300] as const) {
        const [{ bytes, rasterHash }, zpl, png] = [
          await draw({ format, media, dpi }),
          await draw({ format: "zpl", media, dpi }),
          await draw({ format: "png", media, dpi }),
        ];
        const printed = readDotsLabel(bytes, dotsPerMmOf(dpi));
        const seen = readPng(png.bytes).canvas;
        expect([printed.width, printed.height, printed.prints, rasterHash]).toEqual([
          seen.width,
          seen.height,
          1,
          zpl.rasterHash,
        ]);
        expect(
          Buffer.compare(
            printed.dots,
            seen.ink.map((ink) => (ink >= 128 ? 1 : 0)),
          ),
        ).toBe(0);
        expect(
          await renderer.check(bytes, { language, dpi, ...media, rasterHash }, [aLabel().barcode]),
        ).toMatchObject({ outcome: "verified", faults: [] });
      }
    },
  );

  it("a label moves by the printer's offset in every direction, and is verified only with that offset", async () => {
    const plain = readDotsLabel((await draw({ format })).bytes);
    for (const offset of [
      { x: 5, y: 0 },
      { x: -3, y: -7 },
      { x: 0, y: 16 },
    ]) {
      const settings: PrintSettings = { offset, graphics: "z64" };
      const { bytes, rasterHash } = await draw({ format, settings });
      const moved = readDotsLabel(bytes);
      const at = (x: number, y: number): number =>
        moved.dots[(y + offset.y) * moved.width + x + offset.x] ?? 0;
      expect(
        plain.dots.every(
          (dot, i) => dot === 0 || at(i % plain.width, Math.floor(i / plain.width)) === 1,
        ),
      ).toBe(true);
      expect(moved.dots.reduce((sum, dot) => sum + dot, 0)).toBe(
        plain.dots.reduce((sum, dot) => sum + dot, 0),
      );
      const check = (own: PrintSettings): ReturnType<typeof renderer.check> =>
        renderer.check(bytes, { language, dpi: 203, ...SIZE, rasterHash, settings: own }, [
          aLabel().barcode,
        ]);
      expect(await check(settings)).toMatchObject({ outcome: "verified" });
      expect(await check({ ...settings, offset: { x: 1, y: 1 } })).toMatchObject({
        outcome: "faulty",
        faults: [{ code: "dots" }],
      });
    }
  });

  it("a label with another number, paper, darkness or dot, or with an added command, is rejected, and a correct label is unverifiable if the hash of its drawing is unknown", async () => {
    const { bytes, rasterHash } = await draw({ format });
    const printer = { language, dpi: 203, ...SIZE, rasterHash } as const;
    const faults = async (
      label: Uint8Array,
      change: object,
      expected = aLabel().barcode,
    ): Promise<unknown> =>
      (await renderer.check(label, { ...printer, ...change }, [expected])).faults.map(
        ({ code }) => code,
      );
    expect(await faults(bytes, {}, "PB0000000000000")).toContain("unread");
    expect(await faults(bytes, { widthMm: 80 })).toEqual(["settings"]);
    expect(await faults(bytes, { settings: { offset: { x: 0, y: 0 }, darkness: 3 } })).toEqual([
      "settings",
    ]);
    expect(
      await faults(
        bytes.map((byte, i) => (i === bytes.length - 200 ? byte ^ 1 : byte)),
        {},
      ),
    ).toEqual(["dots"]);
    expect(await faults(Buffer.concat([bytes, Buffer.from("SELFTEST\r\n")]), {})).toEqual([
      "unknown",
    ]);
    expect(
      await renderer.check(bytes, { ...printer, rasterHash: "" }, [aLabel().barcode]),
    ).toMatchObject({ outcome: "unverifiable", faults: [] });
  });

  it("a label is read back as written, whatever the dots, the offset and the paper are", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 40 }),
        fc.integer({ min: 20, max: 40 }),
        fc.uint8Array({ minLength: 400, maxLength: 400 }),
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        (widthMm, heightMm, noise, x, y) => {
          const media = { widthMm, heightMm };
          const bitmap = createBitmap({ width: widthMm * 8, height: heightMm * 8 });
          // The noise is away from the edges, because dots that an offset pushes over an edge are lost.
          noise.forEach(
            (byte, i) =>
              (bitmap.bits[(10 + Math.floor(i / 10) * 3) * bitmap.bytesPerRow + 2 + (i % 10)] =
                byte),
          );
          const printer = { media, dpi: 203, settings: { offset: { x, y } } } as const;
          expect(readDots(language, writeDots(language, bitmap, printer), printer)).toEqual({
            bitmap,
          });
        },
      ),
    );
  });

  it(
    "a carrier's PDF, PNG and ZPL are converted to upright labels, verified from their dots",
    { tags: "all" },
    async () => {
      const target = { language, dpi: 203, media: SIZE } as const;
      for (const source of ["pdf", "png", "zpl"] as const) {
        const { bytes } = await draw({ format: source });
        const original = {
          language: ({ pdf: "PDF", png: "PNG", zpl: "ZPL" } as const)[source],
          bytes,
          media: SIZE,
          dpi: source === "zpl" ? 203 : 0,
        };
        const converted = await joinParts(
          (part) => convertPart(original, target, part, (zpl) => zpl),
          target,
        );
        const { width, height, prints } = readDotsLabel(converted.bytes);
        expect([
          source,
          width,
          height,
          prints,
          converted.verification,
          converted.symbols.includes(aLabel().barcode),
        ]).toEqual([source, 800, 1200, 1, "verified", true]);
      }
    },
  );
});

describe("languages of dots", () => {
  it("labels set darkness, speed and gap only if the printer's settings do", async () => {
    const settings: PrintSettings = {
      offset: { x: 0, y: 0 },
      graphics: "hex",
      darkness: -30,
      speed: 4,
      gapMm: 2,
    };
    const commands = async (format: "tspl" | "epl", own?: PrintSettings): Promise<unknown> =>
      readDotsLabel((await draw({ format, ...(own === undefined ? {} : { settings: own }) })).bytes)
        .commands;
    expect([
      await commands("tspl"),
      await commands("tspl", settings),
      await commands("epl"),
      await commands("epl", { ...settings, darkness: 30, speed: 9 }),
    ]).toEqual([
      ["SIZE 100 mm,150 mm", "DIRECTION 0,0", "REFERENCE 0,0", "SHIFT 0", "CLS", "PRINT 1,1"],
      [
        "SIZE 100 mm,150 mm",
        "GAP 2 mm,0 mm",
        "DENSITY 1",
        "SPEED 4",
        "DIRECTION 0,0",
        "REFERENCE 0,0",
        "SHIFT 0",
        "CLS",
        "PRINT 1,1",
      ],
      ["N", "q800", "Q1200,24", "ZT", "R0,0", "P1"],
      ["N", "q800", "Q1200,16", "D15", "S6", "ZT", "R0,0", "P1"],
    ]);
  });

  it("TSPL of other programs is rejected with E2029", async () => {
    await expect(
      convertPart(
        { language: "TSPL", bytes: Buffer.from("CLS\r\n"), media: SIZE, dpi: 203 },
        { language: "ZPL", dpi: 203, media: SIZE },
        0,
        (zpl) => zpl,
      ),
    ).rejects.toMatchObject({ code: "E2029" } satisfies Partial<AppError>);
  });
});
