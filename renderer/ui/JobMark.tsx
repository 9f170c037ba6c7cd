/** How a print went, as colour, shape and word; the one table of a job's states. */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import { Mark, type Tone } from "./Mark.tsx";
import { PrintCause } from "./PrintCause.tsx";

const TONES: Record<PrintJob["status"], Tone> = { QUEUED: "info", SENDING: "info", SENT: "ok", CONFIRMED: "ok", FAILED: "stop", UNKNOWN: "ask" };

/** @param name Stands before the words. */
export function JobMark({ job, name }: { readonly job: Pick<PrintJob, "status">; readonly name?: string }) {
  const { t } = useTranslation();
  const words = t(`job.${job.status}`);
  return <Mark tone={TONES[job.status]}>{name === undefined ? words : `${name}: ${words}`}</Mark>;
}

/** What keeps it from coming out. @returns null for a job that has come out or has no error. */
export function JobCause({ job }: { readonly job: PrintJob }) {
  return job.lastError === "" || job.status === "SENT" || job.status === "CONFIRMED" ? null : <PrintCause job={job} />;
}
