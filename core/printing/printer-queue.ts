/**
 * One printer's queue: sends the labels of the roles that the printer has and those meant for it alone, one after the other, in their order. While the printer
 * accepts nothing, only the oldest label is tried again: labels keep the order of their parcels when the printer is ready again. A document
 * of others that takes long to convert is passed by them.
 *
 * The journal is written before and after the wire is touched, so a crash at any moment leaves a job that was
 * surely not sent (QUEUED), surely sent (SENT, CONFIRMED) or UNKNOWN, never one that would be sent again by itself.
 */
import { AppError, isAppError } from "../base/errors.ts";
import { guarded } from "../base/guarded.ts";
import { inTransaction } from "../db/change.ts";
import type { Deps } from "../deps.ts";
import type { DocumentFile } from "../documents/documents.schema.ts";
import { getLabelDocument } from "../labels/labels.service.ts";
import { RendererLostError } from "../labels/label-renderer.ts";
import { convertKept } from "./convert-kept.ts";
import { getLanguage } from "./languages/languages.ts";
import { matchDocument } from "./match-document.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { Printer } from "./printer.ts";
import { findPrinter, findPrinterFor, targetsOf } from "./printers.ts";
import { recordState } from "./enqueue.ts";
import { isBeingCancelled, isCancelled, notePrinted, waitAgain } from "./printing.service.ts";
import type { Verification } from "./printing.schema.ts";
import * as store from "./printing.store.ts";
import { createSlowPreparations } from "./slow-preparations.ts";
import { PrinterError } from "./transports/transport.ts";
import { findNextDue, LAST_WAIT_MS, listDueJobs, noteBehind } from "./waiting-jobs.ts";
import { printSettings } from "./print-settings.ts";

const FIRST_WAIT_MS = 500;
const CANCELLING: PrintError = { code: "cancellation open", message: "The carrier is being asked to cancel this label. It is printed only if the carrier refuses." };
const CONVERTING: PrintError = { code: "converting", message: "The document is still being converted. Labels behind it are printed meanwhile." };
const CONVERTING_WAIT_MS = 1_000;

export type PrinterQueue = {
  /** Sends the oldest label that is due. @returns Whether there was one; false also while the printer has no role. */
  sendNext(): Promise<boolean>;
  /** @returns When a label may be tried next, ISO 8601; undefined when none waits, or the printer has no role. */
  nextDue(): string | undefined;
  /** Resolves when nothing is being drawn any more. */
  settle(): Promise<void>;
};

type Ready = { readonly file: DocumentFile; readonly verification: Verification };
type Prepared = Ready | { readonly cause: unknown };
/** The outcome of a job that was taken for sending. */
type Outcome =
  | { readonly kind: "printed"; readonly state: "SENT" | "CONFIRMED" }
  | { readonly kind: "waiting"; readonly why: PrintError; readonly waitMs: number }
  | { readonly kind: "unknown"; readonly why: PrintError };
type Ended = { readonly job: store.PrintJobRow; readonly outcome: Outcome };

/**
 * While one label is on the wire the next one is drawn and verified: that costs as long as the printing.
 *
 * An outcome that cannot be written to the disk is kept in memory and written before anything else is sent: the label is out, and its job
 * must not look as if it were not.
 */
export function createPrinterQueue(deps: Deps, printerID: string): PrinterQueue {
  let ahead: { readonly key: string; readonly prepared: Promise<Prepared> } | undefined;
  const conversions = createSlowPreparations<Prepared>((prepared) => ("cause" in prepared ? 0 : prepared.file.bytes.length));
  let unnoted: Ended | undefined;
  /** The label that the printer did not accept at the last try. Newer ones wait behind it. */
  let refusedID = "";
  const noteOutcome = (): void => {
    if (unnoted === undefined) return;
    note(deps, unnoted);
    refusedID = unnoted.outcome.kind === "waiting" ? unnoted.job.id : "";
    unnoted = undefined;
  };

  return {
    async sendNext() {
      noteOutcome();
      const printer = findPrinter(deps, printerID);
      const targets = targetsOf(deps, printerID);
      const [job, second] = listDueJobs(deps, targets, 2);
      if (printer === undefined || job === undefined) return false;
      const refused = store.findWaitingJob(deps.db, refusedID);
      if (refused !== undefined && refused.id < job.id) return noteBehind(deps, targets, refused);
      if (isBeingCancelled(deps, job)) {
        if (job.id === refusedID) refusedID = ""; // the others may be sent
        keepWaiting(deps, { ...job, status: "QUEUED" }, CANCELLING, LAST_WAIT_MS);
        return true;
      }
      const key = keyOf(job, printer);
      const known = ahead?.key === key ? ahead.prepared : undefined;
      ahead = undefined;
      const begin = (): Promise<Prepared> => prepare(deps, job, printer);
      const prepared = job.document_hash === null ? await (known ?? begin()) : await conversions.take(job.id, key, begin);
      if (prepared === undefined) {
        keepWaiting(deps, { ...job, status: "QUEUED" }, CONVERTING, CONVERTING_WAIT_MS);
        return true;
      }
      if (second?.document_hash === null) ahead = { key: keyOf(second, printer), prepared: prepare(deps, second, printer) };
      else if (second !== undefined) conversions.begin(second.id, keyOf(second, printer), () => prepare(deps, second, printer));
      if ("cause" in prepared) {
        conversions.forget(job.id);
        refuse(deps, job, prepared.cause);
        return true;
      }
      const outcome = await send(deps, job, printer, prepared);
      if (outcome !== undefined) unnoted = { job, outcome };
      if (outcome?.kind !== "waiting") conversions.forget(job.id);
      noteOutcome();
      return true;
    },
    nextDue: () => store.findWaitingJob(deps.db, refusedID)?.next_attempt_at ?? findNextDue(deps, targetsOf(deps, printerID)),
    async settle() {
      await ahead?.prepared; // it keeps what it draws; conversions write nothing
      guarded(deps.log, "the outcome of a print could not be noted; the desk is asked about it at the next start", noteOutcome);
    },
  };
}

