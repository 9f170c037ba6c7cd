/** Finds out why the printer of a batch cannot print now. */
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { useBatches } from "./use-batches.ts";

/**
 * Returns the waiting label of the batch, with its cause; undefined when no label waits. Works for
 * the open batch only, because only its labels are read.
 */
export function useWaitsForPrinter({
  id,
  status,
}: Pick<Batch, "id" | "status">): PrintJob | undefined {
  return useBatches(({ printJobs, batchItems, itemsOf }) => {
    if (status !== "RUNNING" || itemsOf !== id) return undefined;
    const own = new Set([...batchItems.values()].map(({ printJobID }) => printJobID));
    return printJobs.find(
      (job) => job.status === "QUEUED" && job.lastError !== "" && own.has(job.id),
    );
  });
}
