/**
 * The station's own scheduled work. Each kind of work is one job that waits for its next time, also
 * across restarts: missed work is done at the next start.
 */
import { setTimeout } from "node:timers/promises";
import { inTransaction } from "../db/change.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { JobDeps } from "./deps.ts";
import type { JobKind } from "./job.ts";
import { enqueueJob } from "./jobs.service.ts";
import { nextTime } from "./next-time.ts";

const HOUR_MS = 60 * 60 * 1_000;
const PAUSE_MS = 50;

export type Upkeep = {
  readonly name: string;
  /** A crontab(5) schedule in the station's time zone. */
  readonly schedule: string;
} & (
  | {
      /**
       * Does a slice of the work.
       *
       * @returns Whether more work is left.
       */
      readonly slice: () => boolean;
    }
  | {
      /**
       * Does the whole work, off this thread.
       *
       * @returns "" on success; otherwise why the work could not be done. It is then retried by the
       *   backoff.
       */
      readonly run: (signal: AbortSignal) => Promise<string>;
    }
);

/**
 * Creates the kind of job "upkeep". An attempt does one kind of work, either at once or in slices
 * with pauses, and then schedules the next time of this work. Work that this version does not know
 * is refused.
 */
export function createUpkeepJobs(deps: Pick<JobDeps, "now">, works: readonly Upkeep[]): JobKind {
  return {
    kind: "upkeep",
    atOnce: 1,
    perLane: 1,
    backoff: { firstMs: 60_000, largestMs: HOUR_MS, forMs: Infinity },
    timeoutMs: () => 12 * HOUR_MS,
    async attempt(job, signal) {
      const work = works.find(({ name }) => name === job.subjectID);
      if (work === undefined)
        return { end: "REFUSED", error: "This version of Packbench does not know this work." };
      const error = "run" in work ? await work.run(signal) : "";
      if (error !== "") return { end: "AGAIN", error };
      while ("slice" in work && work.slice())
        await setTimeout(PAUSE_MS, undefined, { signal, ref: false });
      return { end: "AGAIN", error: "", at: nextTime(work.schedule, deps.now()) };
    },
  };
}

/** Writes the jobs of work that this station has not scheduled yet; they are due now. */
export function planUpkeep(deps: WriteDeps, works: readonly Upkeep[]): void {
  inTransaction(deps, () => {
    for (const { name } of works)
      enqueueJob(deps, {
        kind: "upkeep",
        lane: "upkeep",
        subjectID: name,
        organizationID: null,
        shipmentID: null,
      });
  });
}
