/** Jobs that need a person: a section of Settings. */
import { CircleHelp } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createJobsSlice, type JobsSlice } from "./jobs.slice.ts";
import { useJobs } from "./use-jobs.ts";

export const jobs = {
  slice: createJobsSlice,
  bind: useJobs.bind,
  sections: [
    {
      name: "unanswered",
      group: "desk",
      rank: 0,
      title: "jobs.section",
      Icon: CircleHelp,
      Screen: lazyScreen(async () => (await import("./GivenUp.tsx")).GivenUp),
      needsPerson() {
        const { desk } = useJobs.getState();
        return desk.step === "ready" && desk.facts.givenUp > 0;
      },
    },
  ],
  deskParts: ({ givenUp }) => [givenUp],
} as const satisfies Feature<JobsSlice>;
