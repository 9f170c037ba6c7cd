/**
 * What is known of the prints of a label: the one that F6 would double, and whether any came out.
 * Pure.
 */
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { parcelOf, type PackStep } from "../pack-step.ts";

type Known = { readonly printJobs: readonly PrintJob[]; readonly pack: PackStep };

/** @returns Null when another label of the shipment can be printed. */
export function findUnfinishedJob(known: Known, shipmentID: string): PrintJob | null {
  const [newest, ...older] = jobsOf(known, shipmentID);
  if (newest === undefined) return null;
  // A question about an earlier label no longer matters once a later one was printed.
  if (newest.status === "UNKNOWN") return newest;
  return [newest, ...older].find(({ status }) => isUnprinted(status)) ?? null;
}

/** @returns Whether a label of the shipment came out: then another one needs a reason. */
export function wasPrinted(known: Known, shipmentID: string): boolean {
  return jobsOf(known, shipmentID).some(
    ({ status }) => status === "SENT" || status === "CONFIRMED",
  );
}

/**
 * Newest first. The list holds the latest jobs alone, and is read a moment after a purchase; what
 * came with the order fills it up.
 */
function jobsOf({ printJobs, pack }: Known, shipmentID: string): readonly PrintJob[] {
  const bought = pack.step === "bought" && pack.printJob !== null ? [pack.printJob] : [];
  return newestFirst(
    [...printJobs, ...bought, ...(parcelOf(pack)?.printJobs ?? [])].filter(
      (job) => job.shipmentID === shipmentID && job.kind === "LABEL",
    ),
  );
}

/** Whether a label will still come out without anyone asking. */
export function isUnprinted(status: PrintJob["status"]): boolean {
  return status === "QUEUED" || status === "SENDING";
}

/** The first word about a job counts. */
function newestFirst(jobs: readonly PrintJob[]): readonly PrintJob[] {
  return [...new Map(jobs.toReversed().map((job) => [job.id, job])).values()].toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  );
}
