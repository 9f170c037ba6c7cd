import { describe, expect, it } from "vitest";
import { createCanvas } from "../../../../core/labels/draw/canvas.ts";
import { makeLogo } from "../../../../core/labels/logo/make-logo.ts";
import { encodePng } from "../../../../core/labels/png.ts";

/** @param shade Returns the ink of each dot, 0 to 255. */
function png(width: number, height: number, shade: (x: number, y: number) => number): Uint8Array {
  const canvas = createCanvas(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) canvas.ink[y * canvas.stride + x] = shade(x, y);
  return encodePng(canvas, 8);
}

/** Rows as text. */
function rowsOf({ columns, rows, bits }: ReturnType<typeof makeLogo>): string[] {
  const bytes = Buffer.from(bits, "base64");
  const bytesPerRow = Math.ceil(columns / 8);
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) =>
      ((bytes[y * bytesPerRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? "#" : ".",
    ).join(""),
  );
}

const inkOf = (rows: readonly string[]): number =>
  rows.join("").replaceAll(".", "").length / rows.join("").length;

describe("a logo from a picture", () => {
  it("a logo loses the paper around it and keeps its dots", () => {
    const drawn = ["####", "#.##", "##.#"];
    expect(
      rowsOf(makeLogo(png(20, 10, (x, y) => (drawn[y - 3]?.[x - 5] === "#" ? 255 : 0)))),
    ).toEqual(drawn);
  });

  it("a light drawing is printed black, and its soft edges sharp", () => {
    const rows = rowsOf(
      makeLogo(png(60, 20, (x) => (x < 20 ? 90 : x < 22 ? 45 : x < 40 ? 0 : 90))),
    );
    expect([
      inkOf(rows.map((row) => row.slice(0, 20))),
      inkOf(rows.map((row) => row.slice(24, 38))),
    ]).toEqual([1, 0]);
  });

  it("a photograph keeps its shades as dots", () => {
    const rows = rowsOf(makeLogo(png(256, 64, (x) => 30 + Math.round(x * 0.87))));
    const part = (from: number): number => inkOf(rows.map((row) => row.slice(from, from + 64)));
    const parts = [part(0), part(64), part(128), part(192)];
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect([parts[1] ?? 0, parts[2] ?? 0].every((ink) => ink > 0.15 && ink < 0.85)).toBe(true);
  });

  it("a logo fits in 400 × 200 dots and keeps its proportions", () => {
    const [wide, high] = [
      makeLogo(png(1_000, 100, () => 255)),
      makeLogo(png(100, 1_000, () => 255)),
    ];
    expect([
      [wide.columns, wide.rows],
      [high.columns, high.rows],
    ]).toEqual([
      [400, 40],
      [20, 200],
    ]);
  });
});
