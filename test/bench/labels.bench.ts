/**
 * Labels in the warm thread of the renderer, each with different texts. The floors: the label's
 * symbols decoded alone, its bitmap deflated alone, the page written by pdfkit, a bare process with
 * the symbol reader, and the labels before a pause.
 */
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { deflateSync } from "node:zlib";
import { LABEL_MEDIA as MEDIA } from "../../core/db/documents/media.schema.ts";
import { pictureOf } from "../../core/labels/check/bitmap.ts";
import { placeFields } from "../../core/labels/check/place-fields.ts";
import { readOurZpl } from "../../core/labels/check/read-our-zpl.ts";
import type { Dpi } from "../../core/labels/labels.schema.ts";
import { QUIET_MODULES } from "../../core/labels/layout/label-symbols.ts";
import { readSymbols } from "../../core/labels/read-symbols.ts";
import { createWorkerRenderer } from "../../core/labels/worker-renderer.ts";
import { RESOURCES, ROOT } from "../helpers/folders.ts";
import { parcelLabel } from "./label-models.ts";
import { arrangeParcel, loadRoom } from "./label-room.ts";
import { timePdfkit } from "./labels-pdf.ts";
import { isWanted, measure, median, report, rowOf, RUNS } from "./measure.ts";
import { startProgram } from "./program.ts";

/** Labels of a run. A run at 600 dpi has `DENSE_LABELS`. */
const LABELS = 100;
const DENSE_LABELS = 20;
const WARM_LABELS = 400;
/** Labels drawn before memory is measured, and labels in one PDF. */
const MANY = 1_000;
/** Length of the pause, seconds; ten minutes with FULL=1. */
const IDLE_SECONDS = Number(
  process.env["PACKBENCH_IDLE_SECONDS"] ?? (process.env["FULL"] === "1" ? 600 : 20),
);
const CLEAN = {
  tryInvert: false,
  tryDownscale: false,
  tryDenoise: false,
  tryRotate: false,
} as const;
const DEFLATE = { level: 4 };

const renderer = createWorkerRenderer({ resourcesDir: RESOURCES, keepWarm: true });
const room = await loadRoom();
let next = 0;

/**
 * Runs `run` `count` times, each time with a label that was not drawn before.
 * @param run Returns the time of one label, ms.
 * @returns The median, ms.
 */
async function perLabel(count: number, run: (n: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await run(next++));
  return median(times);
}

