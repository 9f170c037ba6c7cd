/**
 * Print jobs as they are shown. A job that waits for its printer is tried every few seconds, and
 * each try is "being printed" for a moment, before the printer's state is known: shown at once, the
 * line would flicker. Pure.
 */
import type { PrintJob } from "../../core/printing/printing.schema.ts";

/** A try that lasts longer is no mere look at the printer. */
export const TRY_MS = 1_500;

/**
 * Jobs that are tried now and shown as waiting, each with the moment (ms) its try was first seen.
 */
export type Tries = ReadonlyMap<string, number>;

/**
 * @param shown As they stand on the screen.
 * @param fresh As the core holds them.
 * @param at Milliseconds, of the same clock as `tries`.
 */
export function steadyJobs(
  shown: readonly PrintJob[],
  fresh: readonly PrintJob[],
  tries: Tries,
  at: number,
): { readonly printJobs: readonly PrintJob[]; readonly tries: Tries } {
  const still = new Map<string, number>();
  const printJobs = fresh.map((job) => {
    const before = shown.find(({ id }) => id === job.id);
    if (job.status !== "SENDING" || before?.status !== "QUEUED" || before.lastError === "")
      return job;
    const since = tries.get(job.id) ?? at;
    if (at - since >= TRY_MS) return job;
    still.set(job.id, since);
    return before;
  });
  return { printJobs, tries: still };
}
