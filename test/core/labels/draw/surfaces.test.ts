import { expect, it } from "vitest";
import {
  createBitmap,
  createCanvas,
  type Bitmap,
  type Canvas,
} from "../../../../core/labels/draw/canvas.ts";
import { paintItems } from "../../../../core/labels/draw/paint-label.ts";
import { onBits, onGrey } from "../../../../core/labels/draw/surfaces.ts";
import { dotsPerMmOf, mediaDots } from "../../../../core/labels/dots.ts";
import type { LabelItem } from "../../../../core/labels/layout/items.ts";
import { aLabel, NEWEST, ROOM } from "../a-label.ts";
import { sheetLabels } from "../sheet-labels.ts";
import { arranged, papers } from "../layout/arranged.ts";

/** Rows of a bitmap, including padding. */
const bitsOf = ({ width, height, bytesPerRow, bits }: Bitmap): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: bytesPerRow * 8 }, (_x, x) =>
      ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0
        ? "."
        : x < width
          ? "#"
          : "!",
    )
      .join("")
      .slice(0, bytesPerRow * 8),
  );
/** Rows of a canvas, with half-covered dots as black. */
const blackOf = ({ width, height, stride, ink }: Canvas): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: stride }, (_x, x) =>
      x < width && (ink[y * stride + x] ?? 0) >= 128 ? "#" : ".",
    ).join(""),
  );

/** Paints the same items in bits and in greys. */
function painted(
  items: readonly LabelItem[],
  size: { readonly width: number; readonly height: number },
  dots: number,
): { readonly bits: string[]; readonly grey: string[] } {
  const [bitmap, canvas] = [createBitmap(size), createCanvas(size.width, size.height)];
  paintItems(onBits(bitmap), items, ROOM.glyphs, dots);
  paintItems(onGrey(canvas), items, ROOM.glyphs, dots);
  return { bits: bitsOf(bitmap), grey: blackOf(canvas) };
}

it(
  "a label has the same black dots for a printer and for the screen, with panels and logos, in three scripts",
  { tags: "all" },
  () => {
    for (const { name } of NEWEST) {
      for (const [text, paper] of [
        ["rich", papers[0]],
        ["han", papers[3]],
        ["arabic", papers[5]],
      ] as const) {
        const model = sheetLabels(name)[text];
        if (model === undefined || paper === undefined) throw new Error(`no ${text} on ${paper}`);
        const label = arranged(model, paper, text === "han" ? 300 : 203);
        const { bits, grey } = painted(
          label.items,
          mediaDots(label, label.dpi),
          dotsPerMmOf(label.dpi),
        );
        expect([name, text, bits.findIndex((row, i) => row !== grey[i])]).toEqual([name, text, -1]);
      }
    }
  },
);

it("parts beyond an edge are cut off on every side, with the same dots for a printer and for the screen", () => {
  const label = arranged(aLabel(), "100×150");
  for (const [x, y] of [
    [-37.3, -20.1],
    [41.7, 37.4],
    [-3.1, -90.2],
  ] as const) {
    const moved = label.items.flatMap((item): LabelItem[] =>
      item.kind === "text"
        ? [{ ...item, x: item.x + x, baseline: item.baseline + y }]
        : item.kind === "rule"
          ? [{ ...item, x: item.x + x, y: item.y + y }]
          : [],
    );
    const { bits, grey } = painted(moved, { width: 501, height: 700 }, 8);
    expect([
      bits.some((row) => row.includes("#")),
      bits.findIndex((row, i) => row !== grey[i]),
    ]).toEqual([true, -1]);
  }
});

it("a mark across a label has the same dots for a printer and for the screen", () => {
  const marks = arranged(aLabel({ mark: "TEST" }), "100×150").items.filter(
    ({ kind }) => kind === "mark",
  );
  const { bits, grey } = painted(marks, { width: 800, height: 1_200 }, 8);
  expect([
    bits.some((row) => row.includes("#")),
    bits.findIndex((row, i) => row !== grey[i]),
  ]).toEqual([true, -1]);
});
