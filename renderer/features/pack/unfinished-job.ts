/** The print job that F6 would double: one that waits, is being printed, or may have printed. Pure. */
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { parcelOf, type PackStep } from "./pack-step.ts";

type Known = { readonly printJobs: readonly PrintJob[]; readonly pack: PackStep };

/** @returns Null when another label of the shipment can be printed. */
export function findUnfinishedJob({ printJobs, pack }: Known, shipmentID: string): PrintJob | null {
  // The list holds the latest jobs alone, and is read a moment after a purchase; what came with the order fills it up.
  const bought = pack.step === "bought" && pack.printJob !== null ? [pack.printJob] : [];
  const [newest, ...older] = newestFirst([...printJobs, ...bought, ...(parcelOf(pack)?.printJobs ?? [])].filter((job) => job.shipmentID === shipmentID));
  if (newest === undefined) return null;
  // A question about an earlier label no longer matters once a later one was printed.
  if (newest.status === "UNKNOWN") return newest;
  return [newest, ...older].find(({ status }) => isUnprinted(status)) ?? null;
}

/** Whether a label will still come out without anyone asking. */
export function isUnprinted(status: PrintJob["status"]): boolean {
  return status === "QUEUED" || status === "SENDING";
}

/** The first word about a job counts. */
function newestFirst(jobs: readonly PrintJob[]): readonly PrintJob[] {
  return [...new Map(jobs.toReversed().map((job) => [job.id, job])).values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}
