/**
 * Jobs: what leaves the machine or may wait, written in the transaction that causes it and run by
 * `run-jobs.ts`.
 */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor } from "../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { JobDeps } from "./deps.ts";
import type { Job } from "./job.ts";
import { JOB_KINDS, type JobAnswer, type JobKindName } from "./jobs.schema.ts";
import * as states from "./job-states.store.ts";
import * as store from "./jobs.store.ts";

export type { Job };

const ENDED_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

export type NewJob = {
  readonly kind: JobKindName;
  /** What runs beside each other only so often: "<kind> <carrier or receiver>". */
  readonly lane: string;
  /** What it is about, once for each kind: a transaction, a delivery. */
  readonly subjectID: string;
  readonly organizationID: string | null;
  readonly shipmentID: string | null;
  /** Jobs of one sequence run one after the other, by their position. Absent: by itself. */
  readonly sequence?: { readonly key: string; readonly position: number };
  readonly payload?: unknown;
  /** ISO 8601; absent: now. */
  readonly at?: string;
  /** When it is over without an outcome, ISO 8601. */
  readonly deadlineAt?: string;
  /**
   * What it is for may have been done already, by an attempt that this database does not know of.
   */
  readonly mayBeDone?: boolean;
};

/**
 * Writes a job; wake the queue when the transaction is durable. Inside a transaction.
 * Of one subject there is one job of a kind: one that is open stays as it is, one that has ended
 * begins anew.
 *
 * @returns The job's id.
 */
export function enqueueJob(deps: Pick<JobDeps, "db" | "now" | "newId">, job: NewJob): string {
  const now = deps.now();
  const id = deps.newId();
  const isNew = store.insertJob(deps.db, {
    id,
    created_at: now,
    kind: job.kind,
    lane: job.lane,
    sequence: job.sequence?.key ?? "",
    position: job.sequence?.position ?? 0,
    subject_id: job.subjectID,
    organization_id: job.organizationID,
    shipment_id: job.shipmentID,
    payload: JSON.stringify(job.payload ?? {}),
    next_attempt_at: job.at ?? now,
    deadline_at: job.deadlineAt ?? null,
    may_be_done: job.mayBeDone === true ? 1 : 0,
  });
  if (isNew) return id;
  const known = store.findJob(deps.db, job.kind, job.subjectID);
  if (known === undefined)
    throw new Error(`job ${job.kind} ${job.subjectID} is neither new nor known`);
  if (job.mayBeDone === true) states.markMayBeDone(deps.db, known.id);
  if (known.state !== "WAITING" && known.state !== "RUNNING")
    states.markAgain(deps.db, known.id, job.at ?? now);
  return known.id;
}

/** @returns undefined when there is none, or it ended more than a week ago. */
export function findJob(deps: ReadDeps, kind: JobKindName, subjectID: string): Job | undefined {
  return store.findJob(deps.db, kind, subjectID);
}

/** Whether there is a job that has no outcome: it is open, or needs a person. */
export function isAsked(deps: ReadDeps, kind: JobKindName, subjectID: string): boolean {
  const state = store.findJob(deps.db, kind, subjectID)?.state;
  return state !== undefined && state !== "DONE" && state !== "REFUSED";
}

/**
 * Makes a job due now that waits or has ended, as if it had never been tried. Inside a transaction.
 */
export function beginAgain(deps: Pick<JobDeps, "db" | "now">, jobID: string): void {
  states.markAgain(deps.db, jobID, deps.now());
}

const LISTED = 200;

/** The kinds that a packing desk must see before all others: there is money in them. */
const FIRST: readonly JobKindName[] = ["buy", "cancel"];

/**
 * The actor's organization's jobs that need a person, newest first, at most 200. Where there are
 * more, purchases and cancellations are among them before deliveries of a receiver that is gone.
 */
export function listJobsForPeople(
  deps: ReadDeps,
  actor: Actor,
  shipmentsOf: ShipmentsOf,
): JobAnswer[] {
  const newest = (kinds: readonly JobKindName[], atMost: number): store.JobRow[] =>
    kinds
      .flatMap((kind) =>
        store.listForPeople(deps.db, { organizationID: actor.organizationID, kind, atMost }),
      )
      .sort(isNewer)
      .slice(0, atMost);
  const first = newest(FIRST, LISTED);
  const others = newest(
    JOB_KINDS.filter((kind) => !FIRST.includes(kind)),
    LISTED - first.length,
  );
  const rows = [...first, ...others].sort(isNewer);
  const shipments = shipmentsOf(
    deps,
    rows.flatMap(({ shipment_id }) => shipment_id ?? []),
  );
  return rows.map((row) => present(row, shipments));
}

function isNewer(a: store.JobRow, b: store.JobRow): number {
  return a.updated_at === b.updated_at
    ? a.id < b.id
      ? 1
      : -1
    : a.updated_at < b.updated_at
      ? 1
      : -1;
}

/**
 * The numbers by which people know shipments, by their ids: shipments make jobs, so jobs cannot
 * import them.
 */
export type ShipmentsOf = (
  deps: ReadDeps,
  ids: readonly string[],
) => ReadonlyMap<string, { readonly number: number; readonly order_number: string }>;

/** How many purchases and cancellations of an organization the station has given up. */
export function countGivenUp(deps: ReadDeps, organizationID: string): number {
  return store.countNeedsPerson(deps.db, organizationID);
}

