/** Jobs that need a person, as last read. */
import type { StateCreator } from "zustand";
import { beginJobAgain, endJobNotDone, listJobsForPeople } from "../../../core/jobs/jobs.api.ts";
import type { JobAnswer } from "../../../core/jobs/jobs.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

export type JobsSlice = {
  readonly givenUp: readonly JobAnswer[];
  readonly jobsFailure: Failure | null;
  loadGivenUp(): Promise<void>;
  tryAgain(jobID: string): Promise<void>;
  /** Ends a job as not done, after the carrier has confirmed that it did not carry the job out. */
  endNotDone(jobID: string): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createJobsSlice: StateCreator<JobsSlice> = (set, get) => ({
  givenUp: [],
  jobsFailure: null,
  async loadGivenUp() {
    const givenUp = await call(listJobsForPeople).catch(() => null);
    if (givenUp !== null) set({ givenUp });
  },
  tryAgain: (jobID) => decide(set, get, () => call(beginJobAgain, { params: { jobID } })),
  endNotDone: (jobID) => decide(set, get, () => call(endJobNotDone, { params: { jobID } })),
});

async function decide(
  set: (part: Pick<JobsSlice, "jobsFailure">) => void,
  get: () => JobsSlice,
  send: () => Promise<JobAnswer>,
): Promise<void> {
  try {
    await send();
    set({ jobsFailure: null });
  } catch (error) {
    set({ jobsFailure: failureOf(error) });
  }
  await get().loadGivenUp();
}
