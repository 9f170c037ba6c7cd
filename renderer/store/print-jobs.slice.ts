/**
 * Print jobs as the screen needs them: what became of the last label, and which job has to be asked
 * about. A job that may or may not have printed is UNKNOWN; only a person, or a scan of the label,
 * can decide it.
 */
import type { StateCreator } from "zustand";
import { call } from "../lib/bridge.ts";
import { listPrintJobs } from "../../core/printing/printing.api.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { steadyJobs, TRY_MS, type Tries } from "./steady-jobs.ts";

export type PrintJobsSlice = {
  /** As they are shown; see steady-jobs.ts. */
  readonly printJobs: readonly PrintJob[];
  readonly tries: Tries;
  /**
   * Jobs the packer put off: they stay counted in the status bar and are not asked again until
   * called back.
   */
  readonly putOff: ReadonlySet<string>;
  loadPrintJobs(): Promise<void>;
  /** A job that has just been made: known at once, before the list is read again. */
  addPrintJob(job: PrintJob): void;
  putOffQuestion(id: string): void;
  recallQuestions(): void;
  /** Asks one again that was put off. */
  recallQuestion(id: string): void;
};

/** As many as are ever shown at once. */
const LATEST = 20;

/** @returns Newest first; null when the core did not answer. */
async function readJobs(query: {
  readonly limit: number;
  readonly status?: PrintJob["status"];
}): Promise<readonly PrintJob[] | null> {
  return call(listPrintJobs, { query }).then(
    ({ list }) => list,
    () => null,
  );
}

/** The print jobs' slice: empty until loadPrintJobs() has answered. */
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
    // One of which it is not known whether it came out is asked about however many labels were
    // printed since.
    const fresh = [...latest, ...asked.filter(({ id }) => !latest.some((job) => job.id === id))];
    const steady = steadyJobs(get().printJobs, fresh, get().tries, performance.now());
    set(steady);
    // A try that lasts changes nothing more in the core, and shows only when the jobs are read
    // again.
    if (steady.tries.size > 0) setTimeout(() => void get().loadPrintJobs(), TRY_MS);
  },
  addPrintJob: (job) =>
    set({ printJobs: [job, ...get().printJobs.filter(({ id }) => id !== job.id)] }),
  putOffQuestion: (id) => set({ putOff: new Set([...get().putOff, id]) }),
  recallQuestions: () => set({ putOff: new Set() }),
  recallQuestion: (id) => set({ putOff: new Set([...get().putOff].filter((one) => one !== id)) }),
});

/** The job to ask about, oldest first; null when there is none. */
export function questionOf({
  printJobs,
  putOff,
}: Pick<PrintJobsSlice, "printJobs" | "putOff">): PrintJob | null {
  const open = printJobs.filter((job) => job.status === "UNKNOWN" && !putOff.has(job.id));
  return open.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0] ?? null;
}
