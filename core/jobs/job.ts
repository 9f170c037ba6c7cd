/**
 * What a kind of job is to the queue: what one attempt does, and how often and how long it is
 * tried.
 */
import type { Backoff } from "../base/backoff.ts";
import type { JobKindName } from "./jobs.schema.ts";
import type { JobRow } from "./jobs.store.ts";

/**
 * A job during one attempt. `may_be_done` is 1 when an earlier attempt has no known outcome, also
 * one that a stop or a crash ended.
 */
export type Job = JobRow;

/**
 * What came of one attempt. `write` runs in the transaction that notes it, `after` when that is
 * durable.
 *
 * "AGAIN": no outcome yet; the job waits by its backoff, and needs a person when that is over and
 * it was tried ten times.
 */
export type Attempt = {
  readonly end: "DONE" | "REFUSED" | "NEEDS_PERSON" | "AGAIN";
  /** Why; "" for DONE. English, for people who look into it. */
  readonly error: string;
  readonly write?: () => void;
  readonly after?: () => void;
  /**
   * Of "AGAIN": nothing of it left the station, so whether it may be done is what it was before
   * this attempt.
   */
  readonly isUnsent?: boolean;
  /**
   * Of "AGAIN": when, ISO 8601, in place of its backoff. With an empty `error` it is work by the
   * clock that was done, and is counted anew.
   */
  readonly at?: string;
};

export type JobKind = {
  readonly kind: JobKindName;
  /** Attempts side by side: of all lanes, and of one. */
  readonly atOnce: number;
  readonly perLane: number;
  readonly backoff: Backoff;
  /** How long one attempt may take, ms; what is not over then counts as thrown. */
  timeoutMs(job: Job): number;
  /**
   * One attempt. What it throws is a bug, or the time that is over: the job is tried again by its
   * backoff.
   *
   * @param signal Aborted when its time is over, or the station stops.
   */
  attempt(job: Job, signal: AbortSignal): Promise<Attempt>;
  /** A job's deadline has passed without an outcome. */
  overdue?(job: Job): Attempt;
  /** Inside the transaction that notes an attempt without an outcome. */
  noteAgain?(job: Job, attempts: number): void;
  /** Inside the transaction that ends a job whose backoff is over. */
  giveUp?(job: Job): void;
};
