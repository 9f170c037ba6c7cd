import { expect, it } from "vitest";
import { scalePicture } from "../../../../core/labels/draw/scale-picture.ts";

/** A picture whose dots are black where `isBlack` is true. */
function aPicture(columns: number, rows: number, isBlack: (x: number, y: number) => boolean) {
  const bytesPerRow = Math.ceil(columns / 8);
  const bits = new Uint8Array(bytesPerRow * rows);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      if (isBlack(x, y))
        bits[y * bytesPerRow + (x >> 3)] =
          (bits[y * bytesPerRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
  return { columns, rows, bits };
}
const inkOf = (dots: Uint8Array): number => dots.filter((dot) => dot === 255).length / dots.length;

it("a picture is unchanged at its own size, and has the same dots at twice its size", () => {
  const isBlack = (x: number, y: number): boolean => (x * 7 + y * 3) % 5 === 0;
  const picture = aPicture(10, 4, isBlack);
  const once = scalePicture(picture, 10, 4);
  expect([...once]).toEqual(
    Array.from({ length: 40 }, (_, i) => (isBlack(i % 10, Math.floor(i / 10)) ? 255 : 0)),
  );
  const twice = scalePicture(picture, 20, 8);
  expect(
    [...once]
      .map((dot, i) => dot === twice[2 * Math.floor(i / 10) * 20 + 2 * (i % 10)])
      .every(Boolean),
  ).toBe(true);
  expect(inkOf(twice)).toBe(inkOf(once));
});

it("no stroke of a shrunk drawing is lost if it covers two thirds of a dot", () => {
  const dots = scalePicture(
    aPicture(300, 30, (x) => x % 30 < 2),
    100,
    10,
  );
  expect([...dots.subarray(0, 100)].filter((dot) => dot === 255)).toHaveLength(10);
});

it("a dithered picture keeps its shades when it is shrunk", () => {
  for (const every of [2, 3, 4])
    expect(
      inkOf(
        scalePicture(
          aPicture(240, 120, (x, y) => (x + 2 * y) % (2 * every) < every / 1.5),
          87,
          43,
        ),
      ),
    ).toBeCloseTo(Math.ceil(every / 1.5) / (2 * every), 1);
});
