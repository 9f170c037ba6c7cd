/**
 * One printer's queue. It sends the labels for the printer's roles, and the labels that name this
 * printer, one at a time, oldest first. No label is sent while the printer is known not to print.
 * While the printer accepts nothing, only the oldest label is retried, so that labels keep the
 * order of their parcels once the printer is ready. An uploaded document that takes long to convert
 * does not hold up the labels behind it.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import type { JobTarget } from "./job-target.ts";
import { keyOf, prepareJob, type Prepared } from "./prepare-job.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { Printer } from "./printer.ts";
import { findPrinter, targetsOf } from "./printers.ts";
import { recordState } from "./enqueue.ts";
import { isBeingCancelled, requeueJob } from "./printing.service.ts";
import type { PrinterState } from "./printers.schema.ts";
import * as store from "./printing.store.ts";
import { isExpired, recordAttempt, sendJob, type Attempted } from "./send-job.ts";
import { createSlowPreparations, type SlowPreparations } from "./slow-preparations.ts";
import { expireJobs, findNextDue, LAST_WAIT_MS, listDueJobs, recordHold } from "./waiting-jobs.ts";
import { findWaitingJob } from "./waiting-jobs.store.ts";

const CANCELLING: PrintError = {
  code: "cancellation open",
  message:
    "The carrier is being asked to cancel this label. It is printed only if the carrier refuses.",
};
const CONVERTING: PrintError = {
  code: "converting",
  message: "The document is still being converted. Labels behind it are printed meanwhile.",
};
const CONVERTING_WAIT_MS = 1_000;

export type PrinterQueue = {
  /**
   * Sends the oldest label that is due.
   *
   * @returns Whether something was done, such as sending a label or recording why labels wait.
   */
  sendNext(): Promise<boolean>;
  /** Returns when the next label is due, ISO 8601; undefined when no label waits. */
  nextDue(): string | undefined;
  /** Whether a label is being sent. */
  readonly isSending: boolean;
  /** Waits for a label that is drawn ahead, and records an outcome that is not recorded yet. */
  settle(): Promise<void>;
};

export type QueueHooks = {
  /** Returns why the printer cannot print at the moment; undefined when no reason is known. */
  holdOf(printer: Printer): PrintError | undefined;
  /**
   * Reports the printer's state after an attempt; undefined when the attempt left the state
   * unknown.
   */
  onState(printer: Printer, state: PrinterState | undefined): void;
};

/** State of one printer's queue. */
type Queue = {
  readonly deps: PrintingDeps;
  readonly printerID: string;
  readonly hooks: QueueHooks;
  readonly conversions: SlowPreparations<Prepared>;
  /** The next label, drawn while the label before it is being sent. */
  ahead: { readonly key: string; readonly prepared: Promise<Prepared> } | undefined;
  /** An outcome that could not be written to the database yet. */
  unrecorded: Attempted | undefined;
  isSending: boolean;
  /**
   * The label that the printer did not accept at the last attempt; "" for none. Newer labels wait
   * behind it.
   */
  rejectedID: string;
};

/**
 * Creates the queue of one printer.
 *
 * While one label is being sent, the next label is drawn and verified, because drawing takes about
 * the same time as printing. If an outcome cannot be written to the database, it is kept in memory
 * and written before anything else is sent: the label is already printed, and its job must not look
 * unsent.
 */
export function createPrinterQueue(
  deps: PrintingDeps,
  printerID: string,
  hooks: QueueHooks,
): PrinterQueue {
  const queue: Queue = {
    deps,
    printerID,
    hooks,
    conversions: createSlowPreparations<Prepared>((prepared) =>
      "cause" in prepared ? 0 : prepared.file.bytes.length,
    ),
    ahead: undefined,
    unrecorded: undefined,
    isSending: false,
    rejectedID: "",
  };
  return {
    get isSending() {
      return queue.isSending;
    },
    sendNext: () => sendNext(queue),
    nextDue() {
      const targets = targetsOf(deps, printerID);
      return findRejected(queue, targets)?.nextAttemptAt ?? findNextDue(deps, targets);
    },
    async settle() {
      // Waits only for a label that is drawn ahead: drawing writes to the database, a conversion
      // does not.
      await queue.ahead?.prepared;
      guarded(
        deps.log,
        "the outcome of a print could not be recorded; a person is asked about it after the next start",
        () => recordOutcome(queue),
      );
    },
  };
}

