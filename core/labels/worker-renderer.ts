/**
 * The label renderer as worker threads: one draws labels, another converts foreign documents. A
 * label that crashes or hangs its thread is rejected; labels behind it go to a new thread.
 */
import { HungThreadError } from "../base/threads/hung-thread.ts";
import { createThreadCalls } from "../base/threads/thread-calls.ts";
import { createDocumentThread } from "./document-thread.ts";
import { RendererLostError, tryTwice, type LabelRenderer } from "./label-renderer.ts";
import { createPaperOrders } from "./papers/order-paper.ts";
import type { RenderOperations } from "./render-protocol.ts";
import { sizeOf } from "./size-of.ts";

export type WorkerRendererOptions = {
  /** The folder that contains `fonts/` and `labels/`. */
  readonly resourcesDir: string;
  /** File of the drawing worker; bundles set another file. */
  readonly workerURL?: URL;
  /** File of the worker for foreign documents. */
  readonly documentWorkerURL?: URL;
  /**
   * Whether to keep the drawing thread after its first task; otherwise the thread ends after half
   * an hour without tasks.
   */
  readonly keepWarm?: boolean;
  /** Longest time for one task (a label, or a page of a document) before it counts as hung. */
  readonly taskTimeoutMs?: number;
};

const TASK_TIMEOUT_MS = 10_000;
/**
 * Time without tasks after which the drawing thread ends unless `keepWarm` is set, ms. Its engines
 * hold about 100 MB, which a headless station that draws no labels should release. Starting a new
 * thread takes half a second; a desk's pauses are shorter than this time.
 */
const IDLE_MS = 30 * 60_000;
/**
 * Memory limits of the drawing thread, MiB. Drawing keeps about 30 MiB and creates less than a MiB
 * of garbage per label, which V8 would keep for long without limits. Memory of WebAssembly and of
 * bitmaps does not count.
 */
const MEMORY_MIB = 256;
const YOUNG_MEMORY_MIB = 8;
/**
 * Longest time for starting the thread, twenty times the usual time. A label waits for the start.
 * After a timeout on a slow disk, the retry finds the files in the system's cache.
 */
const START_TIMEOUT_MS = 10_000;

/**
 * Returns a renderer. A drawing task rejects with RendererLostError when the thread is lost, or
 * when the task exceeds its time limit. Test labels, papers, previews, QR codes and layouts are
 * retried once when the thread is lost, but not after the time limit. `createDocumentThread` says
 * how tasks for foreign documents fail.
 */
export function createWorkerRenderer({
  resourcesDir,
  workerURL,
  documentWorkerURL,
  keepWarm = false,
  taskTimeoutMs,
}: WorkerRendererOptions): LabelRenderer {
  const thread = createThreadCalls<RenderOperations>({
    url: workerURL ?? new URL("./render-worker.ts", import.meta.url),
    name: "label renderer",
    data: { resourcesDir },
    memoryMiB: MEMORY_MIB,
    youngMemoryMiB: YOUNG_MEMORY_MIB,
    startTimeoutMs: START_TIMEOUT_MS,
    callTimeoutMs: taskTimeoutMs ?? TASK_TIMEOUT_MS,
    isComputing: true,
    ...(keepWarm ? {} : { idleMs: IDLE_MS }),
    isSilent: true, // the engines print megabytes at a time; errors arrive as events
    ending: "stopped",
    lost: (cause) => new RendererLostError(cause.message, cause instanceof HungThreadError),
  });
  const documents = createDocumentThread({
    resourcesDir,
    workerURL: documentWorkerURL,
    taskTimeoutMs,
  });
  return {
    ...documents,
    draw: ({ media, ...order }) => thread.call("draw", { ...order, media: sizeOf(media) }),
    drawTest: ({ media, ...order }) =>
      tryTwice(() => thread.call("drawTest", { ...order, media: sizeOf(media) })),
    measure: ({ model, media, dpi }) =>
      thread.call("measure", { model, media: sizeOf(media), dpi }),
    check: (label, { dpi, language = "ZPL", settings, rasterHash = "", ...size }, expected) =>
      thread.call("check", {
        label,
        printer: {
          dpi,
          language,
          ...sizeOf(size),
          rasterHash,
          ...(settings === undefined ? {} : { settings }),
        },
        expected,
      }),
    paper: createPaperOrders(thread),
    preview: ({ model, media, dpi }) =>
      tryTwice(() => thread.call("preview", { model, media: sizeOf(media), dpi })),
    qrCode: (text) => tryTwice(() => thread.call("qrCode", text)),
    layouts: () => tryTwice(() => thread.call("layouts", undefined)),
    async close() {
      const closed = new RendererLostError("the label renderer is closed");
      await Promise.all([thread.close(closed), documents.close()]);
    },
  };
}
