/**
 * Finds a label's unfinished print, so that F6 prints no second one, and whether the label came
 * out. Pure.
 */
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { isOut } from "../../../ui/JobMark.tsx";
import { parcelOf, type PackStep } from "../pack-step.ts";

type Known = { readonly printJobs: readonly PrintJob[]; readonly pack: PackStep };

/**
 * Finds the unfinished print of a shipment's label; null when the label can be printed again.
 */
export function findUnfinishedJob(known: Known, shipmentID: string): PrintJob | null {
  const [newest, ...older] = jobsOf(known, shipmentID);
  if (newest === undefined) return null;
  // Whether an earlier print came out no longer matters once there is a later print.
  if (newest.status === "UNKNOWN") return newest;
  return [newest, ...older].find(({ status }) => isUnprinted(status)) ?? null;
}

/** Returns whether a label of the shipment came out; another print then needs a reason. */
export function wasPrinted(known: Known, shipmentID: string): boolean {
  return jobsOf(known, shipmentID).some(
    ({ status }) => status === "SENT" || status === "CONFIRMED",
  );
}

/** Returns whether the label came out, may have come out, or is on its way to the printer. */
export function isLabelOut(
  known: Known,
  { id, statusCode }: Pick<Shipment, "id" | "statusCode">,
): boolean {
  return statusCode === "LABEL_PRINTED" || jobsOf(known, id).some(isOut);
}

/**
 * Returns the print jobs of a shipment's label, newest first. The list of print jobs holds only the
 * latest jobs and is read a moment after a purchase; jobs that came with the purchase or with the
 * order complete it.
 */
function jobsOf({ printJobs, pack }: Known, shipmentID: string): readonly PrintJob[] {
  const bought = pack.step === "bought" && pack.printJob !== null ? [pack.printJob] : [];
  return newestFirst(
    [...printJobs, ...bought, ...(parcelOf(pack)?.printJobs ?? [])].filter(
      (job) => job.shipmentID === shipmentID && job.kind === "LABEL",
    ),
  );
}

/** Returns whether the label will still print without a further command. */
export function isUnprinted(status: PrintJob["status"]): boolean {
  return status === "QUEUED" || status === "SENDING";
}

/** Sorts the jobs newest first. If a job has several entries, keeps the first. */
function newestFirst(jobs: readonly PrintJob[]): readonly PrintJob[] {
  return [...new Map(jobs.toReversed().map((job) => [job.id, job])).values()].toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  );
}
