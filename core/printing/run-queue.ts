/**
 * Sends queued labels to the desk's label printer, one after the other, in their order.
 *
 * The journal is written before and after the wire is touched, so whatever stops the process leaves a job that was
 * surely not sent (QUEUED), surely sent (SENT, CONFIRMED) or UNKNOWN, never one that would be sent again by itself.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { commit } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { getLabelFile, hashBytes } from "../labels/labels.service.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import { verifyLabel } from "../labels/verify-label.ts";
import { recordFact } from "../outbox/record-fact.ts";
import { PrinterError } from "./driver.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import { labelPrinter } from "./printers.ts";
import type { Printer } from "./printing.schema.ts";
import { isBeingCancelled, isCancelled, notePrinted, tell, waitAgain } from "./printing.service.ts";
import * as store from "./printing.store.ts";

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 5_000; // a packer who has put paper in does not want to wait longer
const NO_PRINTER: PrintError = { code: "no printer", message: "No printer is set up for labels. Add one under Printers; the label is printed then." };
const CANCELLING: PrintError = { code: "cancellation open", message: "The carrier is being asked to cancel this label. It is printed only if the carrier refuses." };
/** Labels of which one commit notes that there is no printer. */
const NOTED_AT_ONCE = 20;

/**
 * After a crash: jobs that were being sent have an unknown outcome.
 *
 * @returns How many there are to ask about.
 */
export function recoverInterrupted(deps: Deps): number {
  return commit(deps, () => {
    const found = store.markInterrupted(deps.db, printErrorText({ code: "station stopped", message: "The station stopped while this label was being sent." }), deps.now());
    for (const { id } of found) tell(deps, store.requireJob(deps.db, id), "UNKNOWN");
    return found.length;
  });
}

/** The desk's printers have changed: every waiting label may be tried at once. */
export function printersChanged(deps: Deps, printerID: string): void {
  commit(deps, () => {
    store.markAllDue(deps.db, deps.now());
    recordFact(deps, { topic: "printer.changed", organizationID: null, subjectID: printerID });
  });
}

/** When the next waiting label may be tried; undefined when none waits, or there is no printer to try. */
export function nextDue(deps: Deps): string | undefined {
  return labelPrinter(deps) === undefined ? undefined : store.findNextDue(deps.db);
}

export type PrintQueue = {
  /** Sends the oldest label that is due; without a printer, notes of some that there is none. @returns Whether there was one. */
  sendNext(): Promise<boolean>;
  /** Resolves when nothing is being drawn any more. */
  settle(): Promise<void>;
};

type Prepared = { readonly bytes: Uint8Array } | { readonly cause: unknown };
/** What became of a job that was taken for sending. */
type Outcome =
  | { readonly kind: "printed"; readonly state: "SENT" | "CONFIRMED" }
  | { readonly kind: "waiting"; readonly why: PrintError; readonly waitMs: number }
  | { readonly kind: "unknown"; readonly why: PrintError };
type Ended = { readonly job: store.PrintJobRow; readonly outcome: Outcome };

/**
 * While one label is on the wire the next one is drawn and verified: that costs as long as the printing.
 *
 * An outcome that the disk does not take is held and noted before anything else is sent: the label is out, and its job
 * must not look as if it were not.
 */
export function createPrintQueue(deps: Deps): PrintQueue {
  let ahead: { readonly key: string; readonly prepared: Promise<Prepared> } | undefined;
  let unnoted: Ended | undefined;
  const keyOf = (job: store.PrintJobRow, printer: Printer): string => `${job.id} ${printer.id} ${printer.dpi}`;
  const noteOutcome = (): void => {
    if (unnoted !== undefined) note(deps, unnoted);
    unnoted = undefined;
  };

  return {
    async sendNext() {
      noteOutcome();
      const printer = labelPrinter(deps);
      if (printer === undefined) return noteNoPrinter(deps);
      const [job, second] = store.listDueJobs(deps.db, dueBy(deps), 2);
      if (job === undefined) return false;
      if (isBeingCancelled(deps, job)) {
        keepWaiting(deps, { ...job, status: "QUEUED" }, CANCELLING, LAST_WAIT_MS);
        return true;
      }
      const known = ahead?.key === keyOf(job, printer) ? ahead.prepared : prepare(deps, job, printer);
      ahead = undefined;
      const prepared = await known;
      ahead = second === undefined ? undefined : { key: keyOf(second, printer), prepared: prepare(deps, second, printer) };
      if ("cause" in prepared) {
        refuse(deps, job, prepared.cause);
        return true;
      }
      const outcome = await send(deps, { ...job, document_hash: hashBytes(prepared.bytes) }, printer, prepared.bytes);
      if (outcome !== undefined) unnoted = { job, outcome };
      noteOutcome();
      return true;
    },
    async settle() {
      await ahead?.prepared;
      guarded(deps.log, "the outcome of a print could not be noted; the desk is asked about it at the next start", noteOutcome);
    },
  };
}

