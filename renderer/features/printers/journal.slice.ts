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
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { TableSort } from "../../ui/table/sort-by.ts";

export const PRINTERS_PARTS = ["printers", "journal"] as const;
type PrintersPart = (typeof PRINTERS_PARTS)[number];

/** States by which the journal can be filtered; `all`: every state. */
export const JOURNAL_STATES = ["all", "UNKNOWN", "QUEUED", "FAILED"] as const satisfies readonly (
  | PrintJob["status"]
  | "all"
)[];
type JournalState = (typeof JOURNAL_STATES)[number];

/** The most jobs that the core returns in one answer, and that the journal lists. */
export const LATEST = 500;

export type JournalSlice = {
  readonly printersPart: PrintersPart;
  readonly journalState: JournalState;
  /** null: newest first. */
  readonly journalSort: TableSort | null;
  /** Newest first; null until first read. */
  readonly journal: readonly PrintJob[] | null;
  /** The active job of the table. */
  readonly openJobID: string | null;
  /** Whether a person went into the panel of the active job. */
  readonly isInJob: boolean;
  /** Changes when the table shall start at the active job: another filter, or a job made here. */
  readonly journalTable: number;
  readonly journalFailure: Failure | null;
  readonly isJournalBusy: boolean;
  /** The job that was made here, until it is listed and becomes the active one. */
  readonly madeJobID: string | null;
  showPrinters(part: PrintersPart): void;
  loadJournal(state?: JournalState): Promise<void>;
  sortJournal(sort: TableSort | null): void;
  openJob(id: string | null): void;
  goIntoJob(isIn: boolean): void;
  cancelJob(id: string): Promise<void>;
  answerJob(id: string, printed: boolean): Promise<void>;
  /** Prints a shipment's label again. */
  printAgain(job: PrintJob, reason: ReprintReason): Promise<void>;
};

type State = SharedState & JournalSlice;
type Put = SetState<State>;
type Get = GetState<State>;

/** Creates the slice with nothing read yet. */
export const createJournalSlice: StateCreator<State, [], [], JournalSlice> = (set, get) => ({
  printersPart: "printers",
  journalState: "all",
  journalSort: null,
  journal: null,
  openJobID: null,
  madeJobID: null,
  isInJob: false,
  journalTable: 0,
  journalFailure: null,
  isJournalBusy: false,
  showPrinters: (printersPart) => set({ printersPart, openJobID: null, journalFailure: null }),
  loadJournal: (state = get().journalState) => readJobs(set, get, state),
  sortJournal: (journalSort) => set({ journalSort }),
  openJob(openJobID) {
    if (openJobID !== get().openJobID) set({ openJobID, journalFailure: null });
  },
  goIntoJob: (isInJob) => set({ isInJob }),
  ...jobActs(set, get),
});

async function readJobs(set: Put, get: Get, state: JournalState): Promise<void> {
  if (state !== get().journalState)
    set({ journal: null, openJobID: null, journalTable: get().journalTable + 1 });
  set({ journalState: state });
  try {
    const { list } = await call(listPrintJobs, {
      query: { limit: LATEST, ...(state === "all" ? {} : { status: state }) },
    });
    if (get().journalState !== state) return;
    const { madeJobID, journalTable } = get();
    set({
      journal: list,
      ...(list.some(({ id }) => id === madeJobID)
        ? { openJobID: madeJobID, madeJobID: null, journalTable: journalTable + 1 }
        : {}),
    });
  } catch (error) {
    set({ journalFailure: failureOf(error) });
  }
}

/** Commands for a job; one at a time. Each reads the jobs again, also when it fails. */
function jobActs(set: Put, get: Get): Pick<JournalSlice, "cancelJob" | "answerJob" | "printAgain"> {
  const act = async (send: () => Promise<PrintJob>): Promise<void> => {
    if (get().isJournalBusy) return;
    set({ isJournalBusy: true, journalFailure: null });
    try {
      const job = await send();
      if (job.id !== get().openJobID) set({ madeJobID: job.id });
    } catch (error) {
      set({ journalFailure: failureOf(error) });
    }
    set({ isJournalBusy: false });
    await Promise.all([get().loadJournal(), get().loadPrintJobs()]);
  };
  return {
    cancelJob: (id) => act(() => call(cancelPrintJob, { params: { id } })),
    answerJob: (id, printed) =>
      act(() => call(answerPrintJob, { params: { id }, body: { printed } })),
    printAgain: (job, reason) =>
      act(() => call(createPrintJob, { body: { shipmentID: job.shipmentID, reason } })),
  };
}

/** Returns the open job; null when no job is open, or the open job is no longer in the list. */
export function openJobOf({
  journal,
  openJobID,
}: Pick<JournalSlice, "journal" | "openJobID">): PrintJob | null {
  return journal?.find(({ id }) => id === openJobID) ?? null;
}
