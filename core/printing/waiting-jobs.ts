/**
 * Maintenance of waiting labels: after a crash or a restore, when printers change, when a label
 * expires, and while no printer has the role of a label.
 */
import { inTransaction } from "../db/change.ts";
import type { ReadDeps, WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { recordFact } from "../db/outbox/record-fact.ts";
import { endAttempt } from "./print-attempts.store.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import { PAUSED, printerOfTarget, type JobTarget } from "./job-target.ts";
import { findPrinterFor } from "./printers.ts";
import { recordState } from "./enqueue.ts";
import { requeueJob } from "./printing.service.ts";
import * as store from "./printing.store.ts";
import * as waiting from "./waiting-jobs.store.ts";

/**
 * Longest wait between two attempts, in ms. A packer who has loaded paper should not wait longer.
 */
export const LAST_WAIT_MS = 5_000;
const NO_PRINTER: PrintError = {
  code: "no printer",
  message: "No printer is set up for labels. Add one under Printers; the label is printed then.",
};
const REMOVED: PrintError = {
  code: "printer removed",
  message: "The printer of this print was removed under Printers. Print it on another printer.",
};
/** Highest number of labels per target for which one transaction records why they wait. */
const UPDATED_AT_ONCE = 20;

/**
 * Marks jobs that were being sent at a crash as UNKNOWN.
 *
 * @returns The number of jobs that a person must answer.
 */
export function recoverInterrupted(deps: WriteDeps): number {
  return inTransaction(deps, () => {
    const [error, now] = [
      printErrorText({
        code: "station stopped",
        message: "The station stopped while this label was being sent.",
      }),
      deps.now(),
    ];
    const found = store.markInterrupted(deps.db, error, now);
    for (const job of found) {
      endAttempt(
        deps.db,
        { jobID: job.id, number: job.attempts },
        {
          outcome: "UNKNOWN",
          connectedAt: null,
          sentAt: null,
          confirmedAt: null,
          endedAt: now,
          error,
          words: "",
        },
      );
      recordState(deps, job, "UNKNOWN");
    }
    return found.length;
  });
}

/** Makes every waiting label due and publishes that the desk's printers have changed. */
export function printersChanged(deps: WriteDeps, printerID: string): void {
  inTransaction(deps, () => {
    for (const target of waiting.listWaitingTargets(deps.db))
      waiting.markAllDue(deps.db, target, deps.now());
    recordFact(deps, { topic: "printer.changed", organizationID: null, subjectID: printerID });
  });
}

/**
 * Records "no printer" on waiting labels whose role has no printer, once per label; adding a
 * printer makes them due again. Ends jobs for one specific printer that was removed, because no
 * other printer may take them.
 *
 * @returns Whether there may be more jobs to update.
 */
export function recordMissingPrinter(deps: WriteDeps & Pick<PrintingDeps, "settings">): boolean {
  const orphaned = waiting
    .listWaitingTargets(deps.db)
    .filter((target) => target !== PAUSED && findPrinterFor(deps, target) === undefined);
  const listFor = (targets: readonly JobTarget[], why: PrintError): store.PrintJobRow[] =>
    targets.flatMap((role) =>
      waiting.listWaitingWithOtherError(
        deps.db,
        { role, error: printErrorText(why), afterID: "" },
        UPDATED_AT_ONCE,
      ),
    );
  const waitingForAny = listFor(
    orphaned.filter((target) => printerOfTarget(target) === undefined),
    NO_PRINTER,
  );
  const waitingForRemoved = listFor(
    orphaned.filter((target) => printerOfTarget(target) !== undefined),
    REMOVED,
  );
  recordReason(deps, waitingForAny, { error: printErrorText(NO_PRINTER) });
  endJobs(deps, waitingForRemoved, REMOVED);
  return waitingForAny.length + waitingForRemoved.length >= UPDATED_AT_ONCE;
}

/** Ends waiting jobs; no further copy is printed. */
function endJobs(deps: WriteDeps, jobs: readonly store.PrintJobRow[], why: PrintError): void {
  if (jobs.length === 0) return;
  const now = deps.now();
  inTransaction(deps, () => {
    for (const job of jobs)
      if (
        store.markEnded(deps.db, job.id, "QUEUED", {
          status: "FAILED",
          error: printErrorText(why),
          now,
        })
      )
        recordState(deps, job, "FAILED");
  });
}

/**
 * Records on waiting labels of a printer why they cannot be printed.
 *
 * @param why.afterID Only labels after this job; "" for all.
 * @param why.printerName Name of the printer that the labels wait for.
 * @returns Whether there may be more jobs to update.
 */
export function recordHold(
  deps: WriteDeps,
  targets: readonly JobTarget[],
  {
    error,
    afterID,
    printerName,
  }: { readonly error: string; readonly afterID: string; readonly printerName: string },
): boolean {
  const jobs = targets.flatMap((role) =>
    waiting.listWaitingWithOtherError(deps.db, { role, error, afterID }, UPDATED_AT_ONCE),
  );
  recordReason(deps, jobs, { error, printerName });
  return jobs.length >= UPDATED_AT_ONCE;
}

const RESTORED: PrintError = {
  code: "restored",
  message:
    "This print was waiting when the restored backup was made, and may have been printed since. If the paper is missing, print it again.",
};

/** Ends all waiting jobs after a backup of the database was restored. Needs an open transaction. */
export function endRestored(deps: WriteDeps): void {
  endJobs(deps, waiting.listWaiting(deps.db), RESTORED);
}

const EXPIRED: PrintError = {
  code: "expired",
  message: "The print expired before it could be started.",
};

/**
 * Ends waiting jobs that have expired, so that they are not printed late.
 *
 * @returns When the next job expires, ISO 8601; undefined when no job has an expiry.
 */
export function expireJobs(deps: WriteDeps): string | undefined {
  for (;;) {
    const now = deps.now();
    const jobs = waiting.listExpired(deps.db, now, UPDATED_AT_ONCE);
    if (jobs.length === 0) return waiting.findNextExpiry(deps.db);
    endJobs(deps, jobs, EXPIRED);
  }
}

/**
 * Records why jobs wait. Keeps their due times, so that a job that is already due is sent as soon
 * as the cause is gone.
 */
function recordReason(
  deps: WriteDeps,
  jobs: readonly store.PrintJobRow[],
  why: { readonly error: string; readonly printerName?: string },
): void {
  if (jobs.length === 0) return;
  inTransaction(deps, () =>
    jobs.forEach((job) =>
      requeueJob(deps, { ...job, status: "QUEUED" }, { ...why, nextAttemptAt: job.nextAttemptAt }),
    ),
  );
}

/** Returns the oldest due labels of these targets, in the order of their requests. */
export function listDueJobs(
  deps: Pick<PrintingDeps, "db" | "now">,
  targets: readonly JobTarget[],
  limit: number,
): store.PrintJobRow[] {
  const now = deps.now();
  // A due time beyond the longest wait was written before the clock was set back, so the job counts
  // as due.
  const latest = new Date(Date.parse(now) + LAST_WAIT_MS).toISOString();
  const due = targets.flatMap((role) => waiting.listDueJobs(deps.db, { role, now, latest }, limit));
  return due.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/**
 * Finds when the next waiting label of these targets is due, ISO 8601; undefined when no label
 * waits.
 */
export function findNextDue(deps: ReadDeps, targets: readonly JobTarget[]): string | undefined {
  return targets
    .flatMap((role) => waiting.findNextDue(deps.db, role) ?? [])
    .sort()
    .at(0);
}
