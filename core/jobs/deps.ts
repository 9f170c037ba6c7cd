/** Dependencies of a function that uses the job queue. */
import type { JobQueue } from "./job-waits.ts";
import type { HttpDeps } from "../http/deps.ts";

export type JobDeps = HttpDeps & {
  readonly jobs: JobQueue;
};
