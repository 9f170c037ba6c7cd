/** Dependencies of the queue of jobs: those of the roofs below, and its own. */
import type { JobQueue } from "./job-waits.ts";
import type { HttpDeps } from "../http/deps.ts";

export type JobDeps = HttpDeps & {
  readonly jobs: JobQueue;
};
