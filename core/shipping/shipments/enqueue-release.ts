/** Creates the job that lets joined orders wait again. */
import type { WriteDeps } from "../../db/deps.ts";
import { enqueueJob } from "../../jobs/jobs.service.ts";
import { listJoinedTo } from "./joined-orders.ts";

/**
 * Creates the job if orders are joined to a shipment; needs the transaction that cancels the
 * shipment.
 *
 * @param at Earliest start; default: now.
 */
export function enqueueRelease(
  deps: WriteDeps,
  { id, organizationID }: { readonly id: string; readonly organizationID: string },
  at?: string,
): void {
  if (!listJoinedTo(deps.db, id).some(({ state }) => state === "JOINED")) return;
  enqueueJob(deps, {
    kind: "release",
    lane: "release",
    subjectID: id,
    organizationID,
    shipmentID: id,
    ...(at === undefined ? {} : { at }),
  });
}
