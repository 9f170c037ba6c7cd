/** Records the result of an attempt: the job's state, and what its kind writes with it. */
import { nextAttemptMs } from "../base/backoff.ts";
import { isDiskFault } from "../base/disk.ts";
import { isAppError } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { JobDeps } from "./deps.ts";
import type { Attempt, Job, JobKind } from "./job.ts";
import * as states from "./job-states.store.ts";

/**
 * Writes a result, in a transaction that shares its COMMIT with other results of this turn. If a
 * bug prevents writing it, the attempt counts as one without an outcome.
 *
 * @throws AppError E2036 when the disk rejects the write, and any error when the attempt has no
 *   `write`; the caller must then hold the result.
 */
export async function noteAttempt(
  deps: WriteDeps & Pick<JobDeps, "faultPoint">,
  kind: JobKind,
  job: Job,
  attempt: Attempt,
): Promise<void> {
  try {
    await inSharedTransaction(deps, () => writeAttempt(deps, kind, job, attempt));
  } catch (err) {
    if (isAppError(err, "diskFull") || attempt.write === undefined) throw err;
    deps.log.error(
      { jobID: job.id, kind: job.kind, err },
      "the outcome of a job could not be applied; the job will be retried",
    );
    await inSharedTransaction(deps, () =>
      writeAgain(deps, kind, job, {
        end: "AGAIN",
        error: err instanceof Error ? err.message : String(err),
      }),
    );
  }
  deps.faultPoint("job.noted");
  if (attempt.end === "AGAIN" && attempt.error !== "")
    deps.log.warn(
      {
        jobID: job.id,
        kind: job.kind,
        lane: job.lane,
        attempts: job.attempts,
        errorMessage: attempt.error,
      },
      "a job has no outcome yet; it will be retried",
    );
}

/** Longest error that is kept; other companies' servers may answer with megabytes. */
const LONGEST_ERROR = 1_000;

function writeAttempt(deps: WriteDeps, kind: JobKind, job: Job, made: Attempt): void {
  const attempt = { ...made, error: made.error.slice(0, LONGEST_ERROR) };
  attempt.write?.();
  if (attempt.end === "AGAIN") writeAgain(deps, kind, job, attempt);
  else
    states.markEnded(deps.db, job, { state: attempt.end, error: attempt.error, now: deps.now() });
}

/**
 * Records an attempt that ended with "AGAIN". Scheduled work that was done waits for its next time.
 * Any other job waits by its backoff, or needs a person when the backoff is over. Needs an open
 * transaction.
 */
export function writeAgain(deps: WriteDeps, kind: JobKind, job: Job, attempt: Attempt): void {
  const now = deps.now();
  const { at, error } = attempt;
  if (at !== undefined && error === "")
    return states.markNextTime(deps.db, job.id, { nextAttemptAt: at, now });
  if (attempt.isUnsent === true && job.mayBeDone === 0) states.markNotSent(deps.db, job.id);
  const nextMs =
    at === undefined
      ? nextAttemptMs(
          kind.backoff,
          job.attempts,
          Date.parse(job.firstAttemptAt ?? now),
          Date.parse(now),
          Math.random(),
        )
      : Date.parse(at);
  if (nextMs === undefined) {
    tryHook(deps, job, () => kind.noteNeedsPerson?.(job));
    states.markEnded(deps.db, job, { state: "NEEDS_PERSON", error, now });
    return;
  }
  tryHook(deps, job, () => kind.noteAgain?.(job, job.attempts));
  states.markWaiting(deps.db, job, { nextAttemptAt: new Date(nextMs).toISOString(), error, now });
}

/**
 * Runs a hook of the job's kind. The hook writes rows in addition to the job. A bug in a hook must
 * not prevent writing the job's state: the job would stay open forever, and block the whole queue
 * at the next start. Needs an open transaction.
 *
 * @throws AppError E2036 when the disk rejects the write.
 */
function tryHook(deps: WriteDeps, job: Job, run: () => void): void {
  try {
    inTransaction(deps, run);
  } catch (err) {
    if (isDiskFault(err)) throw err;
    deps.log.error({ jobID: job.id, kind: job.kind, err }, "a hook of a job's kind failed");
  }
}
