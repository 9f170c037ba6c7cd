/**
 * Keeps the shown state of print jobs steady. A job that waits for its printer is tried every few
 * seconds, and in each try the job is SENDING for a moment, until the printer's state is known.
 * Showing that would make the line flicker. Pure.
 */
import type { PrintJob } from "../../core/printing/printing.schema.ts";

/** An attempt that lasts longer is real printing; a shorter one only checks the printer, ms. */
export const TRY_MS = 1_500;

/**
 * Jobs that are being tried but shown as waiting, each with the time (ms) its attempt was first
 * seen.
 */
export type Tries = ReadonlyMap<string, number>;

/**
 * Returns the jobs to show, and the attempts among them that are shown as waiting.
 *
 * @param shown The jobs on the screen.
 * @param fresh The jobs in the core.
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
