/**
 * Cuts a bitmap into pieces that contain ink, so that wide blank areas are neither sent nor drawn
 * and no piece covers a symbol.
 */
import type { Bitmap, DotBox } from "./canvas.ts";

/**
 * Number of successive blank rows at which a bitmap is cut. Cutting a smaller gap would cost more
 * than sending its rows: each piece needs a command and a separate compression.
 */
const GAP_ROWS = 24;
/** The same limit for columns, in bytes, because pieces are cut between columns of eight dots. */
const GAP_BYTES = 12;
/** Largest depth of the recursion, in which cuts by rows and by columns alternate. */
const DEEPEST = 4;

/**
 * Returns the boxes that contain all ink, from the top; their left edges and widths are whole
 * bytes. Undefined when ink surrounds a box of `keepOut`.
 *
 * @param keepOut Boxes that no piece may touch. They must contain no ink.
 */
export function cutBitmap(
  bitmap: Bitmap,
  keepOut: readonly DotBox[],
): readonly DotBox[] | undefined {
  const pieces = cut(
    bitmap,
    { x: 0, y: 0, width: bitmap.bytesPerRow * 8, height: bitmap.height },
    { isByRows: true, depth: 0, keepOut },
  );
  return pieces.some((piece) => keepOut.some((box) => overlaps(piece, box))) ? undefined : pieces;
}

/** Returns the bits of one piece, its rows padded to whole bytes. */
export function pieceOf(
  { bits, bytesPerRow }: Bitmap,
  piece: DotBox,
): { readonly rows: Uint8Array; readonly bytesPerRow: number } {
  const wide = Math.ceil(piece.width / 8);
  const rows = new Uint8Array(wide * piece.height);
  for (let y = 0; y < piece.height; y++) {
    const from = (piece.y + y) * bytesPerRow + piece.x / 8;
    rows.set(bits.subarray(from, from + wide), y * wide);
  }
  return { rows, bytesPerRow: wide };
}

type CutState = {
  readonly isByRows: boolean;
  readonly depth: number;
  readonly keepOut: readonly DotBox[];
};

function cut(
  bitmap: Bitmap,
  box: DotBox,
  { isByRows, depth, keepOut }: CutState,
): readonly DotBox[] {
  const inked = isByRows ? inkedRows(bitmap, box) : inkedBytes(bitmap, box);
  const isClear = !keepOut.some((out) => overlaps(box, out));
  const strips = stripsOf(inked, isClear ? (isByRows ? GAP_ROWS : GAP_BYTES) : 1).map(
    ([from, until]) =>
      isByRows
        ? { ...box, y: box.y + from, height: until - from }
        : { ...box, x: box.x + 8 * from, width: 8 * (until - from) },
  );
  if (depth >= DEEPEST || (!isByRows && strips.length === 1 && isClear)) return strips;
  return strips.flatMap((strip) =>
    cut(bitmap, strip, { isByRows: !isByRows, depth: depth + 1, keepOut }),
  );
}

/**
 * Finds the strips that contain ink, as [first, end).
 *
 * @param inked Nonzero where there is ink.
 */
function stripsOf(inked: Uint8Array, gap: number): readonly (readonly [number, number])[] {
  const strips: [number, number][] = [];
  let from = -1;
  let last = -1;
  inked.forEach((isInked, i) => {
    if (isInked === 0) return;
    if (from >= 0 && i - last > gap) {
      strips.push([from, last + 1]);
      from = -1;
    }
    if (from < 0) from = i;
    last = i;
  });
  if (from >= 0) strips.push([from, last + 1]);
  return strips;
}

function inkedRows({ bits, bytesPerRow }: Bitmap, box: DotBox): Uint8Array {
  const inked = new Uint8Array(box.height);
  const wide = box.width / 8;
  for (let y = 0; y < box.height; y++) {
    const from = (box.y + y) * bytesPerRow + box.x / 8;
    for (let i = from; i < from + wide; i++) {
      if (bits[i] === 0) continue;
      inked[y] = 1;
      break;
    }
  }
  return inked;
}

function inkedBytes({ bits, bytesPerRow }: Bitmap, box: DotBox): Uint8Array {
  const wide = box.width / 8;
  const inked = new Uint8Array(wide);
  for (let y = box.y; y < box.y + box.height; y++) {
    const from = y * bytesPerRow + box.x / 8;
    for (let i = 0; i < wide; i++) inked[i] = (inked[i] ?? 0) | (bits[from + i] ?? 0);
  }
  return inked;
}

function overlaps(a: DotBox, b: DotBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