async function timed(run: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

const drawZpl = async (n: number, dpi: Dpi): Promise<Uint8Array> =>
  (await renderer.draw({ model: parcelLabel(n), format: "zpl", media: MEDIA, dpi })).bytes;

async function check(zpl: Uint8Array, n: number, dpi: Dpi): Promise<void> {
  const { outcome, faults } = await renderer.check(zpl, { dpi, ...MEDIA }, [
    parcelLabel(n).barcode,
  ]);
  if (outcome !== "verified") throw new Error(`label ${n} is ${outcome}: ${faults[0]?.message}`);
}

/** Returns the dots of a label, and the pictures of its symbols that the check decodes. */
async function dotsOf(
  n: number,
  dpi: Dpi,
): Promise<{ readonly bits: Uint8Array; readonly bands: readonly Uint8Array[] }> {
  const label = readOurZpl(await drawZpl(n, dpi));
  if ("fault" in label) throw new Error(label.fault.message);
  const { bitmap, bars, matrices } = placeFields(label, dpi);
  const quiet = (
    dots: number,
    box: { x: number; y: number; width: number; height: number },
    isSquare: boolean,
  ): typeof box =>
    isSquare
      ? {
          x: box.x - dots,
          y: box.y - dots,
          width: box.width + 2 * dots,
          height: box.height + 2 * dots,
        }
      : { ...box, x: box.x - dots, width: box.width + 2 * dots };
  return {
    bits: bitmap.bits,
    bands: [
      ...bars.map(({ box, moduleDots }) =>
        pictureOf(bitmap, quiet(QUIET_MODULES * moduleDots, box, false), {
          x: 1,
          y: Math.max(1, Math.floor(box.height / 48)),
        }),
      ),
      ...matrices.map((box) => pictureOf(bitmap, quiet(Math.ceil(box.width / 8), box, true))),
    ],
  };
}

/** Decodes each picture once, as one Code 128 or Data Matrix. */
async function decode(bands: readonly Uint8Array[]): Promise<void> {
  for (const band of bands)
    if (
      (
        await readSymbols(band, {
          ...CLEAN,
          formats: ["Code128", "DataMatrix"],
          maxNumberOfSymbols: 1,
        })
      ).length === 0
    )
      throw new Error("a symbol was not read");
}

async function warmUp(dpi: Dpi): Promise<void> {
  for (let n = 0; n < WARM_LABELS; n++) await check(await drawZpl(n, dpi), n, dpi);
}

/**
 * Bundles the child as the product is bundled, because reading TypeScript alone takes Node 25 MB.
 */
function bundledProcess(): string {
  const [source, dir, build] = [
    resolve(import.meta.dirname, "labels-process.ts"),
    join(ROOT, "dist", "bench"),
    join(ROOT, "electron", "scripts", "build.mjs"),
  ].map((file) => JSON.stringify(file));
  execFileSync(process.execPath, [
    "--input-type=module",
    "-e",
    `import { bundle } from ${build}; await bundle({ "labels-process": ${source} }, ${dir});`,
  ]);
  return join(ROOT, "dist", "bench", "labels-process.js");
}
let bundled: string | undefined;

/**
 * Runs a task in a child, and waits for its end.
 * @returns The figure that it prints.
 */
async function childFigure(what: string, amount = 0): Promise<string> {
  const { child, url } = await startProgram((bundled ??= bundledProcess()), [what, String(amount)]);
  if (child.exitCode === null) await new Promise((done) => child.once("exit", done));
  return url;
}

if (["labels.verify-203", "labels.zpl-203", "labels.pdf", "labels.whole-600"].some(isWanted))
  await warmUp(203);
await measure([
  {
    row: "labels.verify-203",
    unit: "ms",
    goal: "≤ 20",
    ours: () =>
      perLabel(LABELS, async (n) => {
        const zpl = await drawZpl(n, 203);
        return timed(() => check(zpl, n, 203));
      }),
    floor: () =>
      perLabel(LABELS, async (n) => {
        const { bands } = await dotsOf(n, 203);
        return timed(() => decode(bands));
      }),
  },
  {
    row: "labels.zpl-203",
    unit: "ms",
    goal: "≤ 4",
    ours: () => perLabel(LABELS, (n) => timed(() => drawZpl(n, 203))),
    floor: () =>
      perLabel(LABELS, async (n) => {
        const { bits } = await dotsOf(n, 203);
        return timed(() => deflateSync(bits, DEFLATE));
      }),
  },
  {
    row: "labels.pdf",
    unit: "ms",
    goal: "≤ 8",
    ours: () =>
      perLabel(LABELS, (n) =>
        timed(() =>
          renderer.draw({ model: parcelLabel(n), format: "pdf", media: MEDIA, dpi: 203 }),
        ),
      ),
    floor: () =>
      timePdfkit(
        Array.from({ length: DENSE_LABELS }, () => arrangeParcel(room, next++, 203)),
        RESOURCES,
      ),
  },
  // `ours` draws and checks a label, and draws it as PNG. The floor deflates the same dots and
  // greys, and decodes the symbols.
  {
    row: "labels.whole-600",
    unit: "ms",
    goal: "≤ 250",
    ours: () =>
      perLabel(DENSE_LABELS, (n) =>
        timed(async () => {
          await check(await drawZpl(n, 600), n, 600);
          await renderer.draw({ model: parcelLabel(n), format: "png", media: MEDIA, dpi: 600 });
        }),
      ),
    floor: () =>
      perLabel(DENSE_LABELS, async (n) => {
        const { bits, bands } = await dotsOf(n, 600);
        const grey = greyOf(bits);
        return timed(async () => {
          deflateSync(bits, DEFLATE);
          deflateSync(grey, DEFLATE);
          await decode(bands);
        });
      }),
  },
  {
    row: "labels.memory",
    unit: `MB after ${MANY} labels`,
    goal: "≤ 180",
    ours: async () => Number(await childFigure("memory", MANY)),
    floor: async () => Number(await childFigure("bare")),
  },
  // The floor merges a tenth of the labels. The file may grow with the number of labels, but memory
  // may not.
  {
    row: "labels.merge",
    unit: `MB more for ${MANY} in one PDF`,
    goal: "flat",
    ours: async () => Number(await childFigure("merge", MANY)),
    floor: async () => Number(await childFigure("merge", MANY / 10)),
  },
]);
await renderer.close();

if (isWanted("labels.idle")) {
  const pairs: (readonly [number, number])[] = [];
  for (let run = 0; run < RUNS; run++) {
    const [first, warm] = (await childFigure("idle", IDLE_SECONDS)).split(" ").map(Number);
    pairs.push([first ?? Number.NaN, warm ?? Number.NaN]);
  }
  report(
    rowOf(
      { row: "labels.idle", unit: `ms, the first after ${IDLE_SECONDS} s`, goal: "ratio ≤ 2" },
      pairs.map(([first]) => first),
      pairs.map(([, warm]) => warm),
    ),
  );
}

/** Returns one byte per dot. */
function greyOf(bits: Uint8Array): Uint8Array {
  const grey = new Uint8Array(bits.length * 8);
  for (let i = 0; i < grey.length; i++)
    grey[i] = ((bits[i >> 3] ?? 0) & (0x80 >> (i & 7))) === 0 ? 255 : 0;
  return grey;
}
