/** Sends a person's answer to the question of whether a print came out. */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import type { SharedState } from "../../store/shared.ts";
import { answerPrintJob } from "../../../core/printing/printing.api.ts";

export type AnsweringSlice = {
  /** The print job that is being answered; null: none. */
  readonly answering: string | null;
  answerPrintJob(id: string, printed: boolean): Promise<void>;
};

/** Creates the slice without an answer in progress. */
export const createAnsweringSlice: StateCreator<
  SharedState & AnsweringSlice,
  [],
  [],
  AnsweringSlice
> = (set, get) => ({
  answering: null,
  async answerPrintJob(id, printed) {
    if (get().answering !== null) return;
    set({ answering: id });
    try {
      await call(answerPrintJob, { params: { id }, body: { printed } });
    } catch {
      // Another person may have answered. The jobs are read next, and the question opens again if
      // the job is still UNKNOWN.
    }
    await get().loadPrintJobs();
    set({ answering: null });
  },
});
