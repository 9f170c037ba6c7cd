/**
 * The state of the journal's jobs, answered into the requests that they were made for. It is
 * compared, not passed on at each step: an answer that a crash has prevented comes at the next
 * comparison.
 */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { printErrorText, readPrintError } from "../../printing/print-error.ts";
import { findRequestedJob, withdrawRequested } from "../../printing/requested-job.ts";
import { moveRequest } from "./move-request.ts";
import type { PrintRequestRow } from "./print-requests.store.ts";

type Answer = Pick<PrintRequestRow, "state" | "reason">;

/** An older copy of this station's data was put back: the journal that had the job is gone. */
const NO_JOB: Answer = {
  state: "FAILED",
  reason: printErrorText({
    code: "restored",
    message:
      "The printer's station has put an older copy of its data back. It may have been printed. If it is missing, print it again.",
  }),
};

const UNPRINTED = printErrorText({
  code: "cancelled",
  message: "It was cancelled before anything of it was printed.",
});

/** @param row Of this station's printer, TAKEN. @returns Whether the answer has changed. */
export function answerTaken(deps: WriteDeps, row: PrintRequestRow): boolean {
  const answer = answerOf(deps, row);
  if (answer.state === row.state && answer.reason === row.reason) return false;
  return inTransaction(deps, () => moveRequest(deps, row, answer));
}

function answerOf(deps: ReadDeps, row: PrintRequestRow): Answer {
  const job = findRequestedJob(deps, row.organization_id, row.id);
  switch (job?.status) {
    case undefined:
      return NO_JOB;
    case "SENDING":
      return { state: "TAKEN", reason: row.reason };
    case "QUEUED":
    case "UNKNOWN":
      return { state: "TAKEN", reason: job?.error ?? "" };
    case "SENT":
    case "CONFIRMED":
      return { state: "PRINTED", reason: "" };
    case "FAILED":
      return job?.hasPrinted === false && readPrintError(job.error).code === "expired"
        ? { state: "EXPIRED", reason: job.error }
        : { state: "FAILED", reason: job?.error ?? "" };
  }
}

/**
 * A request that was given up at the other station while this one had taken it: a job that still
 * waits is ended, and of one that was begun the request says what came of it.
 */
export function answerGivenUp(deps: WriteDeps, row: PrintRequestRow): void {
  inTransaction(deps, () => {
    const job = findRequestedJob(deps, row.organization_id, row.id);
    if (job?.status === "QUEUED" && !job.hasPrinted) withdrawRequested(deps, row.id);
    // The station that asked may print it now.
    if (
      job === undefined ||
      ((job.status === "QUEUED" || job.status === "FAILED") && !job.hasPrinted)
    )
      return void (
        row.state === "CANCELLED" &&
        readPrintError(row.reason).code !== "cancelled" &&
        moveRequest(deps, row, { state: "CANCELLED", reason: UNPRINTED })
      );
    moveRequest(deps, row, answerOf(deps, { ...row, reason: "" }));
  });
}
