/**
 * Runs jobs: in order within a sequence, otherwise concurrently, with limits per lane and kind. An
 * attempt is recorded before it starts. So an attempt that crashes the process is counted, and its
 * job needs a person after the backoff like any other job. A result that the disk rejects is held
 * and written later; the job is not retried meanwhile.
 *
 * Jobs are started, and results are written, in slices with time for requests between them.
 */
import { setImmediate } from "node:timers/promises";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import { inSharedTransaction } from "../db/shared-transaction.ts";
import { findMeta, RESTORED_AT } from "../db/station-meta.ts";
import type { JobDeps } from "./deps.ts";
import { createChooser } from "./choose-jobs.ts";
import type { Attempt, Job, JobKind } from "./job.ts";
import type { JobWaits } from "./job-waits.ts";
import * as states from "./job-states.store.ts";
import * as store from "./jobs.store.ts";
import { noteAttempt, writeAgain } from "./note-attempt.ts";
import { tryJob } from "./try-job.ts";

const LOOK_AGAIN_MS = 1_000;
/**
 * Number of attempts up to which a job that a crash interrupted is due at once. After more attempts
 * it waits by its backoff, because the job may be the cause of the crash.
 */
const CRASHES = 3;
/** Longest time for which results are written before requests run, ms. */
const SLICE_MS = 10;

export type JobRunner = {
  /**
   * Starts some due jobs.
   *
   * @returns ms until it must be called again; 0: in the next turn.
   */
  step(): number;
  /** Aborts the open attempts; their jobs stay open. Resolves when all have ended. */
  stop(): Promise<void>;
};

type Open = { readonly job: Job; readonly done: Promise<void> };
/**
 * A result that is not written yet. `attempt`: undefined when the station stopped during the
 * attempt.
 */
type Unnoted = { readonly kind: JobKind; readonly job: Job; readonly attempt: Attempt | undefined };

/** Running attempts, and ended attempts whose result is not written yet. */
type Running = {
  readonly deps: JobDeps;
  readonly waits: JobWaits;
  readonly wake: () => void;
  readonly kindOf: ReadonlyMap<string, JobKind>;
  readonly stopping: AbortController;
  readonly open: Map<string, Open>;
  readonly unnoted: Map<string, Unnoted>;
  noting: Promise<void> | undefined;
  lookedAt: string;
  isRecovered: boolean;
};

/**
 * Creates the runner of a queue.
 *
 * @param wake Called when an attempt has ended and another may start.
 */
export function createJobRunner(
  deps: JobDeps,
  kinds: readonly JobKind[],
  waits: JobWaits,
  wake: () => void,
): JobRunner {
  const kindOf = new Map<string, JobKind>(kinds.map((kind) => [kind.kind, kind]));
  const choose = createChooser(deps, kindOf);
  const running: Running = {
    deps,
    waits,
    wake,
    kindOf,
    stopping: new AbortController(),
    open: new Map(),
    unnoted: new Map(),
    noting: undefined,
    lookedAt: "",
    isRecovered: false,
  };
  return {
    step() {
      if (running.unnoted.size > 0) noteSoon(running);
      recover(running);
      const now = deps.now();
      dueAfterSetBack(running, now);
      const { chosen, isMore } = choose(
        now,
        [...running.open.values()].map(({ job }) => job),
      );
      if (chosen.length > 0) beginAll(running, chosen, now);
      return isMore ? 0 : LOOK_AGAIN_MS;
    },
    async stop() {
      running.stopping.abort(new Error("The station stopped before the attempt was over."));
      await Promise.all([...running.open.values()].map(({ done }) => done));
      await running.noting;
      if (running.unnoted.size > 0) await noteAll(running);
    },
  };
}

type Chosen = { readonly kind: JobKind; readonly job: Job };

function beginAll(running: Running, chosen: readonly Chosen[], now: string): void {
  const { deps } = running;
  const taken = inTransaction(deps, () =>
    chosen.filter(({ job }) => states.markRunning(deps.db, job.id, now)),
  );
  deps.faultPoint("job.taken");
  for (const { kind, job } of taken)
    begin(running, kind, {
      ...job,
      attempts: job.attempts + 1,
      firstAttemptAt: job.firstAttemptAt ?? now,
    });
}

function begin(running: Running, kind: JobKind, job: Job): void {
  const { deps, stopping, open, unnoted } = running;
  const done = tryJob(deps, kind, job, stopping.signal).then((attempt) => {
    unnoted.set(job.id, { kind, job, attempt });
    noteSoon(running);
  });
  open.set(job.id, { job, done });
}

function noteSoon(running: Running): void {
  running.noting ??= noteAll(running).finally(() => (running.noting = undefined));
}

/**
 * Writes all results that are not written yet; never rejects. Ends early when the disk rejects a
 * result; the next step tries again.
 */
async function noteAll(running: Running): Promise<void> {
  const { unnoted, stopping, wake } = running;
  while (unnoted.size > 0) {
    const until = performance.now() + SLICE_MS;
    const written: Promise<boolean>[] = [];
    for (const outcome of unnoted.values()) {
      written.push(note(running, outcome));
      if (performance.now() > until) break;
    }
    const all = await Promise.all(written);
    if (!stopping.signal.aborted && all.includes(true)) wake();
    if (all.includes(false)) return;
    if (unnoted.size > 0) await setImmediate();
  }
}

/**
 * Writes the result of an attempt.
 *
 * @returns Whether the result is stored durably.
 */
async function note(
  { deps, waits, open, unnoted }: Running,
  { kind, job, attempt }: Unnoted,
): Promise<boolean> {
  try {
    if (attempt === undefined)
      await inSharedTransaction(deps, () => states.markReleased(deps.db, job.id, deps.now()));
    else await noteAttempt(deps, kind, job, attempt);
  } catch (err) {
    guarded(deps.log, "the outcome of a job could not be written; this will be retried", () => {
      throw err;
    });
    return false;
  }
  unnoted.delete(job.id);
  open.delete(job.id);
  if (attempt === undefined) return true;
  guarded(deps.log, "work after the end of a job failed", () => attempt.after?.());
  if (attempt.end !== "AGAIN" || attempt.isAccepted === true) waits.end(job.id);
  return true;
}

/**
 * Recovers the jobs that were running when the previous process ended: they are due now or, after
 * more than `CRASHES` attempts, wait by their backoff.
 */
function recover(running: Running): void {
  if (running.isRecovered) return;
  const { deps, kindOf } = running;
  const restoredAt = findMeta(deps.db, RESTORED_AT);
  inTransaction(deps, () => {
    if (restoredAt !== undefined) store.markOlderMayBeDone(deps.db, restoredAt);
    for (const job of store.listRunning(deps.db)) {
      const kind = kindOf.get(job.kind);
      if (kind !== undefined)
        writeAgain(deps, kind, job, {
          end: "AGAIN",
          error: "The station stopped before the attempt was over.",
          ...(job.attempts <= CRASHES ? { at: deps.now() } : {}),
        });
    }
  });
  running.isRecovered = true;
}

/**
 * Makes waiting jobs due if they were last updated before the clock was set back. Reads all waiting
 * jobs, so this runs only at the first step and when the clock was set back.
 */
function dueAfterSetBack(running: Running, now: string): void {
  const { deps, lookedAt } = running;
  if (lookedAt === "" || now < lookedAt)
    inTransaction(deps, () => store.markWrittenLaterDue(deps.db, now));
  running.lookedAt = now;
}
