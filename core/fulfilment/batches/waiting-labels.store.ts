/** SQL for labels that wait to be printed: in the journal, in an open batch, or at another station. */
import type { Db } from "../../db/database.ts";
import { PAUSED, type JobTarget } from "../../printing/job-target.ts";

/** SQL condition: an open batch has the label, and has not put it into the journal yet. */
export const isInOpenBatch = (shipmentID: string): string =>
  `EXISTS (
              SELECT 1
                FROM print_batch_items i
               CROSS JOIN print_batches b ON b.id = i.batch_id
               WHERE i.shipment_id = ${shipmentID}
                 AND i.job_id IS NULL
                 AND +b.status IN ('RUNNING', 'PAUSED'))`;

/** SQL condition: another station was asked to print the label, and has not printed it yet. */
export const isAskedElsewhere = (shipmentID: string): string =>
  `EXISTS (SELECT 1 FROM print_requests r WHERE r.shipment_id = ${shipmentID} AND r.document = 'label' AND r.state IN ('ASKED', 'TAKEN'))`;

/**
 * Returns the ids of the given shipments whose label waits to be printed, or is being printed.
 *
 * @param target A label that waits for another printer than this one does not count; null: all do.
 */
export function listWaiting(
  db: Db,
  shipmentIDs: readonly string[],
  target: JobTarget | null,
): string[] {
  return db
    .sql<{ id: string }>(
      `SELECT value AS id
         FROM json_each(:ids)
        WHERE EXISTS (
              SELECT 1
                FROM print_jobs
               WHERE shipment_id = value
                 AND kind = 'LABEL'
                 AND (status = 'SENDING' OR (status = 'QUEUED' AND (:target IS NULL OR role IN (:target, :paused)))))
           OR ${isInOpenBatch("value")}
           OR ${isAskedElsewhere("value")}`,
    )
    .all({ ids: JSON.stringify(shipmentIDs), target, paused: PAUSED })
    .map(({ id }) => id);
}
