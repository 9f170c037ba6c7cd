/** The job that asks a remote carrier to cancel a label, until it has accepted or refused. */
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import type { Deps } from "../deps.ts";
import type { Attempt, JobKind } from "../jobs/job.ts";
import { consignmentOfPurchase } from "../shipments/consign-shipment.ts";
import { requireShipment } from "../shipments/shipments.service.ts";
import { settleCancel } from "./cancel-shipment.ts";
import { CARRIER_BACKOFF, carrierDeadlineMs } from "./purchase-job.ts";
import { getSnapshot, getTransactionRow } from "./transactions.store.ts";
import { detailsOf } from "./buy-offer.ts";

const AT_ONCE = 32;
const payloadSchema = z.object({ memberID: z.string() });

/**
 * Asks a remote carrier to cancel a bought label, again with growing pauses, for 72 hours; then a person must decide. The
 * shipment changes only with the carrier's answer.
 */
export function createCancelJobs(deps: Deps): JobKind {
  return {
    kind: "cancel",
    atOnce: AT_ONCE,
    perLane: AT_ONCE,
    backoff: CARRIER_BACKOFF,
    timeoutMs: (job) => carrierDeadlineMs(deps.carriers.find(getSnapshot(deps.db, job.subject_id).offer.carrier_id)),
    attempt: (job, signal) => askToCancel(deps, { transactionID: job.subject_id, memberID: parseJson(job.payload, payloadSchema, "the payload of a job that cancels").memberID }, signal),
  };
}

/**
 * Asks the carrier once to cancel a label. A purchase that has ended meanwhile is not asked about.
 *
 * @param of.memberID Who asked for it.
 */
export async function askToCancel(deps: Deps, { transactionID, memberID }: { readonly transactionID: string; readonly memberID: string }, signal: AbortSignal): Promise<Attempt> {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status !== "DONE") return { end: "DONE", error: "" };
  const snapshot = getSnapshot(deps.db, transactionID);
  const carrier = deps.carriers.find(snapshot.offer.carrier_id);
  if (carrier?.place !== "remote" || carrier.cancel === undefined) return { end: "AGAIN", error: "The carrier of this label is no longer set up." };
  const consignment = consignmentOfPurchase(deps, requireShipment(deps, row.shipment_id), snapshot);
  const key = `${row.id} cancel`;
  const outcome = await carrier.cancel({ key, purchaseKey: row.id, consignment, barcode: row.barcode, trackingNumber: row.tracking_number, details: detailsOf(snapshot.offer) }, signal);
  if (outcome.outcome === "unknown") return { end: "AGAIN", error: outcome.cause };
  if (outcome.outcome === "refused") return { end: "REFUSED", error: outcome.reason };
  deps.faultPoint("cancel.asked");
  return { end: "DONE", error: "", write: () => settleCancel(deps, transactionID, memberID), after: () => deps.faultPoint("cancel.settled") };
}
