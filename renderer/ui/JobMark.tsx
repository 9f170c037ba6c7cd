/** How a print went, as colour, shape and word; the one table of a job's states. */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { Mark, type Tone } from "./Mark.tsx";
import { PrintCause } from "./PrintCause.tsx";

const TONES: Record<PrintJob["status"], Tone> = { QUEUED: "info", SENDING: "info", SENT: "info", CONFIRMED: "ok", FAILED: "stop", UNKNOWN: "ask" };

/** What is read of a job for its tone and word. */
export type JobState = Pick<PrintJob, "status" | "isAnswered" | "lastError">;

/** @returns `ok` only for a label that the printer or a person reported as printed; `attention` for one that waits because of a fault. */
export function jobTone({ status, isAnswered, lastError }: JobState): Tone {
  if (status === "SENT" && isAnswered) return "ok";
  return status === "QUEUED" && lastError !== "" ? "attention" : TONES[status];
}

/** @returns The key of its word under `job`. */
export function jobWord({ status, isAnswered }: JobState): PrintJob["status"] | "answered" {
  return status === "SENT" && isAnswered ? "answered" : status;
}

/** @param name Stands before the words. */
export function JobMark({ job, name }: { readonly job: JobState; readonly name?: string }) {
  const { t } = useTranslation();
  const words = t(`job.${jobWord(job)}`);
  return <Mark tone={jobTone(job)}>{name === undefined ? words : `${name}: ${words}`}</Mark>;
}

/** What keeps it from coming out. @returns null for a job that has come out or has no error. */
export function JobCause({ job }: { readonly job: PrintJob }) {
  return job.lastError === "" || job.status === "SENT" || job.status === "CONFIRMED" ? null : <PrintCause job={job} />;
}
