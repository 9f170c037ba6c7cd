/**
 * Jobs: work that calls other machines or may run later. A job is written in the transaction that
 * causes it, and run by `run-jobs.ts`.
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
  /** Group of jobs that share a limit of concurrent attempts: "<kind> <carrier or receiver>". */
  readonly lane: string;
  /** The job's subject, unique per kind: a transaction, a delivery. */
  readonly subjectID: string;
  readonly organizationID: string | null;
  readonly shipmentID: string | null;
  /** Jobs of one sequence run one after the other, by position. Default: no sequence. */
  readonly sequence?: { readonly key: string; readonly position: number };
  readonly payload?: unknown;
  /** Earliest start, ISO 8601; default: now. */
  readonly at?: string;
  /** Deadline after which the job ends without an outcome, ISO 8601. */
  readonly deadlineAt?: string;
  /** Whether an attempt unknown to this database may have carried the job out already. */
  readonly mayBeDone?: boolean;
};

/**
 * Writes a job inside a transaction; the caller must wake the queue when the transaction is
 * durable. A subject has one job of a kind: an open job stays as it is, except that `mayBeDone` is
 * recorded; an ended job restarts.
 *
 * @returns The job's id.
 */
export function enqueueJob(deps: Pick<JobDeps, "db" | "now" | "newId">, job: NewJob): string {
  const now = deps.now();
  const id = deps.newId();
  const isNew = store.insertJob(deps.db, {
    id,
    createdAt: now,
    kind: job.kind,
    lane: job.lane,
    sequence: job.sequence?.key ?? "",
    position: job.sequence?.position ?? 0,
    subjectID: job.subjectID,
    organizationID: job.organizationID,
    shipmentID: job.shipmentID,
    payload: JSON.stringify(job.payload ?? {}),
    nextAttemptAt: job.at ?? now,
    deadlineAt: job.deadlineAt ?? null,
    mayBeDone: job.mayBeDone === true ? 1 : 0,
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

/**
 * Finds the job of a subject.
 *
 * @returns Undefined when there is no such job, or it was pruned after its end.
 */
export function findJob(deps: ReadDeps, kind: JobKindName, subjectID: string): Job | undefined {
  return store.findJob(deps.db, kind, subjectID);
}

/** Lists the jobs of an organization's lane that are open or need a person, by id. */
export function listUnresolvedIn(
  { db }: ReadDeps,
  organizationID: string,
  of: Pick<Job, "kind" | "lane">,
): Job[] {
  return store.listUnresolved(db, { organizationID, kind: of.kind, lane: of.lane });
}

/** Returns whether a job without an outcome exists: it is open, or needs a person. */
export function hasUnresolvedJob(deps: ReadDeps, kind: JobKindName, subjectID: string): boolean {
  const state = store.findJob(deps.db, kind, subjectID)?.state;
  return state !== undefined && state !== "DONE" && state !== "REFUSED";
}

/**
 * Makes a waiting or ended job due now, and restarts the count of its attempts. Needs an open
 * transaction.
 */
export function beginAgain(deps: Pick<JobDeps, "db" | "now">, jobID: string): void {
  states.markAgain(deps.db, jobID, deps.now());
}

const LISTED = 200;

/** Kinds that a packing desk must see first, because they involve money. */
const FIRST: readonly JobKindName[] = ["buy", "cancel"];

/**
 * Lists jobs of the actor's organization that need a person, newest first, at most 200. If more
 * jobs need a person, purchases and cancellations take precedence over other jobs, such as
 * deliveries to a dead receiver.
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
    rows.flatMap(({ shipmentID }) => shipmentID ?? []),
  );
  return rows.map((row) => present(row, shipments));
}

function isNewer(a: store.JobRow, b: store.JobRow): number {
  return a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1;
}

/**
 * Finds the numbers by which people know shipments, by shipment id. It is a callback, because
 * shipments create jobs, so jobs cannot import shipments.
 */
export type ShipmentsOf = (
  deps: ReadDeps,
  ids: readonly string[],
) => ReadonlyMap<string, { readonly number: number; readonly orderNumber: string }>;

/** Counts the purchases and cancellations of an organization that need a person. */
export function countNeedsPerson(deps: ReadDeps, organizationID: string): number {
  return store.countNeedsPerson(deps.db, organizationID);
}

/**
 * Effects of a person's decision outside the job, by the job's kind. They are callbacks, because
 * other domains create jobs, so jobs cannot import these domains. Each callback runs inside the
 * transaction that writes the decision.
 */
export type Decisions<D> = {
  readonly shipmentsOf: ShipmentsOf;
  /** Called when the job restarts. A thrown error prevents the restart. */
  readonly begunAgain: Partial<Record<JobKindName, (deps: D, job: Job, actor: Actor) => void>>;
  /** Called when the person has found that the job was not carried out. */
  readonly notDone: Partial<Record<JobKindName, (deps: D, job: Job) => void>>;
};

/**
 * Retries a job that needs a person, on the person's request.
 *
 * @throws AppError E2054 when the job does not exist or does not need a person; E2043 for a
 *   delivery whose event was deleted.
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
    return { ...row, state: "WAITING" as const, attempts: 0, nextAttemptAt: deps.now() };
  });
  deps.jobs.wake();
  return present(job, shipmentsOf(deps, job.shipmentID === null ? [] : [job.shipmentID]));
}

const NOT_DONE = "A person at this station found that the job was not carried out.";

/**
 * Marks a job that needs a person as refused, when the person has found that the job was not
 * carried out.
 *
 * @throws AppError E2054 when the job does not exist or does not need a person.
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
    return { ...row, state: "REFUSED" as const, lastError: NOT_DONE };
  });
  return present(job, shipmentsOf(deps, job.shipmentID === null ? [] : [job.shipmentID]));
}

/**
 * Finds a job of the actor's organization that needs a person.
 *
 * @throws AppError E2054 when the job does not exist or does not need a person.
 */
function requireForPerson(deps: ReadDeps, actor: Actor, jobID: string): Job {
  const row = store.findJobByID(deps.db, jobID);
  if (row?.organizationID !== actor.organizationID || row.state !== "NEEDS_PERSON")
    throw errors.jobNotFound();
  return row;
}

function present(row: store.JobRow, shipments: ReturnType<ShipmentsOf>): JobAnswer {
  const shipment = shipments.get(row.shipmentID ?? "");
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    kind: row.kind,
    lane: row.lane,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === "WAITING" ? row.nextAttemptAt : null,
    lastError: row.lastError,
    transactionID: FIRST.includes(row.kind) ? row.subjectID : null,
    shipmentID: row.shipmentID,
    shipmentNumber: shipment?.number ?? null,
    orderNumber: shipment?.orderNumber ?? "",
  };
}

/**
 * Deletes the jobs of a kind whose subjects' ids start with `prefix`. A later result of an attempt
 * that is still open changes nothing. Needs an open transaction.
 */
export function dropJobs(deps: ReadDeps, kind: JobKindName, prefix: string): void {
  store.deleteBySubject(deps.db, kind, prefix);
}

/**
 * Refuses at most `atMost` open jobs of a kind, in the sequences whose key starts with `prefix`.
 * Needs an open transaction.
 *
 * @returns Subjects of the refused jobs.
 */
export function refuseSequences(
  deps: Pick<JobDeps, "db" | "now">,
  kind: JobKindName,
  of: { readonly prefix: string; readonly reason: string; readonly atMost: number },
): string[] {
  const { prefix: sequencePrefix, reason: error, atMost } = of;
  return store.endWaiting(deps.db, { kind, sequencePrefix, error, now: deps.now(), atMost });
}

/**
 * Deletes at most `atMost` jobs that ended more than a week ago; jobs that need a person stay.
 *
 * @returns Number of deleted jobs.
 */
export function pruneJobs(deps: WriteDeps, atMost: number): number {
  const before = new Date(Date.parse(deps.now()) - ENDED_KEPT_MS).toISOString();
  return inTransaction(deps, () => store.deleteEndedBefore(deps.db, before, atMost));
}

const LEFT_TO_ORIGINAL =
  "The job was open when this station was made from another station's data, and that station continues the job. Look there for its outcome. If nothing was bought or cancelled, end the job here as not done.";

/**
 * Leaves open purchases and cancellations to a person: this station is a copy, and the original
 * station asks the carriers about these jobs. Needs an open transaction.
 */
export function leaveToOriginal(deps: Pick<JobDeps, "db" | "now">): void {
  for (const job of store.listOpenAsking(deps.db))
    states.markEnded(deps.db, job, {
      state: "NEEDS_PERSON",
      error: LEFT_TO_ORIGINAL,
      now: deps.now(),
    });
}
