/**
 * Labels in the warm thread of the renderer, each label another, beside the least that must be done
 * for the same dots: the symbols decoded alone, the bitmap deflated alone, the page written by
 * pdfkit; a bare process with the symbol reader; the label before a pause.
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

/** Labels of a run; at 600 dpi fewer. */
const LABELS = 100;
const DENSE_LABELS = 20;
const WARM_LABELS = 400;
/** Resident memory counts this many, one PDF has as many. */
const MANY = 1_000;
/** Of the pause; the full size is ten minutes. */
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
 * @param run What one label takes.
 * @returns The median, ms; each call has labels that were not drawn before.
 */
async function perLabel(count: number, run: (n: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await run(next++));
  return median(times);
}

async function timed(run: () => unknown): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

const drawZpl = async (n: number, dpi: Dpi): Promise<Uint8Array> =>
  (await renderer.draw({ model: parcelLabel(n), format: "zpl", media: MEDIA, dpi })).bytes;

async function check(zpl: Uint8Array, n: number, dpi: Dpi): Promise<void> {
  const { outcome, faults } = await renderer.check(zpl, { dpi, ...MEDIA }, [
    parcelLabel(n).barcode,
  ]);
  if (outcome !== "verified") throw new Error(`label ${n} is ${outcome}: ${faults[0]?.message}`);
}

/** The dots of a label, and the pictures of its symbols as the check takes them. */
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

/** Each symbol once, of the kind that stands there. */
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

/** The children are bundled as the product is: reading TypeScript alone takes Node 25 MB. */
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

/** @returns The figure that a child prints; its process is gone then. */
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
  {
    row: "labels.whole-600", // drawn, checked, and shown; the floor deflates the same bits and greys, and decodes the same symbols
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
  // The floor is a tenth of them: what grows with their number is the file.
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

/** A byte a dot. */
function greyOf(bits: Uint8Array): Uint8Array {
  const grey = new Uint8Array(bits.length * 8);
  for (let i = 0; i < grey.length; i++)
    grey[i] = ((bits[i >> 3] ?? 0) & (0x80 >> (i & 7))) === 0 ? 255 : 0;
  return grey;
}
