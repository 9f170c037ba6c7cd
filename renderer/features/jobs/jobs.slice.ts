/** Jobs that need a person, as they were read last. */
import type { StateCreator } from "zustand";
import { beginJobAgain, listJobsForPeople } from "../../../core/jobs/jobs.api.ts";
import type { JobAnswer } from "../../../core/jobs/jobs.schema.ts";
import { call } from "../../lib/bridge.ts";
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
    const givenUp = await call(listJobsForPeople).catch(() => null);
    if (givenUp !== null) set({ givenUp });
  },
  async tryAgain(jobID) {
    try {
      await call(beginJobAgain, { params: { jobID } });
      set({ jobsFailure: null });
    } catch (error) {
      set({ jobsFailure: failureOf(error) });
    }
    await get().loadGivenUp();
  },
});
