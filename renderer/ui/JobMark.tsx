/** Result of a print as colour, icon and word; the one table of job states. */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { Mark, type Tone } from "./Mark.tsx";
import { PrintCause } from "./PrintCause.tsx";

const TONES: Record<PrintJob["status"], Tone> = {
  QUEUED: "info",
  SENDING: "info",
  SENT: "info",
  CONFIRMED: "ok",
  FAILED: "stop",
  UNKNOWN: "ask",
};

/** The fields of a job that decide its tone and word. */
export type JobState = Pick<PrintJob, "status" | "isAnswered" | "lastError" | "lastErrorCode">;

/**
 * Returns whether the job ended here because another station was asked to print it. The shipment
 * shows the state of that print.
 */
export function isElsewhere({ status, lastErrorCode }: JobState): boolean {
  return status === "FAILED" && lastErrorCode === "printed elsewhere";
}

/**
 * Returns the tone of a job: `ok` only for a label that the printer or a person reported as
 * printed, `attention` for a label that waits because of a fault or that another station was asked
 * to print.
 */
export function jobTone(job: JobState): Tone {
  const { status, isAnswered, lastError } = job;
  // The other station may have refused or cancelled the print.
  if (isElsewhere(job)) return "attention";
  if (status === "SENT" && isAnswered) return "ok";
  return status === "QUEUED" && lastError !== "" ? "attention" : TONES[status];
}

/**
 * Returns whether the label came out, may have come out, or is on its way to its printer. A label
 * that waits because of a fault, failed, or was sent to another station did not come out here.
 */
export function isOut(job: JobState): boolean {
  const tone = jobTone(job);
  return tone !== "attention" && tone !== "stop";
}

/** Returns the key of the job's word under `job`. */
export function jobWord(job: JobState): PrintJob["status"] | "answered" | "elsewhere" {
  const { status, isAnswered } = job;
  if (isElsewhere(job)) return "elsewhere";
  return status === "SENT" && isAnswered ? "answered" : status;
}

/** Shows the state of a job. @param name Shown before the words. */
export function JobMark({ job, name }: { readonly job: JobState; readonly name?: string }) {
  const { t } = useTranslation();
  const words = t(`job.${jobWord(job)}`);
  return <Mark tone={jobTone(job)}>{name === undefined ? words : `${name}: ${words}`}</Mark>;
}

/** Returns whether a job has an error that keeps its label from printing, or did. */
export function isCauseShown({ lastError, status }: JobState): boolean {
  return lastError !== "" && status !== "SENT" && status !== "CONFIRMED";
}

/**
 * Shows what keeps the label from printing.
 *
 * @returns null for a job that was sent to its printer, was printed, or has no error.
 */
export function JobCause({ job }: { readonly job: PrintJob }) {
  return !isCauseShown(job) ? null : <PrintCause job={job} />;
}
