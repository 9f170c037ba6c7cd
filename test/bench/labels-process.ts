/**
 * A child of the labels bench, which does one task. It prints one line of JSON with its figure in
 * place of an address, and ends. Each task loads only the code that it needs, because memory is
 * measured.
 *
 * - memory N: draws and checks N labels in the renderer's thread. Its figure is the resident
 *   memory, MB.
 * - bare: gives the symbol reader an empty picture. Its figure is the resident memory, MB.
 * - idle SECONDS: times the first label after a pause of SECONDS, and the labels before the pause.
 *   Its figure is "first warm": the first label's time, and the median of the last 30 before
 *   the pause, ms.
 * - merge N: writes one PDF of N labels. Its figure is the process's largest growth, MB.
 */
import { setTimeout } from "node:timers/promises";
import { LABEL_MEDIA as MEDIA } from "../../core/db/documents/media.schema.ts";
import type { LabelRenderer } from "../../core/labels/label-renderer.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { parcelLabel } from "./label-models.ts";
import { median } from "./measure.ts";

const WARM_LABELS = 60;
const [what = "", amount = "0"] = process.argv.slice(2);

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6;
}

/** Draws and checks a label, as printing does. */
async function printOne(renderer: LabelRenderer, n: number): Promise<void> {
  const model = parcelLabel(n);
  const { bytes } = await renderer.draw({ model, format: "zpl", media: MEDIA, dpi: 203 });
  const { outcome } = await renderer.check(bytes, { dpi: 203, ...MEDIA }, [model.barcode]);
  if (outcome !== "verified") throw new Error(`label ${n} is ${outcome}`);
}

async function measureMemory(count: number): Promise<number> {
  const { createWorkerRenderer } = await import("../../core/labels/worker-renderer.ts");
  const renderer = createWorkerRenderer({ resourcesDir: RESOURCES, keepWarm: true });
  for (let n = 0; n < count; n++) await printOne(renderer, n);
  const mb = residentMb();
  await renderer.close();
  return mb;
}

async function measureBare(): Promise<number> {
  const { readPicture } = await import("../../core/labels/read-symbols.ts");
  await readPicture(
    new Uint8Array(Buffer.concat([Buffer.from("P5 8 8 255\n"), Buffer.alloc(64, 255)])),
  );
  return residentMb();
}

async function measureIdle(seconds: number): Promise<string> {
  const { createWorkerRenderer } = await import("../../core/labels/worker-renderer.ts");
  const renderer = createWorkerRenderer({ resourcesDir: RESOURCES, keepWarm: true });
  const times: number[] = [];
  const timed = async (n: number): Promise<void> => {
    const startedAt = performance.now();
    await printOne(renderer, n);
    times.push(performance.now() - startedAt);
  };
  for (let n = 0; n < WARM_LABELS; n++) await timed(n);
  const warm = median(times.slice(WARM_LABELS / 2));
  await setTimeout(seconds * 1_000);
  await timed(WARM_LABELS);
  await renderer.close();
  return `${times.at(-1)} ${warm}`;
}

async function measureMerge(count: number): Promise<number> {
  const { arrangeParcel, loadRoom } = await import("./label-room.ts");
  const { growthOfMany } = await import("./labels-pdf.ts");
  const room = await loadRoom();
  const labels = Array.from({ length: 20 }, (_, n) => arrangeParcel(room, n, 203));
  await growthOfMany(labels, room.fonts, WARM_LABELS);
  return growthOfMany(labels, room.fonts, count);
}

const run = { memory: measureMemory, bare: measureBare, idle: measureIdle, merge: measureMerge }[
  what
];
if (run === undefined) throw new Error(`${what} is not a task of this program`);
process.stdout.write(`${JSON.stringify({ url: String(await run(Number(amount))), token: "" })}\n`);
process.exit();
