/**
 * Each symbol of each layout can be read after typical damage of labels. The reader uses other
 * settings than the product's own check of labels.
 */
import type { ReaderOptions } from "zxing-wasm/reader";
import { describe, expect, it } from "vitest";
import { createBitmap, dotBox } from "../../../core/labels/draw/canvas.ts";
import { paintItems } from "../../../core/labels/draw/paint-label.ts";
import { onBits } from "../../../core/labels/draw/surfaces.ts";
import { arrangeLabel } from "../../../core/labels/layout/arrange-label.ts";
import type { BarsItem, MatrixItem } from "../../../core/labels/layout/items.ts";
import { MATRIX_QUIET_MODULES, QUIET_MODULES } from "../../../core/labels/layout/label-symbols.ts";
import { readSymbols } from "../../../core/labels/read-symbols.ts";
import { dotsPerMmOf, mediaDots } from "../../../core/labels/dots.ts";
import {
  blurred,
  defocused,
  grown,
  halved,
  makeGrey,
  pgmOf,
  rotated,
  rowsAveraged,
  shrunk,
  speckled,
  type Grey,
} from "../../helpers/damage.ts";
import { aLabel, FONTS, NEWEST, newestOf, ODD_PAPERS, PAPERS, ROOM } from "./a-label.ts";
import { someOf } from "../../helpers/some-of.ts";

const IS_FULL = process.env["FULL"] === "1";
const TIMEOUT_MS = 600_000;
const DENSITIES = [203, 300] as const;
/** Share of a picture's dots that the damage "noise" inverts. */
const NOISE = { 203: 0.02, 300: 0.05 } as const;

type Symbol = {
  readonly name: string;
  readonly item: BarsItem | MatrixItem;
  readonly picture: Grey;
  readonly dpi: (typeof DENSITIES)[number];
};

/**
 * Settings that couriers' scanners also use: the threshold for black comes from the neighbourhood,
 * from the whole picture, or is halfway between black and white; if nothing is read, the picture is
 * shrunk to a half or a third.
 */
const SCANNERS: readonly ReaderOptions[] = [
  { tryHarder: true, binarizer: "LocalAverage" },
  { tryHarder: true, binarizer: "GlobalHistogram" },
  { tryHarder: true, binarizer: "FixedThreshold" },
  {
    tryHarder: true,
    binarizer: "LocalAverage",
    tryDownscale: true,
    downscaleThreshold: 10,
    downscaleFactor: 2,
  },
  {
    tryHarder: true,
    binarizer: "LocalAverage",
    tryDownscale: true,
    downscaleThreshold: 10,
    downscaleFactor: 3,
  },
];
/**
 * Directions in which the lines of a scanner cross the bars, degrees. A horizontal line alone would
 * not cross all bars of a low barcode that is rotated.
 */
const DIRECTIONS = [0, -15, 15, -30, 30] as const;
/**
 * Standard deviation of the blur, in modules. Bars can be read at 0.5. Matrix cells of
 * any size can be read up to 0.45, because each cell has neighbours in two directions; 0.4
 * leaves a margin. A uniform spread of half a module to each side has a standard deviation of 0.29.
 */
const BLUR_MODULES = { code128: 0.5, matrix: 0.4 } as const;

const DAMAGES: Readonly<Record<string, (symbol: Symbol) => Grey | undefined>> = {
  none: ({ picture }) => picture,
  "half a module's spread to each side": ({ picture, item }) => blurred(picture, item.moduleDots),
  "blur of half a module": ({ picture, item }) =>
    defocused(picture, BLUR_MODULES[item.kind] * item.moduleDots),
  noise: ({ picture, item, dpi }) => {
    const noisy = speckled(picture, NOISE[dpi], 7);
    // A scanner sees bars averaged over the height of a laser's spot.
    return item.kind === "code128" ? rowsAveraged(noisy, Math.round(dotsPerMmOf(dpi))) : noisy;
  },
  "3°": ({ picture }) => rotated(picture, 3),
  "20°": ({ picture }) => rotated(picture, 20),
  "half scale": ({ picture, item }) => (item.moduleDots % 2 === 0 ? halved(picture) : undefined),
  "a dot wider": ({ picture, item }) => grown(picture, item.kind === "matrix"),
  "a dot narrower": ({ picture, item }) => shrunk(picture, item.kind === "matrix"),
};

