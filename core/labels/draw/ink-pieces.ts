/**
 * Prepares a label's dots for printers that only print dots: shifted by the printer's offset, and
 * cut into pieces that contain ink.
 */
import type { Bitmap, DotBox } from "./canvas.ts";
import { createBitmap } from "./canvas.ts";
import { cutBitmap, pieceOf } from "./cut-bitmap.ts";

/** A box of a label whose left edge is at a whole byte. `rows`: one bit per dot, 1 = black. */
export type InkPiece = Pick<DotBox, "x" | "y" | "height"> & {
  readonly bytesPerRow: number;
  readonly rows: Uint8Array;
};
type Offset = { readonly x: number; readonly y: number };

/**
 * Returns a bitmap of the same size with all dots moved; dots moved over its edges are lost.
 *
 * @param offset Dots to the right and down; negative to the left and up.
 */
export function shifted(bitmap: Bitmap, offset: Offset): Bitmap {
  if (offset.x === 0 && offset.y === 0) return bitmap;
  const out = createBitmap(bitmap);
  for (let y = Math.max(0, -offset.y); y < Math.min(bitmap.height, bitmap.height - offset.y); y++) {
    const [from, to] = [y * bitmap.bytesPerRow, (y + offset.y) * out.bytesPerRow];
    for (let x = Math.max(0, -offset.x); x < Math.min(bitmap.width, bitmap.width - offset.x); x++) {
      if (((bitmap.bits[from + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      const at = x + offset.x;
      out.bits[to + (at >> 3)] = (out.bits[to + (at >> 3)] ?? 0) | (0x80 >> (at & 7));
    }
  }
  return out;
}

/** Returns the pieces that contain all ink and do not overlap, from the top. */
export function inkPieces(bitmap: Bitmap): readonly InkPiece[] {
  return (cutBitmap(bitmap, []) ?? []).map((box) => ({
    x: box.x,
    y: box.y,
    height: box.height,
    ...pieceOf(bitmap, box),
  }));
}

/**
 * Copies a piece back to its position.
 * @returns Whether the piece fits in the bitmap; otherwise nothing is copied.
 */
export function putPiece(bitmap: Bitmap, { x, y, height, bytesPerRow, rows }: InkPiece): boolean {
  const first = x / 8;
  if (
    !Number.isInteger(first) ||
    rows.length !== bytesPerRow * height ||
    first + bytesPerRow > bitmap.bytesPerRow ||
    y + height > bitmap.height
  )
    return false;
  for (let row = 0; row < height; row++)
    bitmap.bits.set(
      rows.subarray(row * bytesPerRow, (row + 1) * bytesPerRow),
      (y + row) * bitmap.bytesPerRow + first,
    );
  return true;
}
