/**
 * One printer's queue: sends the labels of the roles that the printer has and those meant for it
 * alone, one after the other, in their order. While the printer is known to print nothing, none is
 * tried; while it accepts nothing, only the oldest label is tried again: labels keep the order of
 * their parcels when the printer is ready again. A document of others that takes long to convert is
 * passed by them.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import type { JobTarget } from "./job-target.ts";
import { keyOf, prepareJob, type Prepared } from "./prepare-job.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { Printer } from "./printer.ts";
import { findPrinter, targetsOf } from "./printers.ts";
import { recordState } from "./enqueue.ts";
import { isBeingCancelled, waitAgain } from "./printing.service.ts";
import type { PrinterState } from "./printers.schema.ts";
import * as store from "./printing.store.ts";
import { isExpired, noteAttempt, sendJob, type Attempted } from "./send-job.ts";
import { createSlowPreparations } from "./slow-preparations.ts";
import { expireJobs, findNextDue, LAST_WAIT_MS, listDueJobs, noteHeld } from "./waiting-jobs.ts";
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
   * @returns Whether there was something to do; false also while nothing may be sent.
   */
  sendNext(): Promise<boolean>;
  /** @returns When a label may be tried next, ISO 8601; undefined when none waits. */
  nextDue(): string | undefined;
  /** Whether a label is on its way. */
  readonly isSending: boolean;
  /** Resolves when nothing is being drawn any more. */
  settle(): Promise<void>;
};

export type QueueParts = {
  /** What keeps the printer from printing anything, as far as is known. */
  holdOf(printer: Printer): PrintError | undefined;
  /** How the printer is after an attempt; undefined: that is not known any more. */
  onState(printer: Printer, state: PrinterState | undefined): void;
};

/**
 * While one label is on the wire the next one is drawn and verified: that costs as long as the
 * printing.
 *
 * An outcome that cannot be written to the disk is kept in memory and written before anything else
 * is sent: the label is out, and its job must not look as if it were not.
 */
export function createPrinterQueue(deps: Deps, printerID: string, parts: QueueParts): PrinterQueue {
  let ahead: { readonly key: string; readonly prepared: Promise<Prepared> } | undefined;
  const conversions = createSlowPreparations<Prepared>((prepared) =>
    "cause" in prepared ? 0 : prepared.file.bytes.length,
  );
  let unnoted: Attempted | undefined;
  let isSending = false;
  /** The label that the printer did not accept at the last try. Newer ones wait behind it. */
  let refusedID = "";
  const noteOutcome = (): void => {
    if (unnoted === undefined) return;
    noteAttempt(deps, unnoted);
    refusedID = unnoted.outcome.kind === "waiting" ? unnoted.job.id : "";
    unnoted = undefined;
  };
  /**
   * One that is not for this printer any more, such as that of a batch that was paused, holds up no
   * other.
   */
  const findRefused = (targets: readonly JobTarget[]): store.PrintJobRow | undefined => {
    const job = findWaitingJob(deps.db, refusedID);
    return job !== undefined && targets.includes(job.role) ? job : undefined;
  };
  const takePrepared = async (
    job: store.PrintJobRow,
    printer: Printer,
  ): Promise<Prepared | undefined> => {
    const key = keyOf(job, printer);
    const known = ahead?.key === key ? ahead.prepared : undefined;
    ahead = undefined;
    const begin = (): Promise<Prepared> => prepareJob(deps, job, printer);
    return job.document_hash === null ? (known ?? begin()) : conversions.take(job.id, key, begin);
  };
  const prepareAhead = (job: store.PrintJobRow | undefined, printer: Printer): void => {
    if (job?.document_hash === null)
      ahead = { key: keyOf(job, printer), prepared: prepareJob(deps, job, printer) };
    else if (job !== undefined)
      conversions.begin(job.id, keyOf(job, printer), () => prepareJob(deps, job, printer));
  };
  const attempt = async (
    job: store.PrintJobRow,
    printer: Printer,
    prepared: Exclude<Prepared, { cause: unknown }>,
  ): Promise<void> => {
    isSending = true;
    try {
      unnoted = await sendJob(deps, job, printer, prepared);
    } finally {
      isSending = false;
    }
    const outcome = unnoted?.outcome;
    if (outcome?.kind !== "waiting" && job.copies_done + 1 >= job.copies)
      conversions.forget(job.id);
    // A further copy is of the same bytes.
    if (
      outcome?.kind === "printed" &&
      job.copies_done + 1 < job.copies &&
      job.document_hash === null
    )
      ahead = { key: keyOf(job, printer), prepared: Promise.resolve(prepared) };
    if (outcome !== undefined)
      parts.onState(printer, outcome.kind === "printed" ? outcome.printer : undefined);
    noteOutcome();
  };

  return {
    get isSending() {
      return isSending;
    },
    async sendNext() {
      noteOutcome();
      const printer = findPrinter(deps, printerID);
      if (printer === undefined) return false;
      const targets = targetsOf(deps, printerID);
      const held = parts.holdOf(printer);
      if (held !== undefined)
        return noteHeld(deps, targets, {
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
      const refused = findRefused(targets);
      if (refused !== undefined && refused.id < job.id)
        return noteHeld(deps, targets, {
          error: refused.last_error,
          afterID: refused.id,
          printerName: printer.name,
        });
      if (isBeingCancelled(deps, job)) {
        if (job.id === refusedID) refusedID = ""; // the others may be sent
        keepWaiting(deps, job, CANCELLING, LAST_WAIT_MS);
        return true;
      }
      const prepared = await takePrepared(job, printer);
      if (prepared === undefined) {
        keepWaiting(deps, job, CONVERTING, CONVERTING_WAIT_MS);
        return true;
      }
      prepareAhead(second, printer);
      if ("cause" in prepared) {
        conversions.forget(job.id);
        refuse(deps, job, prepared.cause);
        return true;
      }
      await attempt(job, printer, prepared);
      return true;
    },
    nextDue() {
      const targets = targetsOf(deps, printerID);
      return findRefused(targets)?.next_attempt_at ?? findNextDue(deps, targets);
    },
    async settle() {
      await ahead?.prepared; // it keeps what it draws; conversions write nothing
      guarded(
        deps.log,
        "the outcome of a print could not be noted; the desk is asked about it at the next start",
        noteOutcome,
      );
    },
  };
}

/** A document that cannot be printed. */
function refuse(deps: Deps, job: store.PrintJobRow, err: unknown): void {
  deps.log.error({ jobID: job.id, err }, "a label could not be drawn or verified");
  if (err instanceof RendererLostError || isAppError(err, "E2036"))
    return keepWaiting(
      deps,
      job,
      { code: "not drawn", message: "The label could not be drawn just now. It is tried again." },
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

/** @param job That waits. */
function keepWaiting(deps: Deps, job: store.PrintJobRow, why: PrintError, waitMs: number): void {
  const nextAttemptAt = new Date(Date.parse(deps.now()) + waitMs).toISOString();
  inTransaction(deps, () =>
    waitAgain(deps, { ...job, status: "QUEUED" }, { error: printErrorText(why), nextAttemptAt }),
  );
}
