/** Starts a worker thread with its memory limits. */
import { Worker } from "node:worker_threads";
import type { ThreadStart } from "./messages.ts";
import type { ThreadOptions } from "./thread-options.ts";

/** Starts a thread with its memory limits, and passes it the data that it starts with. */
export function startWorker(
  { url, name, memoryMiB, youngMemoryMiB, isSilent = false }: ThreadOptions,
  workerData: ThreadStart,
): Worker {
  const resourceLimits = {
    ...(memoryMiB === undefined ? {} : { maxOldGenerationSizeMb: memoryMiB }),
    ...(youngMemoryMiB === undefined ? {} : { maxYoungGenerationSizeMb: youngMemoryMiB }),
  };
  const worker = new Worker(url, {
    name,
    workerData,
    resourceLimits,
    stdout: isSilent,
    stderr: isSilent,
  });
  if (isSilent) {
    worker.stdout.resume();
    worker.stderr.resume();
  }
  return worker;
}
