/**
 * The label renderer as a worker thread: warm, one task at a time in the order asked, and replaceable. A task that
 * crashes or hangs the thread is rejected; the tasks behind it go to a new thread and know nothing of it.
 */
import { Worker } from "node:worker_threads";
import { AppError } from "../base/errors.ts";
import type { Media } from "../documents/media.schema.ts";
import { RendererLostError, type LabelRenderer } from "./label-renderer.ts";
import type { RenderAnswer, RenderRequest, RenderTask, RenderWorkerData } from "./render-protocol.ts";

export type WorkerRendererOptions = {
  /** The folder that holds `fonts/`. */
  readonly resourcesDir: string;
  /** The worker's file; bundles name their own. */
  readonly workerURL?: URL;
  /** Start the thread at once and keep it; else it comes with the first task and goes when it has been idle for a minute. */
  readonly keepWarm?: boolean;
  /** A task longer than this is taken for hung. */
  readonly taskTimeoutMs?: number;
};

type Job = {
  readonly task: RenderTask;
  resolve(value: Uint8Array | readonly string[]): void;
  reject(error: Error): void;
};

const TASK_TIMEOUT_MS = 10_000;
/** The engines hold some 80 MB: a headless station that draws no label should not. */
const IDLE_MS = 60_000;
/** Until the thread says it is ready; a cold disk may be slow. */
const START_TIMEOUT_MS = 30_000;

/** @returns A renderer whose tasks reject with RendererLostError when its thread is lost, or hangs longer than the longest task. */
export function createWorkerRenderer(options: WorkerRendererOptions): LabelRenderer {
  const url = options.workerURL ?? new URL("./render-worker.ts", import.meta.url);
  const waiting: Job[] = [];
  let thread: Thread | undefined;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  function rest(): void {
    if (options.keepWarm === true || isClosed) return;
    idle = setTimeout(() => {
      const last = thread;
      thread = undefined;
      void last?.stop();
    }, IDLE_MS).unref();
  }

  function next(): void {
    const job = waiting[0];
    clearTimeout(idle);
    if (job === undefined) return rest();
    if (isClosed) return;
    thread ??= startThread();
    if (thread.isFree) thread.run(job);
  }

  function startThread(): Thread {
    return createThread(url, { resourcesDir: options.resourcesDir }, options.taskTimeoutMs ?? TASK_TIMEOUT_MS, {
      onFree: next,
      onDone: () => void waiting.shift(),
      onDead(error) {
        thread = undefined;
        // What the thread was doing, or what it could not even be started for.
        waiting.shift()?.reject(error);
        next();
      },
    });
  }

  function perform(task: RenderTask): Promise<Uint8Array | readonly string[]> {
    if (isClosed) return Promise.reject(new RendererLostError("the label renderer is closed"));
    return new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      next();
    });
  }

  if (options.keepWarm === true) thread = startThread();
  return {
    draw: async (model, format, dpi) => bytesOf(await perform({ op: "draw", model, format, dpi })),
    read: async (zpl, dpi, size) => textsOf(await perform({ op: "read", zpl, dpi, size: sizeOf(size) })),
    picture: async (zpl, dpi, size) => bytesOf(await perform({ op: "picture", zpl, dpi, size: sizeOf(size) })),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const job of waiting.splice(0)) job.reject(new RendererLostError("the label renderer is closed"));
      const last = thread;
      thread = undefined;
      await last?.stop();
    },
  };
}

type Thread = { readonly isFree: boolean; run(job: Job): void; stop(): Promise<void> };
type ThreadEvents = { onFree(): void; onDone(): void; onDead(error: Error): void };

function createThread(url: URL, workerData: RenderWorkerData, taskTimeoutMs: number, events: ThreadEvents): Thread {
  // Its output is the engines' chatter, megabytes at a time; errors come as events.
  const worker = new Worker(url, { workerData, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  let current: { readonly id: number; readonly job: Job } | undefined;
  let isReady = false;
  let isOver = false;
  let lastID = 0;
  let timer = setTimeout(() => end("the label renderer did not start"), START_TIMEOUT_MS);

  function end(why: string): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    void worker.terminate();
    events.onDead(new RendererLostError(why));
  }

  worker.on("error", (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => end(`the label renderer stopped with ${code}`));
  worker.on("message", (answer: RenderAnswer) => {
    if (isOver) return;
    clearTimeout(timer);
    if (answer.kind === "ready") {
      isReady = true;
    } else if (current?.id === answer.id) {
      const { job } = current;
      current = undefined;
      events.onDone();
      if (answer.kind === "done") job.resolve(answer.value);
      else job.reject(answer.code === undefined ? new Error(answer.message) : new AppError(answer.code, answer.message, answer.details));
    }
    events.onFree();
  });

  return {
    get isFree() {
      return isReady && current === undefined;
    },
    run(job) {
      current = { id: ++lastID, job };
      timer = setTimeout(() => end(`the label was not rendered within ${taskTimeoutMs} ms`), taskTimeoutMs);
      worker.postMessage({ id: lastID, task: job.task } satisfies RenderRequest);
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await worker.terminate();
    },
  };
}

/** Only what is known to cross to a thread: callers may pass a whole printer. */
function sizeOf({ widthMm, heightMm }: Media): Media {
  return { widthMm, heightMm };
}

function bytesOf(value: Uint8Array | readonly string[]): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error("the label renderer gave texts for bytes");
  return value;
}

function textsOf(value: Uint8Array | readonly string[]): readonly string[] {
  if (value instanceof Uint8Array) throw new Error("the label renderer gave bytes for texts");
  return value;
}
