/**
 * Cells of half a millimetre that contain a page's ink, and groups of cells that lie close
 * together.
 */
import { paperOf, type Ink } from "./ink.ts";
import type { PageBox } from "./page.ts";

/**
 * `sums`: number of inked cells above and to the left of each cell, with one more row and column
 * than the grid.
 */
export type CellGrid = {
  readonly perMm: number;
  readonly columns: number;
  readonly rows: number;
  readonly ink: Uint8Array;
  readonly sums: Uint32Array;
};

const PER_MM = 2;

/**
 * Finds the cells that contain ink.
 *
 * @param scale Dots per mm of the canvas.
 * @param least Smallest difference in grey between ink and paper.
 */
export function cellsOf(canvas: Ink, scale: number, least: number): CellGrid {
  const { width, height, ink } = canvas;
  const paper = paperOf(canvas);
  const [columns, rows] = [
    Math.ceil((width / scale) * PER_MM),
    Math.ceil((height / scale) * PER_MM),
  ];
  const cells = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(rows - 1, Math.floor((y / scale) * PER_MM)) * columns;
    for (let x = 0; x < width; x += 1)
      if (Math.abs((ink[y * width + x] ?? 0) - paper) >= least)
        cells[row + Math.min(columns - 1, Math.floor((x / scale) * PER_MM))] = 1;
  }
  return withSums({ columns, rows, ink: cells });
}

function withSums({
  columns,
  rows,
  ink,
}: {
  readonly columns: number;
  readonly rows: number;
  readonly ink: Uint8Array;
}): CellGrid {
  const sums = new Uint32Array((columns + 1) * (rows + 1));
  for (let y = 0; y < rows; y += 1) {
    let row = 0;
    for (let x = 0; x < columns; x += 1) {
      row += ink[y * columns + x] ?? 0;
      sums[(y + 1) * (columns + 1) + x + 1] = row + (sums[y * (columns + 1) + x + 1] ?? 0);
    }
  }
  return { perMm: PER_MM, columns, rows, ink, sums };
}

/** Returns the bounding box of all ink, mm; undefined without ink. */
export function boxOf(cells: CellGrid): PageBox | undefined {
  return contentIn(cells, {
    x: 0,
    y: 0,
    w: cells.columns / cells.perMm,
    h: cells.rows / cells.perMm,
  });
}

/** Returns the bounding box of the ink in a part of the page, mm; undefined without ink. */
export function contentIn(
  { perMm, columns, rows, sums }: CellGrid,
  { x, y, w, h }: PageBox,
): PageBox | undefined {
  const count = counterOf({ columns, sums });
  const cell = (mm: number, most: number): number =>
    Math.min(most, Math.max(0, Math.round(mm * perMm)));
  let [left, right, top, bottom] = [
    cell(x, columns),
    cell(x + w, columns),
    cell(y, rows),
    cell(y + h, rows),
  ];
  if (right <= left || bottom <= top || count(left, top, right, bottom) === 0) return undefined;
  while (count(left, top, left + 1, bottom) === 0) left += 1;
  while (count(right - 1, top, right, bottom) === 0) right -= 1;
  while (count(left, top, right, top + 1) === 0) top += 1;
  while (count(left, bottom - 1, right, bottom) === 0) bottom -= 1;
  return { x: left / perMm, y: top / perMm, w: (right - left) / perMm, h: (bottom - top) / perMm };
}

/** Returns a function that counts the inked cells of a rectangle. */
function counterOf({
  columns,
  sums,
}: Pick<CellGrid, "columns" | "sums">): (
  left: number,
  top: number,
  right: number,
  bottom: number,
) => number {
  const at = (column: number, row: number): number => sums[row * (columns + 1) + column] ?? 0;
  return (left, top, right, bottom) =>
    at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
}

/**
 * Returns the bounding boxes of the clusters of ink.
 *
 * @param apartMm White paper that separates clusters, mm.
 */
export function clustersOf(cells: CellGrid, apartMm: number): readonly PageBox[] {
  const { columns, rows, perMm } = cells;
  const reach = Math.round((apartMm / 2) * perMm);
  const count = counterOf(cells);
  // Cells within half the distance of ink belong to that ink; touching areas are one cluster.
  const near = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1)
      if (
        count(
          Math.max(0, x - reach),
          Math.max(0, y - reach),
          Math.min(columns, x + reach + 1),
          Math.min(rows, y + reach + 1),
        ) > 0
      )
        near[y * columns + x] = 1;
  }
  const clusters: PageBox[] = [];
  for (let start = near.indexOf(1); start >= 0; start = near.indexOf(1, start)) {
    let [left, right, top, bottom] = [columns, -1, rows, -1];
    const queue = [start];
    near[start] = 0;
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const x = at % columns;
      const y = (at - x) / columns;
      if (cells.ink[at] === 1)
        [left, right, top, bottom] = [
          Math.min(left, x),
          Math.max(right, x),
          Math.min(top, y),
          Math.max(bottom, y),
        ];
      for (const [next, isThere] of [
        [at - 1, x > 0],
        [at + 1, x + 1 < columns],
        [at - columns, y > 0],
        [at + columns, y + 1 < rows],
      ] as const) {
        if (!isThere || near[next] !== 1) continue;
        near[next] = 0;
        queue.push(next);
      }
    }
    if (right >= 0)
      clusters.push({
        x: left / perMm,
        y: top / perMm,
        w: (right - left + 1) / perMm,
        h: (bottom - top + 1) / perMm,
      });
  }
  return merged(clusters);
}

/** Merges overlapping boxes, so that content inside a frame belongs to the frame. */
function merged(boxes: readonly PageBox[]): readonly PageBox[] {
  const parted: PageBox[] = [];
  for (const box of boxes) {
    const touching = parted.findIndex(
      (other) =>
        box.x < other.x + other.w &&
        other.x < box.x + box.w &&
        box.y < other.y + other.h &&
        other.y < box.y + box.h,
    );
    const other = parted[touching];
    if (other === undefined) parted.push(box);
    else parted[touching] = union(box, other);
  }
  return parted.length === boxes.length ? parted : merged(parted);
}

/** Returns the smallest box around two boxes. */
export function union(a: PageBox, b: PageBox): PageBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}
