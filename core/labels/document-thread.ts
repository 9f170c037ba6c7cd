/**
 * The renderer's calls for documents of others. They have a thread of their own: a document that
 * takes long, crashes its engine or needs much memory holds up no label of this station, and what
 * it cost ends with the thread.
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
  /** The folder that holds `fonts/`. */
  readonly resourcesDir: string;
  /** The worker's file; tests name their own. */
  readonly workerURL?: URL | undefined;
  /** A page that takes longer counts as hung, and ends the thread. */
  readonly taskTimeoutMs?: number | undefined;
};

const TASK_TIMEOUT_MS = 10_000;
/** Of all pages of a document together. A page of a carrier's takes a tenth of a second. */
const DOCUMENT_TIMEOUT_MS = 60_000;
/** Documents come together, as a day's labels do. */
const IDLE_MS = 5 * 60_000;
const START_TIMEOUT_MS = 30_000;
/** For the call under way when the renderer is closed. */
const CLOSE_MS = 1_000;
const MEMORY_MIB = 256;
const YOUNG_MEMORY_MIB = 16;
/**
 * The engines hold some 45 MB. WebAssembly gives no memory back, so a thread that holds more than
 * this is ended after its document.
 */
const KEPT_BYTES = 128 * 1024 * 1024;

/**
 * @returns Calls of one thread. They reject with RendererLostError when it crashes, which may be
 *   tried again, and with an AppError when it hangs, which would again.
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
  /** @param late What a task that hangs is refused with. */
  const run = async <T>(task: () => Promise<T>, late: () => Error): Promise<T> => {
    let isLost = false;
    try {
      return await task();
    } catch (error) {
      isLost = error instanceof HungThreadError || error instanceof RendererLostError;
      throw error instanceof HungThreadError ? late() : error;
    } finally {
      if (!isLost) void endWhenLarge(thread).catch(() => undefined); // a lost thread holds nothing
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
    makeLogo: (png) =>
      run(
        () => tryTwice(() => thread.call("makeLogo", png)),
        () => errors.fileUnreadable("Reading the logo takes too long. Save it smaller."),
      ),
    read: (zpl, dpi, size) =>
      run(() => thread.call("read", { zpl, dpi, size: sizeOf(size) }), hung),
    picture: (zpl, dpi, size) =>
      run(() => thread.call("picture", { zpl, dpi, size: sizeOf(size) }), hung),
    async close() {
      // A thread that is stopped while an engine is being loaded may take the whole process with
      // it.
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
    idleMs: IDLE_MS,
    isSilent: true, // the engines print megabytes at a time; errors come as events
    ending: "stopped",
    lost: (cause) =>
      cause instanceof HungThreadError ? cause : new RendererLostError(cause.message),
  });
}

/**
 * A document is done: much that it left in memory is not kept for the next. The thread ends between
 * two calls.
 */
async function endWhenLarge(thread: ThreadCalls<DocumentOperations>): Promise<void> {
  if ((await thread.call("heldBytes", undefined)) <= KEPT_BYTES) return;
  const goOn = await thread.pause();
  await thread.end(new RendererLostError("the converter of documents held too much memory"));
  goOn();
}

function hung(): RendererLostError {
  return new RendererLostError("the converter of documents did not answer in time", true);
}

function tooSlow(ms: number): AppError {
  return errors.labelFailedCheck(
    `The document was not printed: converting it took longer than ${Math.round(ms / 1_000)} seconds. Other labels were printed meanwhile. Ask for the label as a PNG or a simpler PDF, and upload that.`,
  );
}
