/**
 * Compares our reader with another engine: where both agree on every dot, our reader reads the
 * bytes as a printer does.
 */
import { describe, expect, it } from "vitest";
import { placeFields } from "../../../../core/labels/check/place-fields.ts";
import { readOurZpl } from "../../../../core/labels/check/read-our-zpl.ts";
import { drawLabel } from "../../../../core/labels/draw/draw-label.ts";
import type { Dpi } from "../../../../core/labels/labels.schema.ts";
import { renderZpl } from "../../../../core/labels/read-zpl.ts";
import { mediaDots } from "../../../../core/labels/dots.ts";
import { PLAIN_SETTINGS } from "../../../../core/labels/print-settings.ts";
import { zplBox, zplCode128, zplGraphic, zplMatrixNote } from "../../../../core/labels/zpl.ts";
import { readPng } from "../../../helpers/png.ts";
import { aLabel, ROOM } from "../a-label.ts";
import { aZplLabel, BARCODE, PARTS, stripes } from "./a-zpl-label.ts";
import { someOf } from "../../../helpers/some-of.ts";

const MEDIA = { widthMm: 100, heightMm: 150 };

/** The first ten dots, as "x,y", for which our reader and the engine disagree about black. */
async function differences(zpl: Uint8Array, dpi: Dpi): Promise<readonly string[]> {
  const label = readOurZpl(zpl);
  if ("fault" in label) throw new Error(label.fault.message);
  const { bitmap } = placeFields(label, dpi);
  const picture = readPng(Buffer.from(await renderZpl(zpl, dpi, MEDIA)));
  expect([picture.width, picture.height]).toEqual([bitmap.width, bitmap.height]);
  const found: string[] = [];
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width && found.length < 10; x++) {
      const isBlack =
        ((bitmap.bits[y * bitmap.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      if (isBlack !== picture.colourAt(x, y) < 0x808080) found.push(`${x},${y}`);
    }
  }
  return found;
}

/**
 * A label at 300 dpi with a bitmap over half of it, whose dots have every kind of neighbourhood,
 * and with rules and a barcode.
 */
function aSpeckledLabel(): Uint8Array {
  const size = mediaDots(MEDIA, 300);
  const bytesPerRow = Math.floor((size.width - 200) / 8);
  const rows = Uint8Array.from(
    { length: bytesPerRow * Math.floor(size.height / 2) },
    (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & (Math.imul(i, 40_503) >>> 7),
  );
  const parts = [
    zplGraphic({ x: 61, y: 43 }, rows, bytesPerRow, "hex"),
    zplBox({ x: 30, y: 30, width: size.width - 60, height: 3 }),
    zplBox({ x: 33, y: 30, width: 2, height: size.height - 77 }),
    zplCode128({ x: 150, y: Math.floor(size.height * 0.7), height: 201, moduleDots: 5 }, BARCODE),
  ];
  return aZplLabel(parts, PLAIN_SETTINGS, size);
}

describe("our reader and another engine", { timeout: 60_000 }, () => {
  for (const dpi of someOf<Dpi>([203, 300, 600], 3)) {
    it(`our reader and another engine read the same dots at ${dpi} dpi`, async () => {
      expect(
        await differences(
          (await drawLabel({ model: aLabel(), format: "zpl", media: MEDIA, dpi }, ROOM)).bytes,
          dpi,
        ),
      ).toEqual([]);
    });
  }

  it(
    "our reader and another engine read the same dots of speckles and rules",
    { tags: "all" },
    async () => {
      expect(await differences(aSpeckledLabel(), 300)).toEqual([]);
    },
  );

  it("our reader and another engine read the same dots of hex data, of bitmaps that start on any dot, and after a note", async () => {
    const graphic = (x: number, encoding: "z64" | "hex"): string =>
      zplGraphic({ x, y: 300 + x }, stripes(48, 9), 6, encoding);
    const parts = [
      ...PARTS,
      ...[41, 47, 112].flatMap((x) => [graphic(x, "z64"), graphic(x + 60, "hex")]),
      zplMatrixNote({ x: 1, y: 1, width: 2, height: 2 }),
    ];
    expect(
      await differences(aZplLabel(parts, { ...PLAIN_SETTINGS, darkness: 3, speed: 4 }), 203),
    ).toEqual([]);
  });
});
