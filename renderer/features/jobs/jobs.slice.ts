/** Jobs that need a person, as they were read last. */
import type { StateCreator } from "zustand";
import type { JobAnswer } from "../../../core/jobs/jobs.schema.ts";
import { api } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

export type JobsSlice = {
  readonly givenUp: readonly JobAnswer[];
  readonly jobsFailure: Failure | null;
  loadGivenUp(): Promise<void>;
  tryAgain(jobID: string): Promise<void>;
};

/** The jobs' slice: nothing read yet. */
export const createJobsSlice: StateCreator<JobsSlice> = (set, get) => ({
  givenUp: [],
  jobsFailure: null,
  async loadGivenUp() {
    const givenUp = await api<JobAnswer[]>("GET", "/station/jobs").catch(() => null);
    if (givenUp !== null) set({ givenUp });
  },
  async tryAgain(jobID) {
    try {
      await api("POST", `/station/jobs/${jobID}/again`);
      set({ jobsFailure: null });
    } catch (error) {
      set({ jobsFailure: failureOf(error) });
    }
    await get().loadGivenUp();
  },
});
