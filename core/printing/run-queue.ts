/**
 * Sends queued labels to the desk's label printer, one after the other, in their order.
 *
 * The journal is written before and after the wire is touched, so whatever stops the process leaves a job that was
 * surely not sent (QUEUED), surely sent (SENT, CONFIRMED) or UNKNOWN, never one that would be sent again by itself.
 */
import { AppError } from "../base/errors.ts";
import { commit, recordFact } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import { getLabelFile, hashBytes } from "../labels/labels.service.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import { verifyLabel } from "../labels/verify-label.ts";
import { PrinterError } from "./driver.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import { labelPrinter } from "./printers.ts";
import type { Printer } from "./printing.schema.ts";
import { notePrinted, tell } from "./printing.service.ts";
import * as store from "./printing.store.ts";

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 5_000; // a packer who has put paper in does not want to wait longer
const NO_PRINTER_WAIT_MS = 2_000;

/**
 * What a crash left half done: jobs that were being sent have an outcome nobody knows.
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

/** When the next waiting label may be tried. */
export function nextDue(deps: Deps): string | undefined {
  return store.findNextDue(deps.db);
}

export type PrintQueue = {
  /** Sends the oldest label that is due. @returns Whether there was one. */
  sendNext(): Promise<boolean>;
  /** Resolves when nothing is being drawn any more. */
  settle(): Promise<void>;
};

/** While one label is on the wire the next one is drawn and verified: that costs as long as the printing. */
export function createPrintQueue(deps: Deps): PrintQueue {
  let ahead: { readonly key: string; readonly bytes: Promise<Uint8Array | undefined> } | undefined;
  const keyOf = (job: store.PrintJobRow, printer: Printer): string => `${job.id} ${printer.id} ${printer.dpi}`;

  return {
    async sendNext() {
      const [job, second] = store.listDueJobs(deps.db, deps.now(), 2);
      if (job === undefined) return false;
      const printer = labelPrinter(deps);
      if (printer === undefined) {
        keepWaiting(deps, job, { code: "no printer", message: "No printer is set up for labels. Add one under Printers; the label is printed then." }, NO_PRINTER_WAIT_MS);
        return true;
      }
      const bytes = await (ahead?.key === keyOf(job, printer) ? ahead.bytes : prepare(deps, job, printer));
      ahead = second === undefined ? undefined : { key: keyOf(second, printer), bytes: prepare(deps, second, printer) };
      if (bytes !== undefined) await send(deps, { ...job, document_hash: hashBytes(bytes) }, printer, bytes);
      return true;
    },
    async settle() {
      await ahead?.bytes;
    },
  };
}

/** Draws and verifies the label. A label that fails its own check is not sent. */
async function prepare(deps: Deps, job: store.PrintJobRow, printer: Printer): Promise<Uint8Array | undefined> {
  try {
    const zpl = await getLabelFile(deps, job.shipment_id, "zpl", printer.dpi);
    await verifyLabel(deps.labels, zpl, printer, [job.barcode]);
    deps.pass("print.drawn");
    return zpl;
  } catch (error) {
    deps.log.error({ jobID: job.id, error }, "a label could not be drawn or verified");
    if (error instanceof RendererLostError) keepWaiting(deps, job, { code: "not drawn", message: "The label could not be drawn just now. It is tried again." }, LAST_WAIT_MS);
    else fail(deps, job, error instanceof AppError ? error.message : "The label could not be drawn.");
    return undefined;
  }
}

function fail(deps: Deps, job: store.PrintJobRow, message: string): void {
  commit(deps, () => {
    store.markEnded(deps.db, job.id, "FAILED", printErrorText({ code: "not drawn", message }), deps.now());
    tell(deps, job, "FAILED");
  });
}

async function send(deps: Deps, job: store.PrintJobRow, printer: Printer, bytes: Uint8Array): Promise<void> {
  const taken = commit(deps, () => {
    if (!store.markSending(deps.db, job.id, printer, deps.now())) return false;
    store.markDocument(deps.db, job.id, job.document_hash);
    tell(deps, job, "SENDING");
    return true;
  });
  if (!taken) return;
  deps.pass("print.claimed");
  try {
    const { state } = await deps.printers.send(printer, bytes);
    deps.pass("print.sent");
    commit(deps, () => notePrinted(deps, job, state));
    deps.pass("print.noted");
  } catch (error) {
    if (error instanceof PrinterError && error.sent === "nothing") {
      keepWaiting(deps, job, { code: error.reason, message: error.message }, Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.attempts));
      return;
    }
    deps.log.warn({ jobID: job.id, error }, "the outcome of a print is not known");
    const why: PrintError =
      error instanceof PrinterError
        ? { code: error.reason, message: error.message }
        : { code: "connection lost", message: "The connection to the printer broke while the label was being sent." };
    commit(deps, () => {
      store.markEnded(deps.db, job.id, "UNKNOWN", printErrorText(why), deps.now());
      tell(deps, job, "UNKNOWN");
    });
  }
}

function keepWaiting(deps: Deps, job: store.PrintJobRow, why: PrintError, waitMs: number): void {
  commit(deps, () => {
    const reason = printErrorText(why);
    const at = new Date(Date.parse(deps.now()) + waitMs).toISOString();
    store.markWaiting(deps.db, job.id, reason, at, deps.now());
    // The screen is told what keeps the label once, not at every try.
    if (job.last_error !== reason) tell(deps, job, "QUEUED");
  });
}
