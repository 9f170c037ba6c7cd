/**
 * Runs jobs: in order within a sequence, side by side otherwise, so many of each lane and kind. An attempt is written before
 * it begins, so one that takes the process down is counted, and its job ends with a person after the backoff like any other.
 * An attempt's outcome that the disk does not take is held and written later; the job is not tried again meanwhile.
 */
import { nextAttemptMs } from "../base/backoff.ts";
import { DeadlineError, withDeadline } from "../base/deadline.ts";
import { isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import { findMeta, RESTORED_AT } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import type { Attempt, Job, JobKind } from "./job.ts";
import type { JobWaits } from "./job-waits.ts";
import * as store from "./jobs.store.ts";

const LOOK_AGAIN_MS = 1_000;
/** Attempts that a crash may interrupt before the job waits by its backoff: it may be what takes the process down. */
const CRASHES = 3;

export type JobRunner = {
  /** Begins what is due. @returns ms until it wants to look again. */
  step(): number;
  /** Gives up the attempts that are open; their jobs stay open. Resolves when all are over. */
  stop(): Promise<void>;
};

type Open = { readonly job: Job; readonly done: Promise<void> };

/** @param wake Called when an attempt has ended and another may begin. */
export function createJobRunner(deps: Deps, kinds: readonly JobKind[], waits: JobWaits, wake: () => void): JobRunner {
  const kindOf = new Map<string, JobKind>(kinds.map((kind) => [kind.kind, kind]));
  const stopping = new AbortController();
  const open = new Map<string, Open>();
  const unnoted = new Map<string, () => void>();
  let lookedAt = "";
  let isRecovered = false;

  const openOf = (test: (job: Job) => boolean): number => [...open.values()].filter(({ job }) => test(job)).length;

  function begin(kind: JobKind, job: Job): void {
    const done = tryOnce(deps, kind, job, stopping.signal).then((attempt) => {
      unnoted.set(job.id, attempt === undefined ? () => release(job) : () => note(kind, job, attempt));
      noteOne(job.id);
      if (!stopping.signal.aborted) wake();
    });
    open.set(job.id, { job, done });
  }

  function note(kind: JobKind, job: Job, attempt: Attempt): void {
    noteAttempt(deps, kind, job, attempt);
    open.delete(job.id);
    guarded(deps.log, "what follows a job failed", () => attempt.after?.());
    if (attempt.end !== "AGAIN") waits.end(job.id);
  }

  /** The station stopped first: the attempt was none. */
  function release(job: Job): void {
    inTransaction(deps, () => store.markReleased(deps.db, job.id, deps.now()));
    open.delete(job.id);
  }

  function noteOne(id: string): void {
    const write = unnoted.get(id);
    if (write !== undefined && guarded(deps.log, "the outcome of a job could not be written; it will be tried again", write)) unnoted.delete(id);
  }

  /** What the process before this one was doing when it ended. */
  function recover(): void {
    if (isRecovered) return;
    const restoredAt = findMeta(deps.db, RESTORED_AT);
    inTransaction(deps, () => {
      if (restoredAt !== undefined) store.markOlderMayBeDone(deps.db, restoredAt);
      for (const job of store.listRunning(deps.db)) {
        const kind = kindOf.get(job.kind);
        if (kind !== undefined) writeAgain(deps, kind, job, { end: "AGAIN", error: "The station stopped before the attempt was over.", ...(job.attempts <= CRASHES ? { at: deps.now() } : {}) });
      }
    });
    isRecovered = true;
  }

  /** What waits by a clock that was set back, now or before the first look, is due. It costs a look at all that waits, so it is done only then. */
  function dueAfterSetBack(now: string): void {
    if (lookedAt !== "" && now >= lookedAt) return void (lookedAt = now);
    inTransaction(deps, () => store.markWrittenLaterDue(deps.db, now));
    lookedAt = now;
  }

  /** Of such a lane nothing is read. */
  function isFull(lane: string): boolean {
    const ofLane = [...open.values()].filter(({ job }) => job.lane === lane);
    const kind = kindOf.get(ofLane[0]?.job.kind ?? "");
    return kind !== undefined && ofLane.length >= kind.perLane;
  }

  /** The next jobs to begin: of the lane with the fewest open attempts first, so one that hangs cannot fill the places as they become free. */
  function choose(now: string): { kind: JobKind; job: Job }[] {
    const lanes = store.listWaitingLanes(deps.db).filter((lane) => !isFull(lane)).map((lane) => {
      const due = store.listDue(deps.db, { lane, now, atMost: 2 * MOST_PER_LANE });
      return { due, open: openOf((job) => job.lane === lane) };
    });
    const chosen: { kind: JobKind; job: Job }[] = [];
    const ofKind = new Map(kinds.map((kind) => [kind, openOf((job) => job.kind === kind.kind)]));
    for (;;) {
      const [lane] = lanes.filter((l) => l.due.length > 0).sort((a, b) => a.open - b.open);
      const job = lane?.due.shift();
      if (lane === undefined || job === undefined) return chosen;
      const kind = kindOf.get(job.kind);
      if (kind === undefined || lane.open >= kind.perLane || (ofKind.get(kind) ?? 0) >= kind.atOnce) {
        lane.due.length = 0;
        continue;
      }
      chosen.push({ kind, job });
      lane.open += 1;
      ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
    }
  }

  return {
    step() {
      for (const id of unnoted.keys()) noteOne(id);
      recover();
      const now = deps.now();
      dueAfterSetBack(now);
      const chosen = choose(now);
      if (chosen.length > 0) {
        const taken = inTransaction(deps, () => chosen.filter(({ job }) => store.markRunning(deps.db, job.id, now)));
        deps.faultPoint("job.taken");
        for (const { kind, job } of taken) begin(kind, { ...job, attempts: job.attempts + 1, first_attempt_at: job.first_attempt_at ?? now });
      }
      return LOOK_AGAIN_MS;
    },
    async stop() {
      stopping.abort(new Error("The station stopped before the attempt was over."));
      await Promise.all([...open.values()].map(({ done }) => done));
      for (const id of unnoted.keys()) noteOne(id);
    },
  };
}

/** No kind has more attempts open in one lane. */
const MOST_PER_LANE = 100;

/** Never rejects. @returns undefined when the station stopped first. */
async function tryOnce(deps: Deps, kind: JobKind, job: Job, stop: AbortSignal): Promise<Attempt | undefined> {
  const leftMs = untilDeadlineMs(job, deps.now());
  if (leftMs <= 0 && kind.overdue !== undefined) return endOverdue(deps, job, kind.overdue);
  try {
    return await withDeadline((signal) => kind.attempt(job, signal), { ms: Math.min(kind.timeoutMs(job), leftMs), stop });
  } catch (err) {
    if (stop.aborted) return undefined;
    if (err instanceof DeadlineError && Number.isFinite(leftMs) && kind.overdue !== undefined) return endOverdue(deps, job, kind.overdue);
    if (!(err instanceof DeadlineError)) deps.log.error({ jobID: job.id, kind: job.kind, err }, "a job failed; it will be tried again");
    return { end: "AGAIN", error: err instanceof Error ? err.message : String(err) };
  }
}

/** What `overdue` throws is a bug; the job's time is over, so it is not tried again by itself. */
function endOverdue(deps: Deps, job: Job, overdue: NonNullable<JobKind["overdue"]>): Attempt {
  try {
    return overdue(job);
  } catch (err) {
    deps.log.error({ jobID: job.id, kind: job.kind, err }, "a job whose time is over could not be ended as its kind does; it needs a person");
    return { end: "NEEDS_PERSON", error: err instanceof Error ? err.message : String(err) };
  }
}

/** A deadline further away than it was at first was set by a clock that has been set back since. */
function untilDeadlineMs(job: Job, now: string): number {
  if (job.deadline_at === null) return Infinity;
  const deadline = Date.parse(job.deadline_at);
  return Math.min(deadline - Date.parse(now), deadline - Date.parse(job.created_at));
}

/** @throws AppError E2036 when the disk does not take it: the outcome is held. An outcome that a bug keeps from being written counts as none. */
function noteAttempt(deps: Deps, kind: JobKind, job: Job, attempt: Attempt): void {
  try {
    inTransaction(deps, () => writeAttempt(deps, kind, job, attempt));
  } catch (err) {
    if (isAppError(err, "E2036") || attempt.write === undefined) throw err;
    deps.log.error({ jobID: job.id, kind: job.kind, err }, "the outcome of a job could not be used; it will be tried again");
    inTransaction(deps, () => writeAgain(deps, kind, job, { end: "AGAIN", error: err instanceof Error ? err.message : String(err) }));
  }
  deps.faultPoint("job.noted");
  if (attempt.end === "AGAIN" && attempt.error !== "") deps.log.warn({ jobID: job.id, kind: job.kind, lane: job.lane, attempts: job.attempts, errorMessage: attempt.error }, "a job has no outcome yet; it will be tried again");
}

function writeAttempt(deps: Deps, kind: JobKind, job: Job, attempt: Attempt): void {
  attempt.write?.();
  if (attempt.end === "AGAIN") writeAgain(deps, kind, job, attempt);
  else store.markEnded(deps.db, job, { state: attempt.end, error: attempt.error, now: deps.now() });
}

function writeAgain(deps: Deps, kind: JobKind, job: Job, attempt: Attempt): void {
  const now = deps.now();
  const { at, error } = attempt;
  if (at !== undefined && error === "") return store.markNextTime(deps.db, job.id, { nextAttemptAt: at, now });
  const nextMs = at === undefined ? nextAttemptMs(kind.backoff, job.attempts, Date.parse(job.first_attempt_at ?? now), Date.parse(now), Math.random()) : Date.parse(at);
  if (nextMs === undefined) {
    tryHook(deps, job, () => kind.giveUp?.(job));
    store.markEnded(deps.db, job, { state: "NEEDS_PERSON", error, now });
    return;
  }
  tryHook(deps, job, () => kind.noteAgain?.(job, job.attempts));
  store.markWaiting(deps.db, job, { nextAttemptAt: new Date(nextMs).toISOString(), error, now });
}

/**
 * What a kind writes beside its job. A bug in it must not keep the job's own state from being written: such a job would stay
 * open for ever, and at the next start the whole queue with it. Inside a transaction.
 *
 * @throws AppError E2036 when the disk does not take it.
 */
function tryHook(deps: Deps, job: Job, run: () => void): void {
  try {
    inTransaction(deps, run);
  } catch (err) {
    if (isAppError(err, "E2036")) throw err;
    deps.log.error({ jobID: job.id, kind: job.kind, err }, "what a job's kind writes beside it failed");
  }
}
