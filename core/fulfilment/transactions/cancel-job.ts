/** Job that asks a remote carrier to cancel a label, until the carrier accepts or refuses. */
import type { PurchaseRequest, RemoteCarrier } from "../../shipping/carriers/carrier.ts";
import { done, unknown, type Outcome } from "../../shipping/carriers/carrier.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Attempt, JobKind } from "../../jobs/job.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import { requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { settleCancel, settleOne } from "./cancel-shipment.ts";
import { CARRIER_BACKOFF, carrierDeadlineMs } from "./purchase-job.ts";
import { getSnapshot, getTransactionRow } from "./transactions.store.ts";
import { readCancelPayload, SECOND_LABEL, type CancelPayload } from "./void-job.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import { purchaseRequest } from "./buy-offer.ts";

const AT_ONCE = 32;

/**
 * Asks a remote carrier to cancel a bought label, with backoff, for 72 hours and at least ten
 * attempts; then a person must decide. The shipment changes only with the carrier's answer. For a
 * label that it has cancelled already, a carrier answers done. A refusal after an attempt with an
 * unknown outcome is checked by a lookup; without a lookup a person must decide.
 */
export function createCancelJobs(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers">,
): JobKind {
  return {
    kind: "cancel",
    atOnce: AT_ONCE,
    perLane: AT_ONCE,
    backoff: CARRIER_BACKOFF,
    timeoutMs: (job) =>
      carrierDeadlineMs(deps.carriers.find(getSnapshot(deps.db, job.subjectID).offer.carrierID)),
    attempt: (job, signal) =>
      askToCancel(
        deps,
        {
          transactionID: job.subjectID,
          ...readCancelPayload(job.payload),
          mayBeCancelled: job.mayBeDone === 1,
        },
        signal,
      ),
  };
}

/**
 * Asks the carrier once to cancel a label. Skips a purchase that is no longer bought.
 *
 * @param of.memberID Member who asked for the cancellation.
 * @param of.isSurplus Whether the shipment has another label, which stays in force.
 * @param of.mayBeCancelled Whether the outcome of an earlier attempt is unknown.
 */
export async function askToCancel(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers">,
  {
    transactionID,
    memberID,
    isSurplus = false,
    mayBeCancelled = false,
  }: CancelPayload & { readonly transactionID: string; readonly mayBeCancelled?: boolean },
  signal: AbortSignal,
): Promise<Attempt> {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status !== "DONE") return { end: "DONE", error: "" };
  const snapshot = getSnapshot(deps.db, transactionID);
  const carrier = deps.carriers.find(snapshot.offer.carrierID);
  if (carrier?.place !== "remote" || carrier.cancel === undefined)
    return {
      end: "AGAIN",
      error: "The carrier of this label is no longer set up.",
      isUnsent: true,
    };
  const consignment = consignmentOfPurchase(deps, requireShipment(deps, row.shipmentID), snapshot);
  const key = `${row.id} cancel`;
  const asked = await carrier.cancel(
    {
      key,
      purchaseKey: row.id,
      consignment,
      barcode: row.barcode,
      trackingNumber: row.trackingNumber,
      details: detailsOf(snapshot.offer),
    },
    signal,
  );
  if (asked.outcome === "refused" && mayBeCancelled && !carrier.can.has("find"))
    return { end: "NEEDS_PERSON", error: refusedText(row.id, asked.reason) };
  const outcome =
    asked.outcome === "refused" && mayBeCancelled
      ? await lookUp(carrier, purchaseRequest(row, snapshot.offer, consignment), asked, signal)
      : asked;
  if (outcome.outcome === "unknown")
    return { end: "AGAIN", error: outcome.cause, isUnsent: outcome.isUnsent === true };
  if (outcome.outcome === "refused") return { end: "REFUSED", error: outcome.reason };
  deps.faultPoint("cancel.asked");
  return {
    end: "DONE",
    error: "",
    write: () =>
      isSurplus
        ? settleSecond(deps, transactionID, memberID)
        : settleCancel(deps, transactionID, memberID),
    after: () => deps.faultPoint("cancel.settled"),
  };
}

function settleSecond(deps: WriteDeps, transactionID: string, memberID: string): void {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status === "DONE") settleOne(deps, row, { memberID, why: SECOND_LABEL });
}

/**
 * Checks a refusal that follows an attempt with an unknown outcome.
 *
 * @returns done when the carrier has no sold label under the purchase's key; the refusal when it
 *   has one; unknown when it does not say.
 */
async function lookUp(
  carrier: RemoteCarrier,
  request: PurchaseRequest,
  refusal: Outcome<never>,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const found = await carrier.find?.(request, signal);
  if (found?.outcome === "unknown") return found;
  if (found?.outcome !== "done")
    return unknown(
      `The carrier does not say whether it has cancelled this label: ${found?.reason ?? "it cannot be asked"}`,
    );
  return found.value === null ? done(null) : refusal;
}

function refusedText(purchaseKey: string, reason: string): string {
  return `The carrier refused ("${reason}") after an attempt that it gave no answer to, so it may have cancelled the label. Ask the carrier whether it has cancelled the label ${purchaseKey}. If it has, try again: it must confirm that. If the label stands, end the cancellation here as not done; the label stays paid.`;
}
