/**
 * The label renderer as worker threads: one draws labels, another converts documents of others. A
 * label that crashes or hangs its thread is rejected; those behind it go to a new thread.
 */
import { HungThreadError } from "../base/threads/hung-thread.ts";
import { createThreadCalls } from "../base/threads/thread-calls.ts";
import { createDocumentThread } from "./document-thread.ts";
import { RendererLostError, tryTwice, type LabelRenderer } from "./label-renderer.ts";
import { createPaperOrders } from "./papers/order-paper.ts";
import type { RenderOperations } from "./render-protocol.ts";
import { sizeOf } from "./size-of.ts";

export type WorkerRendererOptions = {
  /** The folder that holds `fonts/`. */
  readonly resourcesDir: string;
  /** The worker's file; bundles name their own. */
  readonly workerURL?: URL;
  /** Of the thread for documents of others. */
  readonly documentWorkerURL?: URL;
  /**
   * Keep the drawing thread, which comes with the first task; else it goes when it has been idle
   * for half an hour.
   */
  readonly keepWarm?: boolean;
  /** A task longer than this counts as hung: a label, or a page of a document. */
  readonly taskTimeoutMs?: number;
};

const TASK_TIMEOUT_MS = 10_000;
/**
 * The engines hold some 100 MB, which a headless station that draws no label should not; but a new
 * thread takes half a second, and pauses of a desk are shorter than this.
 */
const IDLE_MS = 30 * 60_000;
/**
 * Drawing keeps some 30 MiB and makes less than a MiB of garbage for each label: without limits
 * that garbage is kept for long. Memory of WebAssembly and of bitmaps is not counted.
 */
const MEMORY_MIB = 256;
const YOUNG_MEMORY_MIB = 8;
/**
 * Until the thread is ready: twenty times what it takes. On a disk that is slower the next try
 * finds in memory what this one has read; a label waits for it.
 */
const START_TIMEOUT_MS = 10_000;

/**
 * @returns A renderer whose tasks reject with RendererLostError when their thread is lost, or hangs
 *   longer than the longest task.
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
    ...(keepWarm ? {} : { idleMs: IDLE_MS }),
    isSilent: true, // the engines print megabytes at a time; errors come as events
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
