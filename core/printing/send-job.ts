/**
 * Sends one label to its printer. The journal is written before and after bytes are sent, with a
 * row for the attempt. After a crash at any moment, the job was therefore certainly not sent
 * (QUEUED) or certainly sent (SENT, CONFIRMED), or it is SENDING, and the next start marks it as
 * UNKNOWN. So no job is sent twice automatically.
 */
import { inTransaction } from "../db/change.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import { keyOf, type Ready } from "./prepare-job.ts";
import { endAttempt, insertAttempt } from "./print-attempts.store.ts";
import { printErrorText, type PrintError } from "./print-error.ts";
import type { Printer } from "./printer.ts";
import { findPrinterFor } from "./printers.ts";
import type { PrinterState } from "./printers.schema.ts";
import { recordState } from "./enqueue.ts";
import { isBeingCancelled, isCancelled, recordPrinted, requeueJob } from "./printing.service.ts";
import * as store from "./printing.store.ts";
import { PrinterError, type SendStage } from "./transports/transport.ts";
import { LAST_WAIT_MS } from "./waiting-jobs.ts";

const FIRST_WAIT_MS = 500;

/** The outcome of a job that was claimed for sending. */
type Outcome = { readonly words: string } & (
  | {
      readonly kind: "printed";
      readonly state: "SENT" | "CONFIRMED";
      readonly printer: PrinterState | undefined;
    }
  | { readonly kind: "waiting"; readonly why: PrintError; readonly waitMs: number }
  | { readonly kind: "unknown"; readonly why: PrintError }
);
/** `job` is the job before the attempt. */
export type Attempted = {
  readonly job: store.PrintJobRow;
  readonly outcome: Outcome;
  readonly stages: Stages;
  readonly endedAt: string;
};
type Stages = { readonly [Stage in SendStage]?: string };

/**
 * Claims a job and sends it.
 *
 * @param drawnFor The printer as it was when the label was drawn.
 * @returns Undefined when nothing was sent: the job was no longer queued, had expired, or its
 * shipment is cancelled or being cancelled; or the printer was changed, was switched off or lost
 * the role after the label was drawn.
 */
export async function sendJob(
  deps: WriteDeps & Pick<PrintingDeps, "settings" | "faultPoint" | "printers">,
  job: store.PrintJobRow,
  drawnFor: Printer,
  ready: Ready,
): Promise<Attempted | undefined> {
  const printer = claim(deps, job, drawnFor, ready);
  if (printer === undefined) return undefined;
  deps.faultPoint("print.claimed");
  const stages: { [Stage in SendStage]?: string } = {};
  const outcome = await send(deps, job, printer, ready, (stage) => (stages[stage] = deps.now()));
  return { job, outcome, stages, endedAt: deps.now() };
}

function claim(
  deps: WriteDeps & Pick<PrintingDeps, "settings">,
  job: store.PrintJobRow,
  drawnFor: Printer,
  { file: { hash }, verification, doubt, beganAt, preparedAt }: Ready,
): Printer | undefined {
  return inTransaction(deps, () => {
    const now = deps.now();
    const printer = findPrinterFor(deps, job.role);
    if (
      printer?.id !== drawnFor.id ||
      !printer.isActive ||
      keyOf(job, printer) !== keyOf(job, drawnFor)
    )
      return undefined;
    if (isCancelled(deps, job)) {
      requeueJob(deps, { ...job, status: "QUEUED" }, { error: "", nextAttemptAt: now });
      return undefined;
    }
    if (isBeingCancelled(deps, job) || isExpired(job, now)) return undefined;
    if (!store.markSending(deps.db, job.id, printer, { hash, verification, doubt }, now))
      return undefined;
    insertAttempt(deps.db, {
      jobID: job.id,
      number: job.attempts + 1,
      outcome: "SENDING",
      printerID: printer.id,
      printerName: printer.name,
      sentHash: hash,
      beganAt,
      preparedAt,
      claimedAt: now,
      connectedAt: null,
      sentAt: null,
      confirmedAt: null,
      endedAt: null,
      error: "",
      words: "",
    });
    recordState(deps, job, "SENDING");
    return printer;
  });
}

/** Returns whether a job has expired. */
export function isExpired(
  { expiresAt }: Pick<store.PrintJobRow, "expiresAt">,
  now: string,
): boolean {
  return expiresAt !== null && expiresAt <= now;
}

async function send(
  deps: Pick<PrintingDeps, "db" | "log" | "faultPoint" | "printers">,
  job: store.PrintJobRow,
  printer: Printer,
  { file: { bytes } }: Ready,
  onStage: (stage: SendStage) => void,
): Promise<Outcome> {
  try {
    const {
      state,
      words = "",
      printer: after,
    } = await deps.printers.send(printer, bytes, {
      isWanted: () => !isCancelled(deps, job) && !isBeingCancelled(deps, job),
      onStage,
    });
    deps.faultPoint("print.sent");
    return { kind: "printed", state, words, printer: after };
  } catch (err) {
    const words = err instanceof PrinterError ? err.words : "";
    const why: PrintError =
      err instanceof PrinterError
        ? { code: err.reason, message: err.message }
        : {
            code: "connection lost",
            message: "The connection to the printer broke while the label was being sent.",
          };
    if (err instanceof PrinterError && err.sent === "nothing")
      return {
        kind: "waiting",
        why,
        words,
        waitMs: Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.attempts),
      };
    deps.log.warn({ jobID: job.id, err }, "the outcome of a print is not known");
    return { kind: "unknown", why, words };
  }
}

const OUTCOMES = { waiting: "NOT SENT", unknown: "UNKNOWN" } as const;

/**
 * Writes the outcome of an attempt and the job's new status.
 *
 * @throws on a full disk; the caller must call this function again.
 */
export function recordAttempt(
  deps: WriteDeps & Pick<PrintingDeps, "faultPoint">,
  { job, outcome, stages, endedAt }: Attempted,
): void {
  inTransaction(deps, () => {
    endAttempt(
      deps.db,
      { jobID: job.id, number: job.attempts + 1 },
      {
        outcome: outcome.kind === "printed" ? outcome.state : OUTCOMES[outcome.kind],
        connectedAt: stages.connected ?? null,
        sentAt: stages.sent ?? (outcome.kind === "printed" ? endedAt : null),
        confirmedAt: outcome.kind === "printed" && outcome.state === "CONFIRMED" ? endedAt : null,
        endedAt,
        error: outcome.kind === "printed" ? "" : printErrorText(outcome.why),
        words: outcome.words,
      },
    );
    recordOutcome(deps, job, outcome);
  });
  if (outcome.kind === "printed") deps.faultPoint("print.noted");
}

function recordOutcome(deps: WriteDeps, job: store.PrintJobRow, outcome: Outcome): void {
  switch (outcome.kind) {
    case "printed":
      return recordPrinted(deps, job, outcome.state, outcome.words);
    case "waiting":
      return requeueJob(
        deps,
        { ...job, status: "SENDING" },
        {
          error: printErrorText(outcome.why),
          nextAttemptAt: new Date(Date.parse(deps.now()) + outcome.waitMs).toISOString(),
        },
      );
    case "unknown":
      if (
        store.markEnded(deps.db, job.id, "SENDING", {
          status: "UNKNOWN",
          error: printErrorText(outcome.why),
          now: deps.now(),
        })
      )
        recordState(deps, job, "UNKNOWN");
  }
}
