/** Finds out why the printer of a batch cannot print now. */
import type { Batch } from "../../../core/fulfilment/batches/batches.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { useBatches } from "./use-batches.ts";

/**
 * Returns the print job of the batch that waits for its printer, with the cause; undefined when
 * none of the labels that were read waits. Works only for the open batch while it prints, because
 * only the open batch's labels are read.
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
