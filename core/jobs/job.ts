/**
 * The queue's view of a kind of job: one attempt, and how often and how long the job is retried.
 */
import type { Backoff } from "../base/backoff.ts";
import type { JobKindName } from "./jobs.schema.ts";
import type { JobRow } from "./jobs.store.ts";

/**
 * A job during one attempt. `mayBeDone` is 1 when the outcome of an earlier attempt is unknown, for
 * example after a stop or a crash.
 */
export type Job = JobRow;

/**
 * Result of one attempt. `write` runs in the transaction that records the result, `after` when that
 * transaction is durable.
 *
 * "AGAIN": no outcome yet; the job waits by its backoff. It needs a person when the backoff's time
 * is over and at least ten attempts were made.
 */
export type Attempt = {
  readonly end: "DONE" | "REFUSED" | "NEEDS_PERSON" | "AGAIN";
  /** The reason; "" for DONE. English, for people who investigate. */
  readonly error: string;
  readonly write?: () => void;
  readonly after?: () => void;
  /** For "AGAIN": nothing was sent, so this attempt does not change whether the job may be done. */
  readonly isUnsent?: boolean;
  /** For "AGAIN": the other side has accepted the job, so that callers stop waiting for its end. */
  readonly isAccepted?: boolean;
  /**
   * For "AGAIN": time of the next attempt, ISO 8601, instead of the backoff. With an empty `error`,
   * scheduled work was done, and the count of its attempts restarts.
   */
  readonly at?: string;
};

export type JobKind = {
  readonly kind: JobKindName;
  /** Maximum number of concurrent attempts: of all lanes together, and per lane (`perLane`). */
  readonly atOnce: number;
  readonly perLane: number;
  readonly backoff: Backoff;
  /** Time limit of one attempt, ms; an attempt that exceeds it has no outcome. */
  timeoutMs(job: Job): number;
  /**
   * Makes one attempt. A thrown error is a bug or the time limit: the job is retried by its
   * backoff.
   *
   * @param signal Aborted when the time limit is reached or the station stops.
   */
  attempt(job: Job, signal: AbortSignal): Promise<Attempt>;
  /** Makes the result of a job whose deadline has passed without an outcome. */
  overdue?(job: Job): Attempt;
  /** Called inside the transaction that makes the job wait after an attempt without an outcome. */
  noteAgain?(job: Job, attempts: number): void;
  /** Called inside the transaction that ends a job whose backoff is over. */
  noteNeedsPerson?(job: Job): void;
};