const ALL_PAPERS = { ...PAPERS, ...ODD_PAPERS };

/** The symbols of a label, cut out with their quiet zones. */
function symbolsOf(
  layout: string,
  paper: keyof typeof ALL_PAPERS,
  dpi: Symbol["dpi"],
): readonly Symbol[] {
  const [widthMm, heightMm] = ALL_PAPERS[paper];
  const found = NEWEST.find(({ name }) => name === layout);
  if (found === undefined) throw new Error(`no layout ${layout}`);
  const label = arrangeLabel(aLabel({ layout: newestOf(layout) }), found, FONTS, {
    media: { widthMm, heightMm },
    dpi,
  });
  const dotsPerMm = dotsPerMmOf(dpi);
  const bitmap = createBitmap(mediaDots(label, dpi));
  paintItems(onBits(bitmap), label.items, ROOM.glyphs, dotsPerMm);
  const { bits, bytesPerRow } = bitmap;
  return label.items.flatMap((item): Symbol[] => {
    if (item.kind !== "code128" && item.kind !== "matrix") return [];
    const box = dotBox(item, dotsPerMm);
    const aside =
      item.moduleDots * (item.kind === "code128" ? QUIET_MODULES : MATRIX_QUIET_MODULES);
    const above = item.kind === "code128" ? 0 : aside;
    const isBlack = (x: number, y: number): boolean =>
      ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    const picture = makeGrey(box.width + 2 * aside, box.height + 2 * above, (x, y) =>
      isBlack(box.x - aside + x, box.y - above + y) ? 0 : 255,
    );
    return [
      {
        name: `${layout} ${paper} ${dpi} ${item.field} ${item.kind} of ${item.moduleDots} dots`,
        item,
        picture,
        dpi,
      },
    ];
  });
}

/** Returns the names of the damages after which the symbol cannot be read. */
async function damagesUnread(symbol: Symbol): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [name, damage] of Object.entries(DAMAGES)) {
    const picture = damage(symbol);
    if (picture === undefined) continue;
    if (!(await isRead(picture, symbol.item))) failed.push(`${symbol.name}: ${name}`);
  }
  return failed;
}

async function isRead(picture: Grey, { kind, text }: Symbol["item"]): Promise<boolean> {
  const formats: ReaderOptions["formats"] = [kind === "code128" ? "Code128" : "DataMatrix"];
  for (const direction of kind === "code128" ? DIRECTIONS : [0]) {
    const seen = pgmOf(direction === 0 ? picture : rotated(picture, direction));
    for (const scanner of SCANNERS)
      if ((await readSymbols(seen, { ...scanner, formats })).some((found) => found.text === text))
        return true;
  }
  return false;
}

const papers = Object.keys(IS_FULL ? ALL_PAPERS : PAPERS).filter(
  (name): name is keyof typeof ALL_PAPERS => name in ALL_PAPERS,
);

describe("a label's symbols", { timeout: TIMEOUT_MS }, () => {
  for (const { name } of NEWEST) {
    const chosen =
      IS_FULL || name === "standard"
        ? someOf(papers, 3)
        : someOf(
            papers.filter((paper) => paper === "100×150" || paper === "80×50"),
            2,
          );
    it(`the symbols are read after each damage, in the layout ${name} on ${chosen.length} papers`, async () => {
      const failed: string[] = [];
      for (const paper of chosen)
        for (const dpi of DENSITIES)
          for (const symbol of symbolsOf(name, paper, dpi))
            failed.push(...(await damagesUnread(symbol)));
      expect(failed).toEqual([]);
    });
  }
});