/** Draws and verifies the label. A label that fails its own check is not sent. Never rejects: it may run before anything awaits it. */
async function prepare(deps: Deps, job: store.PrintJobRow, printer: Printer): Promise<Prepared> {
  try {
    const zpl = await getLabelFile(deps, job.shipment_id, "zpl", printer.dpi);
    await verifyLabel(deps.labels, zpl, printer, [job.barcode]);
    deps.pass("print.drawn");
    return { bytes: zpl };
  } catch (cause) {
    return { cause };
  }
}

/** A label that could not be drawn. */
function refuse(deps: Deps, job: store.PrintJobRow, err: unknown): void {
  deps.log.error({ jobID: job.id, err }, "a label could not be drawn or verified");
  if (err instanceof RendererLostError || isAppError(err, "E2036")) return keepWaiting(deps, { ...job, status: "QUEUED" }, { code: "not drawn", message: "The label could not be drawn just now. It is tried again." }, LAST_WAIT_MS);
  commit(deps, () => {
    const why: PrintError = { code: "not drawn", message: err instanceof AppError ? err.message : "The label could not be drawn." };
    if (store.markEnded(deps.db, job.id, "QUEUED", { status: "FAILED", error: printErrorText(why), now: deps.now() })) tell(deps, job, "FAILED");
  });
}

/** @returns Undefined when the job was no longer queued, or its shipment is cancelled, or its carrier is asked to cancel it. */
async function send(deps: Deps, job: store.PrintJobRow, printer: Printer, bytes: Uint8Array): Promise<Outcome | undefined> {
  const taken = commit(deps, () => {
    if (isCancelled(deps, job)) {
      waitAgain(deps, { ...job, status: "QUEUED" }, { error: "", nextAttemptAt: deps.now() });
      return false;
    }
    if (isBeingCancelled(deps, job)) return false;
    if (!store.markSending(deps.db, job.id, printer, deps.now())) return false;
    store.markDocument(deps.db, job.id, job.document_hash);
    tell(deps, job, "SENDING");
    return true;
  });
  if (!taken) return undefined;
  deps.pass("print.claimed");
  try {
    const { state } = await deps.printers.send(printer, bytes, { isWanted: () => !isCancelled(deps, job) && !isBeingCancelled(deps, job) });
    deps.pass("print.sent");
    return { kind: "printed", state };
  } catch (err) {
    const why: PrintError =
      err instanceof PrinterError
        ? { code: err.reason, message: err.message }
        : { code: "connection lost", message: "The connection to the printer broke while the label was being sent." };
    if (err instanceof PrinterError && err.sent === "nothing") return { kind: "waiting", why, waitMs: Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.attempts) };
    deps.log.warn({ jobID: job.id, err }, "the outcome of a print is not known");
    return { kind: "unknown", why };
  }
}

function note(deps: Deps, { job, outcome }: Ended): void {
  if (outcome.kind === "waiting") return keepWaiting(deps, { ...job, status: "SENDING" }, outcome.why, outcome.waitMs);
  commit(deps, () => {
    if (outcome.kind === "printed") return notePrinted(deps, job, outcome.state);
    if (store.markEnded(deps.db, job.id, "SENDING", { status: "UNKNOWN", error: printErrorText(outcome.why), now: deps.now() })) tell(deps, job, "UNKNOWN");
  });
  if (outcome.kind === "printed") deps.pass("print.noted");
}

function keepWaiting(deps: Deps, job: store.PrintJobRow & { readonly status: "QUEUED" | "SENDING" }, why: PrintError, waitMs: number): void {
  const nextAttemptAt = new Date(Date.parse(deps.now()) + waitMs).toISOString();
  commit(deps, () => waitAgain(deps, job, { error: printErrorText(why), nextAttemptAt }));
}

/** Once of each label: a first printer makes all of them due again. @returns Whether there may be more. */
function noteNoPrinter(deps: Deps): boolean {
  const error = printErrorText(NO_PRINTER);
  const jobs = store.listWaitingForElse(deps.db, error, NOTED_AT_ONCE);
  if (jobs.length > 0) commit(deps, () => jobs.forEach((job) => waitAgain(deps, { ...job, status: "QUEUED" }, { error, nextAttemptAt: job.next_attempt_at })));
  return jobs.length === NOTED_AT_ONCE;
}

/** A time for a try later than the longest wait was written by a clock that has been set back since: it is due. */
function dueBy(deps: Deps): { now: string; latest: string } {
  const now = deps.now();
  return { now, latest: new Date(Date.parse(now) + LAST_WAIT_MS).toISOString() };
}