async function sendNext(queue: Queue): Promise<boolean> {
  const { deps, printerID, conversions } = queue;
  recordOutcome(queue);
  const printer = findPrinter(deps, printerID);
  if (printer === undefined) return false;
  const targets = targetsOf(deps, printerID);
  const held = queue.hooks.holdOf(printer);
  if (held !== undefined)
    return recordHold(deps, targets, {
      error: printErrorText(held),
      afterID: "",
      printerName: printer.name,
    });
  const [job, second] = listDueJobs(deps, targets, 2);
  if (job === undefined) return false;
  if (isExpired(job, deps.now())) {
    expireJobs(deps);
    return true;
  }
  const rejected = findRejected(queue, targets);
  if (rejected !== undefined && rejected.id < job.id)
    return recordHold(deps, targets, {
      error: rejected.lastError,
      afterID: rejected.id,
      printerName: printer.name,
    });
  if (isBeingCancelled(deps, job)) {
    if (job.id === queue.rejectedID) queue.rejectedID = ""; // other labels may be sent
    postponeJob(deps, job, CANCELLING, LAST_WAIT_MS);
    return true;
  }
  const prepared = await takePrepared(queue, job, printer);
  if (prepared === undefined) {
    postponeJob(deps, job, CONVERTING, CONVERTING_WAIT_MS);
    return true;
  }
  prepareAhead(queue, second, printer);
  if ("cause" in prepared) {
    conversions.forget(job.id);
    rejectJob(deps, job, prepared.cause);
    return true;
  }
  await attempt(queue, job, printer, prepared);
  return true;
}

function recordOutcome(queue: Queue): void {
  if (queue.unrecorded === undefined) return;
  recordAttempt(queue.deps, queue.unrecorded);
  queue.rejectedID = queue.unrecorded.outcome.kind === "waiting" ? queue.unrecorded.job.id : "";
  queue.unrecorded = undefined;
}

/**
 * Finds the label that the printer did not accept. A label that is no longer for this printer, such
 * as a label of a paused batch, does not hold up other labels.
 */
function findRejected(
  { deps, rejectedID }: Queue,
  targets: readonly JobTarget[],
): store.PrintJobRow | undefined {
  const job = findWaitingJob(deps.db, rejectedID);
  return job !== undefined && targets.includes(job.role) ? job : undefined;
}

async function takePrepared(
  queue: Queue,
  job: store.PrintJobRow,
  printer: Printer,
): Promise<Prepared | undefined> {
  const key = keyOf(job, printer);
  const known = queue.ahead?.key === key ? queue.ahead.prepared : undefined;
  queue.ahead = undefined;
  const start = (): Promise<Prepared> => prepareJob(queue.deps, job, printer);
  return job.documentHash === null
    ? (known ?? start())
    : queue.conversions.take(job.id, key, start);
}

function prepareAhead(queue: Queue, job: store.PrintJobRow | undefined, printer: Printer): void {
  const { deps, conversions } = queue;
  if (job?.documentHash === null)
    queue.ahead = { key: keyOf(job, printer), prepared: prepareJob(deps, job, printer) };
  else if (job !== undefined)
    conversions.start(job.id, keyOf(job, printer), () => prepareJob(deps, job, printer));
}

async function attempt(
  queue: Queue,
  job: store.PrintJobRow,
  printer: Printer,
  prepared: Exclude<Prepared, { cause: unknown }>,
): Promise<void> {
  queue.isSending = true;
  try {
    queue.unrecorded = await sendJob(queue.deps, job, printer, prepared);
  } finally {
    queue.isSending = false;
  }
  const outcome = queue.unrecorded?.outcome;
  const isLastCopy = job.copiesDone + 1 >= job.copies;
  if (outcome?.kind !== "waiting" && isLastCopy) queue.conversions.forget(job.id);
  // Each further copy has the same bytes.
  if (outcome?.kind === "printed" && !isLastCopy && job.documentHash === null)
    queue.ahead = { key: keyOf(job, printer), prepared: Promise.resolve(prepared) };
  if (outcome !== undefined)
    queue.hooks.onState(printer, outcome.kind === "printed" ? outcome.printer : undefined);
  recordOutcome(queue);
}

/**
 * Ends a job whose document cannot be drawn or verified, or retries it when the renderer was lost
 * or the disk was full.
 */
function rejectJob(deps: WriteDeps, job: store.PrintJobRow, err: unknown): void {
  deps.log.error({ jobID: job.id, err }, "a label could not be drawn or verified");
  if (err instanceof RendererLostError || isAppError(err, "diskFull"))
    return postponeJob(
      deps,
      job,
      { code: "not drawn", message: "The label could not be drawn. It will be retried." },
      LAST_WAIT_MS,
    );
  inTransaction(deps, () => {
    const why: PrintError = {
      code: "not drawn",
      message: err instanceof AppError ? err.message : "The label could not be drawn.",
    };
    if (
      store.markEnded(deps.db, job.id, "QUEUED", {
        status: "FAILED",
        error: printErrorText(why),
        now: deps.now(),
      })
    )
      recordState(deps, job, "FAILED");
  });
}

/**
 * Makes a waiting job due again after `waitMs`.
 *
 * @param job A waiting job.
 */
function postponeJob(
  deps: WriteDeps,
  job: store.PrintJobRow,
  why: PrintError,
  waitMs: number,
): void {
  const nextAttemptAt = new Date(Date.parse(deps.now()) + waitMs).toISOString();
  inTransaction(deps, () =>
    requeueJob(deps, { ...job, status: "QUEUED" }, { error: printErrorText(why), nextAttemptAt }),
  );
}