/** What a label is drawn for: with the same key the same bytes fit. A document that was erased is another one. */
function keyOf(job: Pick<store.PrintJobRow, "id" | "document_hash">, { language, dpi, media, settings }: Printer): string {
  return `${job.id} ${job.document_hash ?? "-"} ${language} ${dpi} ${JSON.stringify([media, settings])}`;
}

/** Finds the document of a job. Never rejects: it may run before anything awaits it. */
async function prepare(deps: Deps, job: store.PrintJobRow, printer: Printer): Promise<Prepared> {
  try {
    const ready = job.document_hash === null ? await drawLabel(deps, job, printer) : await convertDocument(deps, job, job.document_hash, printer);
    deps.faultPoint("print.drawn");
    return ready;
  } catch (cause) {
    return { cause };
  }
}

/** Draws and verifies the label of a shipment. @throws AppError E2035 when it fails its own check. */
async function drawLabel(deps: Deps, job: store.PrintJobRow, printer: Printer): Promise<Ready> {
  const file = await getLabelDocument(deps, job.shipment_id, { language: printer.language, dpi: printer.dpi, media: printer.media, settings: printSettings(printer), copyNumber: job.copy_number });
  return { file, verification: await getLanguage(printer.language).verify(deps.labels, file, printer, [job.barcode]) };
}

/** Converts what is printed instead of the shipment's own label. @throws AppError E2035 when it is another shipment's. */
function convertDocument(deps: Deps, job: store.PrintJobRow, hash: string, printer: Printer): Promise<Ready> {
  return convertKept(deps, hash, printer, (converted) => (job.kind === "LABEL" ? matchDocument(deps, job, converted, getLanguage(printer.language)) : converted));
}

/** A document that cannot be printed. */
function refuse(deps: Deps, job: store.PrintJobRow, err: unknown): void {
  deps.log.error({ jobID: job.id, err }, "a label could not be drawn or verified");
  if (err instanceof RendererLostError || isAppError(err, "E2036")) return keepWaiting(deps, { ...job, status: "QUEUED" }, { code: "not drawn", message: "The label could not be drawn just now. It is tried again." }, LAST_WAIT_MS);
  inTransaction(deps, () => {
    const why: PrintError = { code: "not drawn", message: err instanceof AppError ? err.message : "The label could not be drawn." };
    if (store.markEnded(deps.db, job.id, "QUEUED", { status: "FAILED", error: printErrorText(why), now: deps.now() })) recordState(deps, job, "FAILED");
  });
}

/**
 * @param drawnFor The printer as it was when the label was drawn.
 * @returns Undefined when the job was no longer queued, its shipment is cancelled or about to be, or the printer has changed or lost the role since.
 */
async function send(deps: Deps, job: store.PrintJobRow, drawnFor: Printer, { file: { hash, bytes }, verification }: Ready): Promise<Outcome | undefined> {
  const printer = inTransaction(deps, () => {
    const current = findPrinterFor(deps, job.role);
    if (current?.id !== drawnFor.id || keyOf(job, current) !== keyOf(job, drawnFor)) return undefined;
    if (isCancelled(deps, job)) {
      waitAgain(deps, { ...job, status: "QUEUED" }, { error: "", nextAttemptAt: deps.now() });
      return undefined;
    }
    if (isBeingCancelled(deps, job)) return undefined;
    if (!store.markSending(deps.db, job.id, current, { hash, verification }, deps.now())) return undefined;
    recordState(deps, job, "SENDING");
    return current;
  });
  if (printer === undefined) return undefined;
  deps.faultPoint("print.claimed");
  try {
    const { state } = await deps.printers.send(printer, bytes, { isWanted: () => !isCancelled(deps, job) && !isBeingCancelled(deps, job) });
    deps.faultPoint("print.sent");
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
  inTransaction(deps, () => {
    if (outcome.kind === "printed") return notePrinted(deps, job, outcome.state);
    if (store.markEnded(deps.db, job.id, "SENDING", { status: "UNKNOWN", error: printErrorText(outcome.why), now: deps.now() })) recordState(deps, job, "UNKNOWN");
  });
  if (outcome.kind === "printed") deps.faultPoint("print.noted");
}

function keepWaiting(deps: Deps, job: store.PrintJobRow & { readonly status: "QUEUED" | "SENDING" }, why: PrintError, waitMs: number): void {
  const nextAttemptAt = new Date(Date.parse(deps.now()) + waitMs).toISOString();
  inTransaction(deps, () => waitAgain(deps, job, { error: printErrorText(why), nextAttemptAt }));
}
