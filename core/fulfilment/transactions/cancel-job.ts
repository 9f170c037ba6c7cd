/** Job that asks a remote carrier to cancel a label, until the carrier accepts or refuses. */
import {
  done,
  unknown,
  type Outcome,
  type PurchaseRequest,
} from "../../shipping/carriers/carrier.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Attempt, JobKind } from "../../jobs/job.ts";
import { consignmentOfPurchase } from "../../shipping/shipments/consign-shipment.ts";
import { requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { settleCancel, settleOne } from "./cancel-shipment.ts";
import { findCancellerOf, type Canceller } from "./canceller.ts";
import { CARRIER_BACKOFF } from "./purchase-job.ts";
import { CARRIER_TIMEOUT_MS } from "./seller.ts";
import {
  announcedDetails,
  isBeingAnnounced,
  isConfirmed,
} from "../announcements/announcements.service.ts";
import { getSnapshot, getTransactionRow } from "./transactions.store.ts";
import { readCancelPayload, SECOND_LABEL, type CancelPayload } from "./void-job.ts";
import { detailsOf } from "../../shipping/offers/offers.service.ts";
import { purchaseRequest } from "./buy-offer.ts";

const AT_ONCE = 32;
/** Time after which a cancellation looks again whether the announcement has ended, ms. */
const WHILE_ANNOUNCED_MS = 500;

/**
 * Asks a remote carrier to cancel a bought label, with backoff, for 72 hours and at least ten
 * attempts; then a person must decide. The shipment changes only with the carrier's answer. For a
 * label that it has cancelled already, a carrier answers done. A refusal after an attempt with an
 * unknown outcome is checked by a lookup; without a lookup a person must decide.
 */
export function createCancelJobs(
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers" | "connections">,
): JobKind {
  return {
    kind: "cancel",
    atOnce: AT_ONCE,
    perLane: AT_ONCE,
    backoff: CARRIER_BACKOFF,
    timeoutMs: (job) =>
      findCancellerOf(deps, getTransactionRow(deps.db, job.subjectID))?.timeoutMs ??
      CARRIER_TIMEOUT_MS,
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
  deps: WriteDeps & Pick<FulfilmentDeps, "faultPoint" | "carriers" | "connections">,
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
  const canceller = findCancellerOf(deps, row);
  if (canceller === undefined) return GONE;
  // An announcement that arrived after the cancellation would make the label known again.
  if (isBeingAnnounced(deps, transactionID)) return whileAnnounced(deps.now());
  const consignment = consignmentOfPurchase(deps, requireShipment(deps, row.shipmentID), snapshot);
  const key = `${row.id} cancel`;
  const asked = await canceller.cancel(
    {
      key,
      purchaseKey: row.id,
      consignment,
      barcode: row.barcode,
      trackingNumber: row.trackingNumber,
      details: { ...detailsOf(snapshot.offer), ...announcedDetails(deps, transactionID) },
      isConfirmed: isConfirmed(deps, transactionID, mayBeCancelled),
    },
    signal,
  );
  const isDoubtful = asked.outcome === "refused" && mayBeCancelled && !canceller.isRefusalFinal;
  if (isDoubtful && canceller.find === undefined)
    return { end: "NEEDS_PERSON", error: refusedText(row.id, asked.reason) };
  const outcome = isDoubtful
    ? await lookUp(canceller, purchaseRequest(row, snapshot.offer, consignment), asked, signal)
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

const GONE: Attempt = {
  end: "AGAIN",
  error: "The carrier of this label is no longer set up.",
  isUnsent: true,
};

function whileAnnounced(now: string): Attempt {
  return {
    end: "AGAIN",
    error: "The label is being announced to its carrier.",
    isUnsent: true,
    at: new Date(Date.parse(now) + WHILE_ANNOUNCED_MS).toISOString(),
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
  { find }: Canceller,
  request: PurchaseRequest,
  refusal: Outcome<never>,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const found = await find?.(request, signal);
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
