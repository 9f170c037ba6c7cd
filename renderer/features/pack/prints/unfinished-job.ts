/**
 * Finds a label's unfinished print, which F6 must not double, and whether any print came out. Pure.
 */
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { parcelOf, type PackStep } from "../pack-step.ts";

type Known = { readonly printJobs: readonly PrintJob[]; readonly pack: PackStep };

/**
 * Finds the unfinished print of a shipment's label; null when another label of the shipment can be
 * printed.
 */
export function findUnfinishedJob(known: Known, shipmentID: string): PrintJob | null {
  const [newest, ...older] = jobsOf(known, shipmentID);
  if (newest === undefined) return null;
  // A question about an earlier label no longer matters once a later one was printed.
  if (newest.status === "UNKNOWN") return newest;
  return [newest, ...older].find(({ status }) => isUnprinted(status)) ?? null;
}

/** Returns whether a label of the shipment came out; another print then needs a reason. */
export function wasPrinted(known: Known, shipmentID: string): boolean {
  return jobsOf(known, shipmentID).some(
    ({ status }) => status === "SENT" || status === "CONFIRMED",
  );
}

/**
 * Returns the jobs newest first. The list holds only the latest jobs and is read a moment after a
 * purchase; jobs that came with the order complete it.
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

/** Keeps the first entry of each job. */
function newestFirst(jobs: readonly PrintJob[]): readonly PrintJob[] {
  return [...new Map(jobs.toReversed().map((job) => [job.id, job])).values()].toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  );
}
