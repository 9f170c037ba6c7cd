import { expect, it } from "vitest";
import { NAMED_MEDIA } from "../../../../core/db/documents/media.schema.ts";
import { createBitmap } from "../../../../core/labels/draw/canvas.ts";
import { drawTestLabel } from "../../../../core/labels/draw/draw-label.ts";
import { paintItems } from "../../../../core/labels/draw/paint-label.ts";
import { onBits } from "../../../../core/labels/draw/surfaces.ts";
import { arrangeTestLabel } from "../../../../core/labels/draw/test-label.ts";
import { dotsPerMmOf, mediaDots } from "../../../../core/labels/dots.ts";
import { DENSITIES } from "../../../../core/labels/labels.schema.ts";
import { readZpl } from "../../../../core/labels/read-zpl.ts";
import { FONTS, ROOM } from "../a-label.ts";
import { someOf } from "../../../helpers/some-of.ts";

const TEXTS = {
  title: "Zebra GK420d",
  lines: ["10.0.0.7:9100 · ZPL · 203 dpi", "100 × 150 mm", "22.11.2026 22:14"],
  barcode: "PACKBENCH TEST",
};
const papers = [{ widthMm: 70, heightMm: 50 }, { widthMm: 210, heightMm: 297 }, ...NAMED_MEDIA];

it.each(papers)(
  "the test label of $widthMm × $heightMm mm has the paper's four edges and a tick per millimetre, at each density",
  async ({ widthMm, heightMm }) => {
    for (const dpi of DENSITIES) {
      const label = arrangeTestLabel({ media: { widthMm, heightMm }, dpi, ...TEXTS }, FONTS);
      const { width, height } = mediaDots(label, dpi);
      const bitmap = createBitmap({ width, height });
      paintItems(onBits(bitmap), label.items, ROOM.glyphs, dotsPerMmOf(dpi));
      const isBlack = (x: number, y: number): boolean =>
        ((bitmap.bits[y * bitmap.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      const every = (length: number, at: (i: number) => boolean): boolean =>
        Array.from({ length }, (_, i) => at(i)).every(Boolean);
      expect([
        every(width, (x) => isBlack(x, 0)),
        every(width, (x) => isBlack(x, height - 1)),
        every(height, (y) => isBlack(0, y)),
        every(height, (y) => isBlack(width - 1, y)),
      ]).toEqual([true, true, true, true]);
      const ticks = label.items
        .filter(
          (item) =>
            item.kind === "rule" && item.y === 2.5 && item.h >= 1 && item.w < 0.2 && item.h < 4,
        )
        .map((item) => ("x" in item ? item.x : 0));
      expect(ticks).toEqual(Array.from({ length: ticks.length }, (_, i) => 4 + i));
      expect(ticks.at(-1)).toBeGreaterThan(widthMm - 4.5);
    }
  },
);

it.each(someOf(papers, 3))(
  "the test label's ZPL on $widthMm × $heightMm mm can be scanned",
  async (media) => {
    const { bytes } = await drawTestLabel({ format: "zpl", media, dpi: 203, ...TEXTS }, ROOM);
    expect(await readZpl(bytes, 203, media)).toEqual(["PACKBENCH TEST"]);
  },
);
