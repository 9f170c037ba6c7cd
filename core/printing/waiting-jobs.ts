/**
 * The journal's work on waiting labels besides sending them: after a crash, when the printers
 * change, and while no printer has the role that a label is for.
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
import { waitAgain } from "./printing.service.ts";
import * as store from "./printing.store.ts";
import * as waiting from "./waiting-jobs.store.ts";

/**
 * The longest wait between two tries, ms: a packer who has put paper in does not want to wait
 * longer.
 */
export const LAST_WAIT_MS = 5_000;
const NO_PRINTER: PrintError = {
  code: "no printer",
  message: "No printer is set up for labels. Add one under Printers; the label is printed then.",
};
const REMOVED: PrintError = {
  code: "printer removed",
  message: "The printer that it was for was removed under Printers. Print it on another one.",
};
/** Labels of which one transaction notes why they wait. */
const NOTED_AT_ONCE = 20;

/**
 * After a crash: jobs that were being sent have an unknown outcome.
 *
 * @returns How many there are to ask about.
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
          connected_at: null,
          sent_at: null,
          confirmed_at: null,
          ended_at: now,
          error,
          words: "",
        },
      );
      recordState(deps, job, "UNKNOWN");
    }
    return found.length;
  });
}

/** The desk's printers have changed: every waiting label may be tried at once. */
export function printersChanged(deps: WriteDeps, printerID: string): void {
  inTransaction(deps, () => {
    for (const target of waiting.listWaitingTargets(deps.db))
      waiting.markAllDue(deps.db, target, deps.now());
    recordFact(deps, { topic: "printer.changed", organizationID: null, subjectID: printerID });
  });
}

/**
 * Notes of labels for which there is no printer that there is none, once of each label: a first
 * printer makes all of them due again. A job that was for one printer alone ends when that was
 * removed: no other printer will ever be the one it waits for.
 *
 * @returns Whether there may be more to note.
 */
export function noteNoPrinter(deps: WriteDeps & Pick<PrintingDeps, "settings">): boolean {
  const orphaned = waiting
    .listWaitingTargets(deps.db)
    .filter((target) => target !== PAUSED && findPrinterFor(deps, target) === undefined);
  const listFor = (targets: readonly JobTarget[], why: PrintError): store.PrintJobRow[] =>
    targets.flatMap((role) =>
      waiting.listWaitingForElse(
        deps.db,
        { role, error: printErrorText(why), afterID: "" },
        NOTED_AT_ONCE,
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
  noteWhy(deps, waitingForAny, { error: printErrorText(NO_PRINTER) });
  endJobs(deps, waitingForRemoved, REMOVED);
  return waitingForAny.length + waitingForRemoved.length >= NOTED_AT_ONCE;
}

/** Ends jobs that wait; nothing more of them is printed. */
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
 * Writes to labels that wait what keeps them all from being printed.
 *
 * @param why.afterID     Those behind this one alone; "" for all.
 * @param why.printerName Of the printer that they wait for.
 * @returns Whether there may be more to note.
 */
export function noteHeld(
  deps: WriteDeps,
  targets: readonly JobTarget[],
  {
    error,
    afterID,
    printerName,
  }: { readonly error: string; readonly afterID: string; readonly printerName: string },
): boolean {
  const jobs = targets.flatMap((role) =>
    waiting.listWaitingForElse(deps.db, { role, error, afterID }, NOTED_AT_ONCE),
  );
  noteWhy(deps, jobs, { error, printerName });
  return jobs.length >= NOTED_AT_ONCE;
}

const RESTORED: PrintError = {
  code: "restored",
  message:
    "It waited when the backup was made that was put back, and may have been printed since. If it is missing, print it again.",
};

/** Ends all waiting jobs: an older copy of the database was put back. Inside a transaction. */
export function endRestored(deps: WriteDeps): void {
  endJobs(deps, waiting.listWaiting(deps.db), RESTORED);
}

const EXPIRED: PrintError = {
  code: "expired",
  message: "Its time was over before it could be printed.",
};

/**
 * Ends waiting jobs whose time is over: they are not printed late.
 * @returns When the next one's is, ISO 8601; undefined when none has a time.
 */
export function expireJobs(deps: WriteDeps): string | undefined {
  for (;;) {
    const now = deps.now();
    const jobs = waiting.listExpired(deps.db, now, NOTED_AT_ONCE);
    if (jobs.length === 0) return waiting.findNextExpiry(deps.db);
    endJobs(deps, jobs, EXPIRED);
  }
}

/** Their times are not changed: they are due again as soon as the cause is removed. */
function noteWhy(
  deps: WriteDeps,
  jobs: readonly store.PrintJobRow[],
  why: { readonly error: string; readonly printerName?: string },
): void {
  if (jobs.length === 0) return;
  inTransaction(deps, () =>
    jobs.forEach((job) =>
      waitAgain(deps, { ...job, status: "QUEUED" }, { ...why, nextAttemptAt: job.next_attempt_at }),
    ),
  );
}

/**
 * @returns The oldest labels of these targets that may be sent now, in the order in which they were
 *   asked for.
 */
export function listDueJobs(
  deps: Pick<PrintingDeps, "db" | "now">,
  targets: readonly JobTarget[],
  limit: number,
): store.PrintJobRow[] {
  const now = deps.now();
  // A time for a try later than the longest wait was written by a clock that has been set back
  // since: it is due.
  const latest = new Date(Date.parse(now) + LAST_WAIT_MS).toISOString();
  const due = targets.flatMap((role) => waiting.listDueJobs(deps.db, { role, now, latest }, limit));
  return due.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/**
 * @returns When the next waiting label of these targets may be tried, ISO 8601; undefined when none
 *   waits.
 */
export function findNextDue(deps: ReadDeps, targets: readonly JobTarget[]): string | undefined {
  return targets
    .flatMap((role) => waiting.findNextDue(deps.db, role) ?? [])
    .sort()
    .at(0);
}
