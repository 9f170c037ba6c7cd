/**
 * Print jobs as the screen needs them: the result of the last label, and the job that needs an
 * answer. A job that may or may not have printed is UNKNOWN; only a person, or a scan of the label,
 * can decide which.
 */
import type { StateCreator } from "zustand";
import { call } from "../lib/bridge.ts";
import { listPrintJobs } from "../../core/printing/printing.api.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { steadyJobs, TRY_MS, type Tries } from "./steady-jobs.ts";

export type PrintJobsSlice = {
  /** The jobs as shown; see steady-jobs.ts. */
  readonly printJobs: readonly PrintJob[];
  readonly tries: Tries;
  /**
   * Jobs that the packer put off: the status bar still counts them, and they are not asked about
   * again until recalled.
   */
  readonly putOff: ReadonlySet<string>;
  loadPrintJobs(): Promise<void>;
  /** Adds a job that was just created, before the list is read again. */
  addPrintJob(job: PrintJob): void;
  putOffQuestion(id: string): void;
  recallQuestions(): void;
  /** Asks again about one job that was put off. */
  recallQuestion(id: string): void;
};

/** The most jobs that one request returns. */
const LATEST = 20;

/** Reads print jobs, newest first; null when the core did not answer. */
async function readJobs(query: {
  readonly limit: number;
  readonly status?: PrintJob["status"];
}): Promise<readonly PrintJob[] | null> {
  return call(listPrintJobs, { query }).then(
    ({ list }) => list,
    () => null,
  );
}

/** Creates the slice: empty until loadPrintJobs() has answered. */
export const createPrintJobsSlice: StateCreator<PrintJobsSlice> = (set, get) => ({
  printJobs: [],
  tries: new Map(),
  putOff: new Set(),
  async loadPrintJobs() {
    const [latest, asked] = await Promise.all([
      readJobs({ limit: LATEST }),
      readJobs({ status: "UNKNOWN", limit: LATEST }),
    ]);
    if (latest === null || asked === null) return;
    // An UNKNOWN job is asked about, even if many labels were printed after it.
    const fresh = [...latest, ...asked.filter(({ id }) => !latest.some((job) => job.id === id))];
    const steady = steadyJobs(get().printJobs, fresh, get().tries, performance.now());
    set(steady);
    // While an attempt lasts, the core sends no event, so the screen must read the jobs again to
    // show it.
    if (steady.tries.size > 0) setTimeout(() => void get().loadPrintJobs(), TRY_MS);
  },
  addPrintJob: (job) =>
    set({ printJobs: [job, ...get().printJobs.filter(({ id }) => id !== job.id)] }),
  putOffQuestion: (id) => set({ putOff: new Set([...get().putOff, id]) }),
  recallQuestions: () => set({ putOff: new Set() }),
  recallQuestion: (id) => set({ putOff: new Set([...get().putOff].filter((one) => one !== id)) }),
});

/** Returns the job to ask about, oldest first; null when no job needs an answer. */
export function questionOf({
  printJobs,
  putOff,
}: Pick<PrintJobsSlice, "printJobs" | "putOff">): PrintJob | null {
  const open = printJobs.filter((job) => job.status === "UNKNOWN" && !putOff.has(job.id));
  return open.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0] ?? null;
}
