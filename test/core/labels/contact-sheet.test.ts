/** Draws every layout on every paper for visual inspection: `test-results/labels/index.html`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawPng } from "../../../core/labels/draw/draw-png.ts";
import { onCanvas, type Canvas } from "../../../core/labels/draw/canvas.ts";
import { paintItems } from "../../../core/labels/draw/paint-label.ts";
import { onGrey } from "../../../core/labels/draw/surfaces.ts";
import { arrangeLabel } from "../../../core/labels/layout/arrange-label.ts";
import type { ArrangedLabel } from "../../../core/labels/layout/items.ts";
import type { LabelLayout } from "../../../core/labels/layout/layout.schema.ts";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import { encodePng } from "../../../core/labels/png.ts";
import { dotsPerMmOf, mediaDots } from "../../../core/labels/dots.ts";
import { ROOT } from "../../helpers/folders.ts";
import { FONTS, NEWEST, PAPERS, ROOM } from "./a-label.ts";
import { sheetLabels } from "./sheet-labels.ts";

const PATIENCE_MS = 600_000;
/** A layout's overview shows the first density; the other densities are separate files. */
const DENSITIES: readonly Dpi[] = process.env["FULL"] === "1" ? [203, 300, 600] : [203];
const FOLDER = join(ROOT, "test-results", "labels");
const GAP = 24;
/** Ink of the space between labels, 0 to 255. */
const GREY = 90;

/** Draws the labels as one picture, in rows by text and in columns by paper. */
function montage(rows: readonly (readonly ArrangedLabel[])[]): Uint8Array {
  const sizes = rows.map((row) => row.map((label) => mediaDots(label, label.dpi)));
  const width =
    GAP + Math.max(...sizes.map((row) => row.reduce((sum, size) => sum + size.width + GAP, 0)));
  const height =
    GAP + sizes.reduce((sum, row) => sum + Math.max(...row.map((size) => size.height)) + GAP, 0);
  return onCanvas(width, height, (sheet) => {
    sheet.ink.fill(GREY);
    let y = GAP;
    rows.forEach((row, i) => {
      let x = GAP;
      row.forEach((label, j) => {
        const size = sizes[i]?.[j] ?? { width: 0, height: 0 };
        onCanvas(size.width, size.height, (canvas) => {
          paintItems(onGrey(canvas), label.items, ROOM.glyphs, dotsPerMmOf(label.dpi));
          copy(canvas, sheet, x, y);
        });
        x += size.width + GAP;
      });
      y += Math.max(...(sizes[i] ?? []).map((size) => size.height)) + GAP;
    });
    return encodePng(sheet, dotsPerMmOf(203));
  });
}

function copy(from: Canvas, to: Canvas, x: number, y: number): void {
  for (let row = 0; row < from.height; row++)
    to.ink.set(
      from.ink.subarray(row * from.stride, row * from.stride + from.width),
      (y + row) * to.stride + x,
    );
}

function drawLayout(layout: LabelLayout): string {
  const rows = Object.entries(sheetLabels(layout.name)).map(([text, model]) =>
    Object.entries(PAPERS).map(([paper, [widthMm, heightMm]]) => {
      const labels = DENSITIES.map((dpi) =>
        arrangeLabel(model, layout, FONTS, { media: { widthMm, heightMm }, dpi }),
      );
      for (const label of labels.slice(1))
        writeFileSync(
          join(FOLDER, `${layout.name} ${text} ${paper} ${label.dpi}.png`),
          drawPng(label, ROOM.glyphs),
        );
      return (
        labels[0] ?? {
          widthMm,
          heightMm,
          dpi: 203 as const,
          items: [],
          omitted: [],
          transliterated: [],
        }
      );
    }),
  );
  writeFileSync(join(FOLDER, `${layout.name}.png`), montage(rows));
  const omitted = rows.flatMap((row, i) =>
    row.map(
      (label, j) =>
        `<tr><td>${Object.keys(sheetLabels(layout.name))[i]}<td>${Object.keys(PAPERS)[j]}<td>${label.omitted.join(", ")}`,
    ),
  );
  return `<h2>${layout.name}</h2><img src="${layout.name}.png" width="100%"><table><tr><th>text<th>paper<th>omitted${omitted.join("\n")}</table>`;
}

describe("the contact sheet", { timeout: PATIENCE_MS }, () => {
  it(
    `the contact sheet shows every layout on every paper at ${DENSITIES.join(", ")} dpi`,
    { tags: "all" },
    () => {
      mkdirSync(FOLDER, { recursive: true });
      const parts = NEWEST.map(drawLayout);
      writeFileSync(
        join(FOLDER, "index.html"),
        `<!doctype html><meta charset="utf-8"><title>Labels</title><style>body { font-family: sans-serif } td { padding-right: 1em }</style>${parts.join("\n")}`,
      );
      expect(parts.length).toBe(NEWEST.length);
    },
  );
});
