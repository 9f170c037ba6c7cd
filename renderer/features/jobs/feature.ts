/** Jobs that need a person: a section of Settings. */
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createJobsSlice, type JobsSlice } from "./jobs.slice.ts";
import { useJobs } from "./use-jobs.ts";

export const jobs = {
  slice: createJobsSlice,
  bind: useJobs.bind,
  slots: { settings: [lazyScreen(async () => (await import("./GivenUp.tsx")).GivenUp)] },
  deskParts: ({ givenUp }) => [givenUp],
} as const satisfies Feature<JobsSlice>;
