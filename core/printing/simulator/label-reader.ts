/**
 * Reads the symbols of stored labels and draws pictures of the labels, only on request, because
 * reading a label takes a third of a second of processor time, and most labels are never looked at.
 */
import { LABEL_MEDIA } from "../../db/documents/media.schema.ts";
import { readPng } from "../../labels/convert/read-png.ts";
import { dotsPerMmOf, mediaDots } from "../../labels/dots.ts";
import { createCanvas, type Canvas } from "../../labels/draw/canvas.ts";
import { RendererLostError, type LabelRenderer } from "../../labels/label-renderer.ts";
import type { Dpi } from "../../labels/labels.schema.ts";
import { encodePng } from "../../labels/png.ts";
import { readPicture } from "../../labels/read-symbols.ts";
import type { JobStore, SimulatorJob } from "./job-store.ts";
import { paintLabel, sizeOfLabel } from "./simulator-languages.ts";

export type LabelReader = {
  readonly labelLengthDots: number;
  /** Lists jobs, oldest first. Reads unread labels in the background, newest first. */
  jobs(): readonly SimulatorJob[];
  jobsWith(barcode: string): Promise<readonly SimulatorJob[]>;
  /**
   * Draws a label as a PNG.
   *
   * @throws Error when the label cannot be drawn.
   */
  picture(n: number): Promise<Uint8Array>;
  stop(): Promise<void>;
};

const KEPT_PICTURES = 40;

type ReaderDeps = {
  readonly store: JobStore;
  readonly renderer: LabelRenderer;
  readonly dpi: Dpi;
};

/** Creates a reader. Nothing is read before the first request. */
export function createLabelReader(deps: ReaderDeps): LabelReader {
  const { store, renderer, dpi } = deps;
  const reading = new Map<number, Promise<void>>();
  const pictures = new Map<number, Promise<Uint8Array>>();
  let isOver = false;

  function read(n: number): Promise<void> {
    const job = store.find(n);
    if (job === undefined || job.barcodes !== null) return Promise.resolve();
    let running = reading.get(n);
    if (running === undefined)
      reading.set(n, (running = readNow(deps, job).finally(() => reading.delete(n))));
    return running;
  }

  return {
    labelLengthDots: mediaDots(LABEL_MEDIA, dpi).height,
    jobs() {
      const jobs = store.list();
      // A failure is reported by a later request for the barcode.
      if (!isOver) for (const { n } of jobs.toReversed()) read(n).catch(() => undefined);
      return jobs;
    },
    async jobsWith(barcode) {
      await Promise.all(store.list().map((job) => read(job.n)));
      return store.list().filter((job) => job.barcodes?.includes(barcode) === true);
    },
    async picture(n) {
      const known = pictures.get(n);
      if (known !== undefined) return known;
      const job = store.find(n);
      if (job === undefined) throw new Error(`no job ${n}`);
      const drawn = draw(deps, job);
      pictures.set(n, drawn);
      drawn.catch(() => pictures.delete(n));
      if (pictures.size > KEPT_PICTURES) pictures.delete(pictures.keys().next().value ?? n);
      return drawn;
    },
    async stop() {
      isOver = true;
      await renderer.close();
      await Promise.allSettled(reading.values());
    },
  };
}

async function readNow(deps: ReaderDeps, job: SimulatorJob): Promise<void> {
  const found = await symbolsOf(deps, job).catch((error: unknown) => {
    // A label stays unread while the renderer is lost; a label that cannot be drawn has no symbols.
    if (error instanceof RendererLostError) throw error;
    return [];
  });
  await deps.store.setBarcodes(job.n, found);
}

async function symbolsOf(deps: ReaderDeps, job: SimulatorJob): Promise<readonly string[]> {
  if (job.language !== "ZPL" || job.isPartial) return readPicture(await draw(deps, job));
  const { store, renderer, dpi } = deps;
  const zpl = await store.read(job.n);
  return renderer.read(zpl, dpi, sizeOfLabel("ZPL", zpl, dpi));
}

async function draw(
  { store, renderer, dpi }: ReaderDeps,
  { n, language, isPartial }: SimulatorJob,
): Promise<Uint8Array> {
  const bytes = await store.read(n);
  if (language === "ZPL" && !isPartial)
    return renderer.picture(bytes, dpi, sizeOfLabel("ZPL", bytes, dpi));
  const canvas =
    language === "ZPL"
      ? canvasOf(await renderer.picture(bytes, dpi, sizeOfLabel("ZPL", bytes, dpi)))
      : paintLabel(language, bytes, dpi);
  return encodePng(isPartial ? upperHalf(canvas) : canvas, dotsPerMmOf(dpi));
}

function canvasOf(png: Uint8Array): Canvas {
  const { width, height, ink } = readPng(png).canvas;
  const canvas = createCanvas(width, height);
  for (let y = 0; y < height; y += 1)
    canvas.ink.set(ink.subarray(y * width, (y + 1) * width), y * canvas.stride);
  return canvas;
}

/** Cuts a canvas to the part that was printed before the label tore. */
function upperHalf(canvas: Canvas): Canvas {
  const height = Math.max(1, Math.floor(canvas.height / 2));
  return { ...canvas, height, ink: canvas.ink.subarray(0, height * canvas.stride) };
}
