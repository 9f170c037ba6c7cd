/**
 * Copies the state of print jobs to the print requests that caused them. The states of all taken
 * requests are compared with their jobs, so an answer that a crash prevented is written at the next
 * comparison.
 */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { printErrorText, readPrintError } from "../../printing/print-error.ts";
import { findRequestedJob, withdrawRequested } from "../../printing/requested-job.ts";
import { moveRequest } from "./move-request.ts";
import type { PrintRequestRow } from "./print-requests.store.ts";

type Answer = Pick<PrintRequestRow, "state" | "reason">;

/**
 * Answer after this station's data was restored from an older copy: the journal that had the job is
 * lost.
 */
const NO_JOB: Answer = {
  state: "FAILED",
  reason: printErrorText({
    code: "restored",
    message:
      "The printer's station has restored an older copy of its data. The document may have been printed. If it is missing, print it again.",
  }),
};

const UNPRINTED = printErrorText({
  code: "cancelled",
  message: "The request was cancelled before anything was printed.",
});

/**
 * Answers a request that was taken. Returns whether the answer has changed.
 *
 * @param row Request for this station's printer, in the state TAKEN.
 */
export function answerTaken(deps: WriteDeps, row: PrintRequestRow): boolean {
  const answer = answerOf(deps, row);
  if (answer.state === row.state && answer.reason === row.reason) return false;
  return inTransaction(deps, () => moveRequest(deps, row, answer));
}

function answerOf(deps: ReadDeps, row: PrintRequestRow): Answer {
  const job = findRequestedJob(deps, row.organizationID, row.id);
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
 * Answers a request that the other station gave up and that this station may have taken. A job that
 * still waits is ended; otherwise the request gets the outcome of the started job.
 */
export function answerGivenUp(deps: WriteDeps, row: PrintRequestRow): void {
  inTransaction(deps, () => {
    const job = findRequestedJob(deps, row.organizationID, row.id);
    if (job?.status === "QUEUED" && !job.hasPrinted) withdrawRequested(deps, row.id);
    // Nothing was printed here, so the requesting station may print it now.
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
