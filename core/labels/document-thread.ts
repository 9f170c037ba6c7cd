/**
 * The renderer's operations for foreign documents. They run in a separate thread. So a document
 * that takes long, crashes its engine or needs much memory does not delay this station's labels,
 * and its memory is released with the thread.
 */
import { setTimeout } from "node:timers/promises";
import { AppError, errors } from "../base/errors.ts";
import { HungThreadError } from "../base/threads/hung-thread.ts";
import { createThreadCalls, type ThreadCalls } from "../base/threads/thread-calls.ts";
import type { ConvertedPart } from "./convert/converted.ts";
import { joinParts } from "./convert/join-parts.ts";
import type { DocumentOperations } from "./document-protocol.ts";
import { RendererLostError, tryTwice, type LabelRenderer } from "./label-renderer.ts";
import { sizeOf } from "./size-of.ts";

export type DocumentThreadOptions = {
  /** The folder that contains `fonts/`. */
  readonly resourcesDir: string;
  /** The worker's file; tests pass another file. */
  readonly workerURL?: URL | undefined;
  /**
   * Longest time for one call, such as a page; the thread counts as hung after that and is ended.
   */
  readonly taskTimeoutMs?: number | undefined;
};

const TASK_TIMEOUT_MS = 10_000;
/**
 * Longest time for all pages of a document together. A carrier's page takes a tenth of a second.
 */
const DOCUMENT_TIMEOUT_MS = 60_000;
/**
 * Time without documents after which the thread ends; documents arrive in groups, such as a day's
 * labels.
 */
const IDLE_MS = 5 * 60_000;
const START_TIMEOUT_MS = 30_000;
/** Longest wait for the running call when the renderer is closed. */
const CLOSE_MS = 1_000;
const MEMORY_MIB = 256;
const YOUNG_MEMORY_MIB = 16;
/**
 * Largest memory that a thread may hold after a document. The engines hold about 45 MB. WebAssembly
 * never releases memory, so a thread that holds more is ended.
 */
const KEPT_BYTES = 128 * 1024 * 1024;

/**
 * Creates operations that run in one thread. They reject with RendererLostError when the thread
 * crashes, and may then be retried. When the thread hangs, a retry would hang again: `convert` and
 * `makeLogo` reject with another AppError, `read` and `picture` with a RendererLostError whose
 * `isHung` is true.
 */
export function createDocumentThread({
  resourcesDir,
  workerURL,
  taskTimeoutMs = TASK_TIMEOUT_MS,
}: DocumentThreadOptions): Pick<
  LabelRenderer,
  "convert" | "makeLogo" | "read" | "picture" | "close"
> {
  const thread = openConverter({ resourcesDir, workerURL, taskTimeoutMs });
  /**
   * Runs a task of the thread.
   *
   * @param late Creates the error for a task that hangs.
   */
  const run = async <T>(task: () => Promise<T>, late: () => Error): Promise<T> => {
    let isLost = false;
    try {
      return await task();
    } catch (error) {
      isLost = error instanceof HungThreadError || error instanceof RendererLostError;
      throw error instanceof HungThreadError ? late() : error;
    } finally {
      if (!isLost) void endWhenLarge(thread).catch(() => undefined); // a lost thread holds no memory
    }
  };
  return {
    convert({ bytes, language, media, dpi }, target) {
      const original = { bytes, language, media: sizeOf(media), dpi };
      const printer = {
        language: target.language,
        dpi: target.dpi,
        media: sizeOf(target.media),
        ...(target.settings === undefined ? {} : { settings: target.settings }),
      };
      const until = performance.now() + DOCUMENT_TIMEOUT_MS;
      const next = (part: number): Promise<ConvertedPart> => {
        if (performance.now() > until) throw tooSlow(DOCUMENT_TIMEOUT_MS);
        return thread.call("convertPart", { original, target: printer, part });
      };
      return run(
        () => joinParts(next, target),
        () => tooSlow(taskTimeoutMs),
      );
    },
    makeLogo: (png) => run(() => tryTwice(() => thread.call("makeLogo", png)), slowLogo),
    read: (zpl, dpi, size) =>
      run(() => thread.call("read", { zpl, dpi, size: sizeOf(size) }), hung),
    picture: (zpl, dpi, size) =>
      run(() => thread.call("picture", { zpl, dpi, size: sizeOf(size) }), hung),
    async close() {
      // Ending a thread while an engine is being loaded may crash the whole process.
      await Promise.race([thread.pause(), setTimeout(CLOSE_MS, undefined, { ref: false })]);
      await thread.close(new RendererLostError("the label renderer is closed"));
    },
  };
}

function openConverter({
  resourcesDir,
  workerURL,
  taskTimeoutMs,
}: DocumentThreadOptions & { readonly taskTimeoutMs: number }): ThreadCalls<DocumentOperations> {
  return createThreadCalls<DocumentOperations>({
    url: workerURL ?? new URL("./document-worker.ts", import.meta.url),
    name: "converter of documents",
    data: { resourcesDir },
    memoryMiB: MEMORY_MIB,
    youngMemoryMiB: YOUNG_MEMORY_MIB,
    startTimeoutMs: START_TIMEOUT_MS,
    callTimeoutMs: taskTimeoutMs,
    isComputing: true,
    idleMs: IDLE_MS,
    isSilent: true, // the engines print megabytes at a time; errors arrive as events
    ending: "stopped",
    lost: (cause) =>
      cause instanceof HungThreadError ? cause : new RendererLostError(cause.message),
  });
}

/** Ends the thread between two calls if a document left too much memory behind. */
async function endWhenLarge(thread: ThreadCalls<DocumentOperations>): Promise<void> {
  if ((await thread.call("heldBytes", undefined)) <= KEPT_BYTES) return;
  const goOn = await thread.pause();
  await thread.end(new RendererLostError("the converter of documents held too much memory"));
  goOn();
}

function hung(): RendererLostError {
  return new RendererLostError("the converter of documents did not answer in time", true);
}

function slowLogo(): AppError {
  return errors.fileUnreadable("Reading the logo takes too long. Save it smaller.", {
    reason: "slowPng",
  });
}

function tooSlow(ms: number): AppError {
  return errors.labelFailedCheck(
    `The document was not printed: converting it took longer than ${Math.round(ms / 1_000)} seconds. Other labels did not wait for it. Ask for the label as a PNG or a simpler PDF, and upload that.`,
  );
}
