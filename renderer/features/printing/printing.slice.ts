/**
 * Print jobs as the screen needs them: what became of the last label, and which job has to be asked about.
 * A job that may or may not have printed is UNKNOWN; only a person, or a scan of the label, can tell.
 */
import type { StateCreator } from "zustand";
import { api } from "../../lib/desk.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { steadyJobs, TRY_MS, type Tries } from "./steady-jobs.ts";

export type Reprint =
  | { readonly step: "none" }
  | { readonly step: "sending"; readonly shipmentID: string }
  | { readonly step: "failed"; readonly failure: Failure };

export type PrintingSlice = {
  /** As they are shown; see steady-jobs.ts. */
  readonly printJobs: readonly PrintJob[];
  readonly tries: Tries;
  /** Jobs the packer put off: they stay counted in the status bar and are not asked again until called back. */
  readonly putOff: ReadonlySet<string>;
  readonly answering: string | null;
  readonly reprint: Reprint;
  loadPrintJobs(): Promise<void>;
  answerPrintJob(id: string, printed: boolean): Promise<void>;
  putOffQuestion(id: string): void;
  recallQuestions(): void;
  /** Asks one again that was put off. */
  recallQuestion(id: string): void;
  dismissReprint(): void;
  /** @returns The new job, or null when it could not be made or one is on its way. */
  reprintLabel(shipmentID: string): Promise<PrintJob | null>;
};

export const createPrintingSlice: StateCreator<PrintingSlice> = (set, get) => ({
  printJobs: [],
  tries: new Map(),
  putOff: new Set(),
  answering: null,
  reprint: { step: "none" },
  async loadPrintJobs() {
    const jobs = await api<{ list: PrintJob[] }>("GET", "/station/printjobs?limit=20").catch(() => null);
    if (jobs === null) return;
    const told = steadyJobs(get().printJobs, jobs.list, get().tries, performance.now());
    set(told);
    // A try that lasts changes nothing more in the core, and is told by looking again.
    if (told.tries.size > 0) setTimeout(() => void get().loadPrintJobs(), TRY_MS);
  },
  async answerPrintJob(id, printed) {
    if (get().answering !== null) return;
    set({ answering: id });
    try {
      await api("POST", `/station/printjobs/${id}/answer`, { printed });
    } catch {
      // Someone else may have answered; what the core holds is shown next, and asked again if it is still open.
    }
    await get().loadPrintJobs();
    set({ answering: null });
  },
  putOffQuestion: (id) => set({ putOff: new Set([...get().putOff, id]) }),
  recallQuestions: () => set({ putOff: new Set() }),
  recallQuestion: (id) => set({ putOff: new Set([...get().putOff].filter((one) => one !== id)) }),
  dismissReprint() {
    if (get().reprint.step === "failed") set({ reprint: { step: "none" } });
  },
  async reprintLabel(shipmentID) {
    if (get().reprint.step === "sending") return null;
    set({ reprint: { step: "sending", shipmentID } });
    try {
      const job = await api<PrintJob>("POST", "/station/printjobs", { shipmentID });
      // Known at once: the next F6 must not wait for the list to be read again.
      set({ reprint: { step: "none" }, printJobs: [job, ...get().printJobs.filter(({ id }) => id !== job.id)] });
      return job;
    } catch (error) {
      set({ reprint: { step: "failed", failure: failureOf(error) } });
      return null;
    }
  },
});

/** The job to ask about, oldest first. */
export function questionOf({ printJobs, putOff }: Pick<PrintingSlice, "printJobs" | "putOff">): PrintJob | null {
  const open = printJobs.filter((job) => job.status === "UNKNOWN" && !putOff.has(job.id));
  return open.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0] ?? null;
}
