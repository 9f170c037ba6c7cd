/**
 * The journal's work on waiting labels besides sending them: after a crash, when the printers change, and while no printer
 * has the role that a label is for.
 */
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { JobTarget } from "./job-target.ts";
import { findPrinterFor } from "./printers.ts";
import { recordState, waitAgain } from "./printing.service.ts";
import * as store from "./printing.store.ts";

/** The longest wait between two tries, ms: a packer who has put paper in does not want to wait longer. */
export const LAST_WAIT_MS = 5_000;
const NO_PRINTER: PrintError = { code: "no printer", message: "No printer is set up for labels. Add one under Printers; the label is printed then." };
/** Labels of which one transaction notes why they wait. */
const NOTED_AT_ONCE = 20;

/**
 * After a crash: jobs that were being sent have an unknown outcome.
 *
 * @returns How many there are to ask about.
 */
export function recoverInterrupted(deps: Deps): number {
  return inTransaction(deps, () => {
    const found = store.markInterrupted(deps.db, printErrorText({ code: "station stopped", message: "The station stopped while this label was being sent." }), deps.now());
    for (const { id } of found) recordState(deps, store.requireJob(deps.db, id), "UNKNOWN");
    return found.length;
  });
}

/** The desk's printers have changed: every waiting label may be tried at once. */
export function printersChanged(deps: Deps, printerID: string): void {
  inTransaction(deps, () => {
    for (const target of store.listWaitingTargets(deps.db)) store.markAllDue(deps.db, target, deps.now());
    recordFact(deps, { topic: "printer.changed", organizationID: null, subjectID: printerID });
  });
}

/**
 * Notes of labels for which there is no printer that there is none, once of each label: a first printer makes all of them due again.
 *
 * @returns Whether there may be more to note.
 */
export function noteNoPrinter(deps: Deps): boolean {
  const error = printErrorText(NO_PRINTER);
  const orphaned = store.listWaitingTargets(deps.db).filter((target) => findPrinterFor(deps, target) === undefined);
  const jobs = orphaned.flatMap((role) => store.listWaitingForElse(deps.db, { role, error, afterID: "" }, NOTED_AT_ONCE));
  noteWhy(deps, jobs, error);
  return jobs.length >= NOTED_AT_ONCE;
}

/**
 * Writes to labels that wait behind one that the printer did not accept what keeps it from printing: they wait for the same.
 *
 * @returns Whether there may be more to note.
 */
export function noteBehind(deps: Deps, targets: readonly JobTarget[], refused: store.PrintJobRow): boolean {
  const error = refused.last_error;
  const jobs = targets.flatMap((role) => store.listWaitingForElse(deps.db, { role, error, afterID: refused.id }, NOTED_AT_ONCE));
  noteWhy(deps, jobs, error);
  return jobs.length >= NOTED_AT_ONCE;
}

/** Their times are not changed: they are due again as soon as the cause is removed. */
function noteWhy(deps: Deps, jobs: readonly store.PrintJobRow[], error: string): void {
  if (jobs.length === 0) return;
  inTransaction(deps, () => jobs.forEach((job) => waitAgain(deps, { ...job, status: "QUEUED" }, { error, nextAttemptAt: job.next_attempt_at })));
}

/** @returns The oldest labels of these targets that may be sent now, in the order in which they were asked for. */
export function listDueJobs(deps: Pick<Deps, "db" | "now">, targets: readonly JobTarget[], limit: number): store.PrintJobRow[] {
  const now = deps.now();
  // A time for a try later than the longest wait was written by a clock that has been set back since: it is due.
  const latest = new Date(Date.parse(now) + LAST_WAIT_MS).toISOString();
  const due = targets.flatMap((role) => store.listDueJobs(deps.db, { role, now, latest }, limit));
  return due.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** @returns When the next waiting label of these targets may be tried, ISO 8601; undefined when none waits. */
export function findNextDue(deps: Pick<Deps, "db">, targets: readonly JobTarget[]): string | undefined {
  return targets
    .flatMap((role) => store.findNextDue(deps.db, role) ?? [])
    .sort()
    .at(0);
}
