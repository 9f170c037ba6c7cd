/** Texts and pictures of the stored labels: made in the background, or on request. */
import { LABEL_MEDIA, type Media } from "../../documents/media.schema.ts";
import { RendererLostError, type LabelRenderer } from "../../labels/label-renderer.ts";
import type { Dpi } from "../../labels/labels.schema.ts";
import { dotsPerMm, mediaDots } from "../../labels/dots.ts";
import type { JobStore, SimulatorJob } from "./job-store.ts";

export type LabelReader = {
  readonly labelLengthDots: number;
  readLater(n: number): void;
  jobsWith(barcode: string): Promise<readonly SimulatorJob[]>;
  /** PNG. @throws Error when the label cannot be drawn. */
  picture(n: number): Promise<Uint8Array>;
  stop(): Promise<void>;
};

const LARGEST_MM = 500;
const KEPT_PICTURES = 40;

/** Reads nothing before the first request. */
export function createLabelReader(parts: { readonly store: JobStore; readonly renderer: LabelRenderer; readonly dpi: Dpi }): LabelReader {
  const { store, renderer, dpi } = parts;
  const reading = new Map<number, Promise<void>>();
  const pictures = new Map<number, Promise<Uint8Array>>();
  let isOver = false;

  async function readNow(n: number): Promise<void> {
    const zpl = await store.read(n);
    const found = await renderer.read(zpl, dpi, sizeOf(zpl, dpi)).catch((error: unknown) => {
      // A label counts as empty only after it was read.
      if (error instanceof RendererLostError) throw error;
      return [];
    });
    await store.setBarcodes(n, found);
  }

  function read(n: number): Promise<void> {
    if (store.find(n)?.barcodes !== null) return Promise.resolve();
    let running = reading.get(n);
    if (running === undefined) reading.set(n, (running = readNow(n).finally(() => reading.delete(n))));
    return running;
  }

  return {
    labelLengthDots: mediaDots(LABEL_MEDIA, dpi).height,
    readLater(n) {
      // A failure here is the answer to the request for the barcode.
      if (!isOver) read(n).catch(() => undefined);
    },
    async jobsWith(barcode) {
      await Promise.all(store.list().map((job) => read(job.n)));
      return store.list().filter((job) => job.barcodes?.includes(barcode) === true);
    },
    picture(n) {
      const known = pictures.get(n);
      if (known !== undefined) return known;
      const drawn = store.read(n).then((zpl) => renderer.picture(zpl, dpi, sizeOf(zpl, dpi)));
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

/** A label has its own size in dots (^PW, ^LL). */
function sizeOf(zpl: Uint8Array, dpi: Dpi): Media {
  const text = Buffer.from(zpl).toString("latin1");
  const mm = (command: RegExp, otherwise: number): number => {
    const dots = Number(command.exec(text)?.[1]);
    const length = dots / dotsPerMm(dpi);
    return length >= 1 && length <= LARGEST_MM ? length : otherwise;
  };
  return { widthMm: mm(/\^PW(\d+)/, LABEL_MEDIA.widthMm), heightMm: mm(/\^LL(\d+)/, LABEL_MEDIA.heightMm) };
}
