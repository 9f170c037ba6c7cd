/** Changes the state of a print request and records the fact. */
import type { WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { updateRequest, type PrintRequestRow } from "./print-requests.store.ts";

/**
 * Moves a request to another state; needs an open transaction.
 *
 * @param row The request in the state in which it was read.
 * @returns False when the request's state has changed since `row` was read; nothing is written
 *   then.
 */
export function moveRequest(
  deps: WriteDeps,
  row: PrintRequestRow,
  to: Pick<PrintRequestRow, "state" | "reason"> & Partial<Pick<PrintRequestRow, "jobID">>,
): boolean {
  if (!updateRequest(deps.db, row.id, { ...to, updatedAt: deps.now() }, row.state)) return false;
  noteRequest(deps, { ...row, ...to });
  return true;
}

/** Records that a request is new or has another state; needs an open transaction. */
export function noteRequest(
  deps: WriteDeps,
  row: Pick<PrintRequestRow, "id" | "organizationID" | "askedBy" | "state" | "shipmentID">,
): void {
  recordFact(deps, {
    topic: "printrequest.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.askedBy,
    payload: { state: row.state, shipmentID: row.shipmentID },
  });
}
