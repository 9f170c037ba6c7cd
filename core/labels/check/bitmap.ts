/** A label in black and white, one bit per dot, as the printer prints it. */
import type { Bitmap, DotBox } from "../draw/canvas.ts";
import type { GraphicField } from "./read-our-zpl.ts";

/** Number of black dots in each byte value. */
const ONES = Uint8Array.from(
  { length: 256 },
  (_, byte) => [1, 2, 4, 8, 16, 32, 64, 128].filter((bit) => (byte & bit) !== 0).length,
);

export type PlacedGraphic = {
  /**
   * Bounding box of the graphic's black dots, which may extend beyond the label; undefined when
   * there are no black dots.
   */
  readonly ink: DotBox | undefined;
  /** Number of dots that were already black. */
  readonly sharedDots: number;
};

/** Draws a graphic into the bitmap. Dots outside the bitmap are left out. */
export function placeGraphic(
  bitmap: Bitmap,
  { x, y, height, bytesPerRow, rows }: GraphicField,
): PlacedGraphic {
  const shift = x & 7;
  const columns = new Uint8Array(bytesPerRow);
  let [top, bottom, sharedDots] = [-1, -1, 0];
  const first = x >> 3;
  for (let row = 0; row < height; row++) {
    const isInside = y + row < bitmap.height;
    const target = (y + row) * bitmap.bytesPerRow;
    const source = row * bytesPerRow;
    for (let i = 0; i < bytesPerRow; i++) {
      const byte = rows[source + i] ?? 0;
      if (byte === 0) continue;
      if (top < 0) top = row;
      bottom = row;
      columns[i] = (columns[i] ?? 0) | byte;
      if (!isInside) continue;
      sharedDots += inkByte(bitmap, target, first + i, byte >> shift);
      if (shift > 0)
        sharedDots += inkByte(bitmap, target, first + i + 1, (byte << (8 - shift)) & 0xff);
    }
  }
  const sides = sidesOf(columns);
  const ink =
    sides === undefined
      ? undefined
      : {
          x: x + sides.left,
          y: y + top,
          width: sides.right - sides.left + 1,
          height: bottom - top + 1,
        };
  return { ink, sharedDots };
}

/** Blackens up to eight dots, and returns the number of them that were already black. */
function inkByte({ bits, bytesPerRow }: Bitmap, row: number, column: number, dots: number): number {
  if (column >= bytesPerRow) return 0;
  const before = bits[row + column] ?? 0;
  bits[row + column] = before | dots;
  return ONES[before & dots] ?? 0;
}

function sidesOf(
  columns: Uint8Array,
): { readonly left: number; readonly right: number } | undefined {
  const first = columns.findIndex((byte) => byte !== 0);
  if (first < 0) return undefined;
  const last = columns.findLastIndex((byte) => byte !== 0);
  return {
    left: first * 8 + Math.clz32(columns[first] ?? 0) - 24,
    right: last * 8 + 7 - trailingZeros(columns[last] ?? 0),
  };
}

function trailingZeros(byte: number): number {
  return 31 - Math.clz32(byte & -byte);
}

/** Returns the number of black dots in a box; parts outside the bitmap have none. */
export function countBlack(bitmap: Bitmap, box: DotBox): number {
  let dots = 0;
  visit(bitmap, box, (at, mask) => {
    dots += ONES[(bitmap.bits[at] ?? 0) & mask] ?? 0;
  });
  return dots;
}

/** Returns whether all rows of a box have the same dots. */
export function hasEqualRows(bitmap: Bitmap, box: DotBox): boolean {
  let isEqual = true;
  visit(bitmap, { ...box, y: box.y + 1, height: box.height - 1 }, (at, mask) => {
    if ((((bitmap.bits[at] ?? 0) ^ (bitmap.bits[at - bitmap.bytesPerRow] ?? 0)) & mask) !== 0)
      isEqual = false;
  });
  return isEqual;
}

/** Makes a box black; parts outside the bitmap are left out. */
export function fillBox(bitmap: Bitmap, box: DotBox): void {
  visit(bitmap, box, (at, mask) => {
    bitmap.bits[at] = (bitmap.bits[at] ?? 0) | mask;
  });
}

function visit(bitmap: Bitmap, box: DotBox, each: (at: number, mask: number) => void): void {
  const [left, right] = [Math.max(0, box.x), Math.min(bitmap.width, box.x + box.width)];
  if (left >= right) return;
  const [first, last] = [left >> 3, (right - 1) >> 3];
  const [firstMask, lastMask] = [0xff >> (left & 7), (0xff00 >> (((right - 1) & 7) + 1)) & 0xff];
  for (let y = Math.max(0, box.y); y < Math.min(bitmap.height, box.y + box.height); y++) {
    const row = y * bitmap.bytesPerRow;
    if (first === last) {
      each(row + first, firstMask & lastMask);
      continue;
    }
    each(row + first, firstMask);
    for (let column = first + 1; column < last; column++) each(row + column, 0xff);
    each(row + last, lastMask);
  }
}

/**
 * Cuts a part of the label as a picture for the symbol reader (8-bit PGM).
 *
 * @param step Distance between sampled dots, across and down.
 */
export function pictureOf(
  bitmap: Bitmap,
  box: DotBox,
  step: { readonly x: number; readonly y: number } = { x: 1, y: 1 },
): Uint8Array {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const width = Math.ceil((Math.min(bitmap.width, box.x + box.width) - left) / step.x);
  const height = Math.ceil((Math.min(bitmap.height, box.y + box.height) - top) / step.y);
  const head = Buffer.from(`P5 ${width} ${height} 255\n`, "latin1");
  const picture = new Uint8Array(head.length + width * height).fill(255);
  picture.set(head);
  for (let row = 0; row < height; row++) {
    const from = (top + row * step.y) * bitmap.bytesPerRow;
    const to = head.length + row * width;
    for (let column = 0, x = left; column < width; column++, x += step.x) {
      if (((bitmap.bits[from + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0) picture[to + column] = 0;
    }
  }
  return picture;
}
