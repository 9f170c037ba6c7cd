/** Answering whether a label was printed. */
import type { StateCreator } from "zustand";
import { call } from "../../lib/bridge.ts";
import type { SharedState } from "../../store/shared.ts";
import { answerPrintJob } from "../../../core/printing/printing.api.ts";

export type AnsweringSlice = {
  /** The print job that is being answered; null: none. */
  readonly answering: string | null;
  answerPrintJob(id: string, printed: boolean): Promise<void>;
};

/** The slice of answers: none under way. */
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
      // Someone else may have answered; what the core holds is shown next, and asked again if it is
      // still open.
    }
    await get().loadPrintJobs();
    set({ answering: null });
  },
});
