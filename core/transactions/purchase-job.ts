/**
 * The job that buys at a remote carrier: asks with the transaction's key until the carrier has sold or refused. Each attempt
 * sends the same key, so that the carrier never charges twice.
 */
import { ERRORS } from "../base/errors.ts";
import type { Carrier } from "../carriers/carrier.ts";
import type { Deps } from "../deps.ts";
import type { Attempt, JobKind } from "../jobs/job.ts";
import { enqueueJob, findJob } from "../jobs/jobs.service.ts";
import { consignmentOfPurchase } from "../shipments/consign-shipment.ts";
import { changeShipment, requireShipment } from "../shipments/shipments.service.ts";
import { refusePurchase, settlePurchase } from "./settle-purchase.ts";
import { findSnapshot, getSnapshot, getTransactionRow, type TransactionRow } from "./transactions.store.ts";
import { purchaseRequest } from "./buy-offer.ts";

/** How long one call is awaited, unless the carrier names a time of its own, before its outcome counts as unknown. */
const CARRIER_TIMEOUT_MS = 30_000;
const HOUR_MS = 60 * 60 * 1_000;
/** Carriers asked side by side: one that hangs holds up no other purchase. */
const AT_ONCE = 100;
/** From so many attempts on the shipment says that its purchase is stuck. */
const SHOWN_FROM = 5;

export const CARRIER_BACKOFF = { firstMs: 2_000, largestMs: 10 * 60_000, forMs: 72 * HOUR_MS };

/**
 * Asks a remote carrier for a reserved purchase, again with growing pauses, for 72 hours; then a person must decide. From
 * the fifth attempt the shipment shows E2008. The balance stays held until the carrier's answer.
 */
export function createPurchaseJobs(deps: Deps): JobKind {
  const show = (transactionID: string): void => {
    const shipment = requireShipment(deps, getTransactionRow(deps.db, transactionID).shipment_id);
    changeShipment(deps, shipment, { last_error_code: "E2008", last_error_message: ERRORS.E2008.message });
  };
  return {
    kind: "buy",
    atOnce: AT_ONCE,
    perLane: AT_ONCE,
    backoff: CARRIER_BACKOFF,
    timeoutMs: (job) => carrierDeadlineMs(carrierOf(deps, job.subject_id)),
    attempt: (job, signal) => askAboutPurchase(deps, job.subject_id, signal),
    noteAgain(job, attempts) {
      if (attempts === SHOWN_FROM) show(job.subject_id);
    },
    giveUp: (job) => show(job.subject_id),
  };
}

/** Writes the job of a reserved purchase. Inside a transaction. @param at The first attempt, ISO 8601; absent: now. @returns Its id. */
export function enqueuePurchase(deps: Deps, row: Pick<TransactionRow, "id" | "organization_id" | "shipment_id">, at?: string): string {
  const carrierID = findSnapshot(deps.db, row.id)?.offer.carrier_id ?? "";
  return enqueueJob(deps, { kind: "buy", lane: `buy ${carrierID}`, subjectID: row.id, organizationID: row.organization_id, shipmentID: row.shipment_id, ...(at === undefined ? {} : { at }) });
}

/**
 * Asks the carrier once about an open purchase.
 *
 * @returns What came of it, for the queue to write. A purchase that has ended meanwhile is not asked about.
 * @throws Error for a purchase of a carrier that is asked about nothing: it was bought within its reserve transaction.
 */
export async function askAboutPurchase(deps: Deps, transactionID: string, signal: AbortSignal): Promise<Attempt> {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status !== "PENDING") return { end: "DONE", error: "" };
  const snapshot = getSnapshot(deps.db, transactionID);
  const carrier = deps.carriers.find(snapshot.offer.carrier_id);
  if (carrier === undefined) return { end: "AGAIN", error: "The carrier of this purchase is no longer set up." };
  if (carrier.place !== "remote") throw new Error(`the purchase ${transactionID} is open at a carrier of this station`);
  const consignment = consignmentOfPurchase(deps, requireShipment(deps, row.shipment_id), snapshot);
  const outcome = await carrier.buy(purchaseRequest(row, snapshot.offer, consignment), signal);
  if (outcome.outcome === "unknown") return { end: "AGAIN", error: outcome.cause };
  if (outcome.outcome === "refused") {
    return { end: "REFUSED", error: outcome.reason, write: () => void refusePurchase(deps, row, outcome) };
  }
  if (outcome.value.barcode.trim() === "") return { end: "AGAIN", error: "The carrier's answer has no barcode." };
  deps.faultPoint("purchase.asked");
  return { end: "DONE", error: "", write: () => settlePurchase(deps, row, snapshot.offer, outcome.value), after: () => deps.faultPoint("purchase.settled") };
}

/** Whether this station has asked so often about an open purchase that its shipment says so. */
export function isStuck(deps: Pick<Deps, "db">, { id, status }: Pick<TransactionRow, "id" | "status">): boolean {
  const job = status === "PENDING" ? findJob(deps, "buy", id) : undefined;
  return job !== undefined && (job.attempts >= SHOWN_FROM || job.state === "NEEDS_PERSON");
}

/** @returns ms */
export function carrierDeadlineMs(carrier: Carrier | undefined): number {
  return carrier?.place === "remote" ? (carrier.purchaseDeadlineMs ?? CARRIER_TIMEOUT_MS) : CARRIER_TIMEOUT_MS;
}

function carrierOf(deps: Deps, transactionID: string): Carrier | undefined {
  const snapshot = findSnapshot(deps.db, transactionID);
  return snapshot === undefined ? undefined : deps.carriers.find(snapshot.offer.carrier_id);
}
