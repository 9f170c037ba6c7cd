/**
 * Makes one attempt of a job. The attempt ends at the latest when its time is over, the job's
 * deadline has passed or the station stops. An error that the attempt throws is a bug and counts as
 * no outcome.
 */
import { DeadlineError, withDeadline } from "../base/deadline.ts";
import type { JobDeps } from "./deps.ts";
import type { Attempt, Job, JobKind } from "./job.ts";

/**
 * Makes one attempt. Never rejects.
 *
 * @returns The attempt's result; undefined when the station stopped first.
 */
export async function tryJob(
  deps: Pick<JobDeps, "now" | "log">,
  kind: JobKind,
  job: Job,
  stop: AbortSignal,
): Promise<Attempt | undefined> {
  const leftMs = untilDeadlineMs(job, deps.now());
  if (leftMs <= 0 && kind.overdue !== undefined) return endOverdue(deps, job, kind.overdue);
  try {
    return await withDeadline((signal) => kind.attempt(job, signal), {
      ms: Math.min(kind.timeoutMs(job), leftMs),
      stop,
    });
  } catch (err) {
    if (stop.aborted) return undefined;
    if (err instanceof DeadlineError && Number.isFinite(leftMs) && kind.overdue !== undefined)
      return endOverdue(deps, job, kind.overdue);
    if (!(err instanceof DeadlineError))
      deps.log.error({ jobID: job.id, kind: job.kind, err }, "a job failed; it will be retried");
    return { end: "AGAIN", error: err instanceof Error ? err.message : String(err) };
  }
}

/**
 * Ends a job whose deadline has passed. An error of `overdue` is a bug; after such an error the job
 * needs a person.
 */
function endOverdue(
  deps: Pick<JobDeps, "log">,
  job: Job,
  overdue: NonNullable<JobKind["overdue"]>,
): Attempt {
  try {
    return overdue(job);
  } catch (err) {
    deps.log.error(
      { jobID: job.id, kind: job.kind, err },
      "a job's deadline has passed, and ending it failed; it needs a person",
    );
    return { end: "NEEDS_PERSON", error: err instanceof Error ? err.message : String(err) };
  }
}

/**
 * Computes the time until the deadline. The result is never longer than the time that the job had
 * when it was written: a deadline further away means that the clock was set back.
 */
function untilDeadlineMs(job: Job, now: string): number {
  if (job.deadlineAt === null) return Infinity;
  const deadline = Date.parse(job.deadlineAt);
  return Math.min(deadline - Date.parse(now), deadline - Date.parse(job.createdAt));
}
