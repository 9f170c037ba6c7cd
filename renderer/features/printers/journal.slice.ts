/** The print journal: the latest jobs of this station, filtered by state, and the open job. */
import type { StateCreator } from "zustand";
import {
  answerPrintJob,
  cancelPrintJob,
  createPrintJob,
  listPrintJobs,
} from "../../../core/printing/printing.api.ts";
import type { PrintJob, ReprintReason } from "../../../core/printing/printing.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { SharedState } from "../../store/shared.ts";

export const PRINTERS_PARTS = ["printers", "journal"] as const;
type PrintersPart = (typeof PRINTERS_PARTS)[number];

/** States by which the journal can be filtered; `all`: every state. */
export const JOURNAL_STATES = ["all", "UNKNOWN", "QUEUED", "FAILED"] as const satisfies readonly (
  | PrintJob["status"]
  | "all"
)[];
type JournalState = (typeof JOURNAL_STATES)[number];

/** The most jobs that the core returns in one answer. */
const LATEST = 500;

export type JournalSlice = {
  readonly printersPart: PrintersPart;
  readonly journalState: JournalState;
  /** Newest first; null until first read. */
  readonly journal: readonly PrintJob[] | null;
  readonly openJobID: string | null;
  readonly journalFailure: Failure | null;
  readonly isJournalBusy: boolean;
  showPrinters(part: PrintersPart): void;
  loadJournal(state?: JournalState): Promise<void>;
  openJob(id: string | null): void;
  cancelJob(id: string): Promise<void>;
  answerJob(id: string, printed: boolean): Promise<void>;
  /** Prints a shipment's label again. */
  printAgain(job: PrintJob, reason: ReprintReason): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createJournalSlice: StateCreator<SharedState & JournalSlice, [], [], JournalSlice> = (
  set,
  get,
) => {
  /** Runs one command at a time. Reads the jobs again, also when the command fails. */
  const act = async (send: () => Promise<PrintJob>): Promise<void> => {
    if (get().isJournalBusy) return;
    set({ isJournalBusy: true, journalFailure: null });
    try {
      const job = await send();
      set({ openJobID: job.id });
    } catch (error) {
      set({ journalFailure: failureOf(error) });
    }
    set({ isJournalBusy: false });
    await Promise.all([get().loadJournal(), get().loadPrintJobs()]);
  };
  return {
    printersPart: "printers",
    journalState: "all",
    journal: null,
    openJobID: null,
    journalFailure: null,
    isJournalBusy: false,
    showPrinters: (printersPart) => set({ printersPart, openJobID: null, journalFailure: null }),
    async loadJournal(state = get().journalState) {
      const isOther = state !== get().journalState;
      set({ journalState: state, ...(isOther ? { journal: null, openJobID: null } : {}) });
      try {
        const { list } = await call(listPrintJobs, {
          query: { limit: LATEST, ...(state === "all" ? {} : { status: state }) },
        });
        if (get().journalState === state) set({ journal: list });
      } catch (error) {
        set({ journalFailure: failureOf(error) });
      }
    },
    openJob: (openJobID) => set({ openJobID, journalFailure: null }),
    cancelJob: (id) => act(() => call(cancelPrintJob, { params: { id } })),
    answerJob: (id, printed) =>
      act(() => call(answerPrintJob, { params: { id }, body: { printed } })),
    printAgain: (job, reason) =>
      act(() => call(createPrintJob, { body: { shipmentID: job.shipmentID, reason } })),
  };
};

/** Returns the open job; null when no job is open, or the open job is no longer in the list. */
export function openJobOf({
  journal,
  openJobID,
}: Pick<JournalSlice, "journal" | "openJobID">): PrintJob | null {
  return journal?.find(({ id }) => id === openJobID) ?? null;
}