/**
 * What a person's decision changes beside the job, by its kind: other domains make jobs, so jobs
 * cannot import them. Each runs inside the transaction that writes the decision.
 */
export type Decisions<D> = {
  readonly shipmentsOf: ShipmentsOf;
  /** The job begins again. What it throws refuses that. */
  readonly begunAgain: Partial<Record<JobKindName, (deps: D, job: Job, actor: Actor) => void>>;
  /** What the job is for was not done. */
  readonly notDone: Partial<Record<JobKindName, (deps: D, job: Job) => void>>;
};

/**
 * A person wants a job to be tried again that was given up.
 * @throws AppError E2054; E2043 for a delivery whose event is no longer kept.
 */
export function beginJobAgain<D extends JobDeps>(
  deps: D,
  actor: Actor,
  jobID: string,
  { shipmentsOf, begunAgain }: Decisions<D>,
): JobAnswer {
  const job = inTransaction(deps, () => {
    const row = requireForPerson(deps, actor, jobID);
    begunAgain[row.kind]?.(deps, row, actor);
    states.markAgain(deps.db, jobID, deps.now());
    return { ...row, state: "WAITING" as const, attempts: 0, next_attempt_at: deps.now() };
  });
  deps.jobs.wake();
  return present(job, shipmentsOf(deps, job.shipment_id === null ? [] : [job.shipment_id]));
}

const NOT_DONE = "A person at this station found out that it was not done.";

/**
 * A person has found out that a given-up job was not carried out: it ends as refused.
 * @throws AppError E2054
 */
export function endJobNotDone<D extends JobDeps>(
  deps: D,
  actor: Actor,
  jobID: string,
  { shipmentsOf, notDone }: Decisions<D>,
): JobAnswer {
  const job = inTransaction(deps, () => {
    const row = requireForPerson(deps, actor, jobID);
    notDone[row.kind]?.(deps, row);
    states.markNotDone(deps.db, jobID, { error: NOT_DONE, now: deps.now() });
    return { ...row, state: "REFUSED" as const, last_error: NOT_DONE };
  });
  return present(job, shipmentsOf(deps, job.shipment_id === null ? [] : [job.shipment_id]));
}

/** @throws AppError E2054 */
function requireForPerson(deps: ReadDeps, actor: Actor, jobID: string): Job {
  const row = store.findJobByID(deps.db, jobID);
  if (row?.organization_id !== actor.organizationID || row.state !== "NEEDS_PERSON")
    throw errors.jobNotFound();
  return row;
}

function present(row: store.JobRow, shipments: ReturnType<ShipmentsOf>): JobAnswer {
  const shipment = shipments.get(row.shipment_id ?? "");
  return {
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    kind: row.kind,
    lane: row.lane,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === "WAITING" ? row.next_attempt_at : null,
    lastError: row.last_error,
    transactionID: FIRST.includes(row.kind) ? row.subject_id : null,
    shipmentID: row.shipment_id,
    shipmentNumber: shipment?.number ?? null,
    orderNumber: shipment?.order_number ?? "",
  };
}

/**
 * Deletes the jobs of a kind whose subjects begin with `prefix`; what an open attempt of them gives
 * changes nothing. Inside a transaction.
 */
export function dropJobs(deps: ReadDeps, kind: JobKindName, prefix: string): void {
  store.deleteBySubject(deps.db, kind, prefix);
}

/**
 * What an open job is for was done elsewhere: it ends, and the next one of its sequence may go on.
 * Inside a transaction.
 */
export function endJob(
  deps: Pick<JobDeps, "db" | "now">,
  kind: JobKindName,
  subjectID: string,
): void {
  const job = store.findJob(deps.db, kind, subjectID);
  if (job?.state === "WAITING")
    states.markEnded(deps.db, job, { state: "DONE", error: "", now: deps.now() });
}

/**
 * Ends some open jobs of all sequences whose key begins with `prefix`. Inside a transaction.
 * @returns What they were for.
 */
export function refuseSequences(
  deps: Pick<JobDeps, "db" | "now">,
  kind: JobKindName,
  of: { readonly prefix: string; readonly reason: string; readonly atMost: number },
): string[] {
  const { prefix: sequencePrefix, reason: error, atMost } = of;
  return store.endWaiting(deps.db, { kind, sequencePrefix, error, now: deps.now(), atMost });
}

/** Deletes jobs that ended more than a week ago. @returns How many. */
export function pruneJobs(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - ENDED_KEPT_MS).toISOString();
  return inTransaction(deps, () => store.deleteEndedBefore(deps.db, before, atMost));
}

const LEFT_TO_ORIGINAL =
  "It was open when this station was made from another one's data, and that station goes on with it. Look there how it ended. If nothing was bought or cancelled, end it here as not done.";

/**
 * Hands open purchases and cancellations over to a person: the station that this one is a copy of
 * asks its carriers about them. Inside a transaction.
 */
export function leaveToOriginal(deps: Pick<JobDeps, "db" | "now">): void {
  for (const job of store.listOpenAsking(deps.db))
    states.markEnded(deps.db, job, {
      state: "NEEDS_PERSON",
      error: LEFT_TO_ORIGINAL,
      now: deps.now(),
    });
}
