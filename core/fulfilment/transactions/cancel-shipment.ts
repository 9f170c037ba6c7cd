/**
 * Cancels shipments. An unbought shipment only changes its status; a bought shipment is also
 * refunded, if the carrier does not have the parcel yet. For a label of a remote carrier a job asks
 * the carrier first, and nothing changes until the carrier accepts. A purchase whose carrier has not
 * made its label yet is given up first.
 */
import { errors } from "../../base/errors.ts";
import { moneyText } from "../../base/money.ts";
import { inTransaction } from "../../db/change.ts";
import { freeOnce } from "../../db/done-once.ts";
import { withLeases, type ClaimNeed } from "../../db/leases.ts";
import { missingClaim, requireClaim } from "../../db/shipment-claims.ts";
import type { Actor } from "../../http/actor.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { enqueueJob, findJob } from "../../jobs/jobs.service.ts";
import { paidFor, postEntry } from "../../organizations/ledger/ledger.service.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { endOpenJobs } from "../../printing/printing.service.ts";
import {
  getShipmentRow,
  requireShipment,
  type ShipmentRow,
} from "../../shipping/shipments/shipments.service.ts";
import { findFirstOf } from "../../shipping/shipments/joined-orders.ts";
import { enqueueRelease } from "../../shipping/shipments/enqueue-release.ts";
import { refoldShipment } from "../../shipping/shipments/refold.ts";
import { move } from "../../shipping/shipments/status-machine.ts";
import { noteFact, tryMoveShipment } from "../../shipping/shipments/move-shipment.ts";
import { closeAnnouncement } from "../announcements/announcements.service.ts";
import { PAID_BY } from "./paid-by.ts";
import { mustAgree, requireCanceller, type Canceller } from "./canceller.ts";
import { giveUpPurchases } from "./give-up-purchase.ts";
import { findWhyStuck } from "./open-purchases.ts";
import { findPurchase } from "./transactions.service.ts";
import { isBeingVoided } from "./void-job.ts";
import {
  getTransactionRow,
  listLiveTransactions,
  tryMoveTransaction,
  type TransactionRow,
} from "./transactions.store.ts";

/**
 * Cancels a shipment and waits for its carriers; cancelling it again changes nothing.
 *
 * @throws AppError E1051, E2009; E2134 while another station holds an unbought shipment; E2261 for an
 *   order whose items are in another's parcel, since they would be sent all the same
 * @throws AppError E2022 when the carrier has the parcel or accepts no cancellations; nothing was
 * changed.
 * @throws AppError E2008 when the carrier has not answered yet: the job retries, and the shipment
 * stays unchanged until then.
 */
export async function cancelShipment(
  deps: WriteDeps &
    Pick<FulfilmentDeps, "faultPoint" | "jobs" | "carriers" | "connections" | "leases">,
  actor: Actor,
  shipmentID: string,
): Promise<void> {
  if (findFirstOf(deps, getShipmentRow(deps, actor, shipmentID)) !== undefined)
    throw errors.orderPackedTogether(
      "The items of this order are in the parcel of another order. Separate that order, or cancel its label: then this order waits again and can be cancelled. Nothing was changed.",
    );
  await giveUpPurchases(deps, actor, shipmentID);
  const asked = await withLeases(
    deps,
    () => missingClaimOf(deps, actor, shipmentID),
    () => beginCancel(deps, actor, shipmentID),
  );
  deps.faultPoint(asked.length === 0 ? "cancel.settled" : "cancel.reserved");
  // Orders that were packed in the parcel wait again.
  if (asked.length === 0) return void deps.jobs.wake();
  const isOpen = ({ transactionID }: Asked): boolean =>
    getTransactionRow(deps.db, transactionID).status === "DONE";
  const ends = asked.filter(isOpen).map(({ jobID }) => deps.jobs.whenEnded(jobID));
  deps.jobs.wake();
  await Promise.all(ends);
  for (const { transactionID } of asked.filter(isOpen)) {
    const job = findJob(deps, "cancel", transactionID);
    if (job?.state === "REFUSED")
      throw errors.labelNotCancellable(`The carrier did not cancel this label: ${job.lastError}`, {
        reason: "carrier",
        words: job.lastError,
      });
    if (job?.state === "NEEDS_PERSON") throw errors.outcomeUnknown(job.lastError);
    throw errors.outcomeUnknown(
      "The carrier has not answered yet whether it cancels this label. The station asks again; until then the shipment stays unchanged.",
    );
  }
}

/** Finds the claim that cancelling lacks; only an unbought shipment needs a claim. */
function missingClaimOf(deps: ReadDeps, actor: Actor, shipmentID: string): ClaimNeed | undefined {
  const { id, status } = getShipmentRow(deps, actor, shipmentID);
  const isUnbought = status !== "CANCELED" && listLiveTransactions(deps.db, id).length === 0;
  return isUnbought ? missingClaim(deps.db, id) : undefined;
}

export type Asked = { readonly transactionID: string; readonly jobID: string };

/**
 * Cancels a shipment if no carrier must be asked; otherwise creates the jobs that ask.
 *
 * @returns The purchases whose carriers are asked; empty when the shipment is cancelled.
 * @throws AppError E1051, E2009, E2022, E2134
 */
export function beginCancel(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  actor: Actor,
  shipmentID: string,
): Asked[] {
  return inTransaction(deps, () => {
    const shipment = getShipmentRow(deps, actor, shipmentID);
    if (shipment.status === "CANCELED") return [];
    const live = listLiveTransactions(deps.db, shipmentID);
    for (const row of live) if (row.status === "PENDING") throw stillOpen(deps, row);
    for (const { id } of live)
      if (isBeingVoided(deps, id))
        throw errors.shipmentBusy(
          "A second label of this shipment is being voided. Cancel the shipment when its carrier has answered.",
        );
    if (live.length === 0) requireClaim(deps.db, shipment.id);
    if (move(shipment.status, "cancelled", shipment.isReturn === 1) === undefined)
      throw errors.labelNotCancellable();
    const remote = live.filter((row) => mustAgree(deps, row));
    if (remote.length === 0) cancelAll(deps, actor.memberID, shipment, live);
    return remote.map((row) => ({
      transactionID: row.id,
      jobID: enqueueCancel(deps, row, {
        canceller: requireCanceller(deps, row),
        memberID: actor.memberID,
      }),
    }));
  });
}

/**
 * Writes that a carrier has cancelled a label: refunds the label, and cancels the shipment when no
 * other label of a remote carrier is left. Needs an open transaction; does nothing when the
 * purchase is no longer bought.
 *
 * @param memberID Member who asked for the cancellation.
 * @param why Shown with the cancelled label.
 */
export function settleCancel(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  transactionID: string,
  memberID: string,
  why = BY_SENDER,
): void {
  const row = getTransactionRow(deps.db, transactionID);
  if (row.status !== "DONE") return;
  const shipment = requireShipment(deps, row.shipmentID);
  const live = listLiveTransactions(deps.db, shipment.id);
  if (!live.some((other) => other.id !== row.id && mustAgree(deps, other)))
    return cancelAll(deps, memberID, shipment, live, why);
  settleOne(deps, row, { memberID, why });
}

/**
 * Voids and refunds one label of a shipment while another label stays; needs an open transaction.
 * Refunds nothing when the purchase is no longer bought.
 */
export function settleOne(
  deps: WriteDeps,
  row: TransactionRow,
  { memberID, why }: { readonly memberID: string; readonly why: string },
): void {
  const shipment = requireShipment(deps, row.shipmentID);
  noteFact(deps, shipment.id, "cancelled", row.id);
  refund(deps, memberID, shipment, row, why);
  refold(deps, shipment.id);
}

/**
 * Cancels a shipment with all its labels, also those bought at other stations: no label of a
 * cancelled shipment stays paid.
 */
function cancelAll(
  deps: WriteDeps,
  memberID: string,
  shipment: ShipmentRow,
  live: readonly TransactionRow[],
  why = BY_SENDER,
): void {
  const isMoved = tryMoveShipment(deps, shipment, "cancelled", {}, shipment.purchaseID);
  if (!isMoved) noteFact(deps, shipment.id, "cancelled", shipment.purchaseID);
  endOpenJobs(deps, shipment.id);
  enqueueRelease(deps, shipment);
  for (const row of live) {
    // without this fact the fold would put the label in force
    if (row.id !== shipment.purchaseID) noteFact(deps, shipment.id, "cancelled", row.id);
    refund(deps, memberID, shipment, row, why);
  }
  // After the parcel was scanned, no move fits; then the fold of the facts decides, as at every
  // other station.
  if (!isMoved) refold(deps, shipment.id);
}

/** Makes the E2009 of a shipment with an open purchase, which says who can cancel it, and when. */
function stillOpen(deps: ReadDeps, { id, isOwn }: Pick<TransactionRow, "id" | "isOwn">): Error {
  // Only the station that buys has the job.
  if (isOwn !== 1 && findJob(deps, "buy", id) === undefined)
    return errors.shipmentBusy(
      "Another station is buying the label of this shipment. Cancel the shipment at that station, or here when the outcome of the purchase is known.",
      { reason: "elsewhere" },
    );
  return errors.shipmentBusy(openText(deps, id));
}

function openText(deps: ReadDeps, transactionID: string): string {
  const stuck = findWhyStuck(deps, transactionID);
  if (stuck === undefined)
    return "The purchase of this label is still open. Cancel the shipment when its outcome is known.";
  return `It is unknown whether the carrier sold this label, and the station no longer asks by itself. Decide the outcome first, under Settings or by POST /station/jobs/${stuck.jobID}/again or /not-done; then cancel the shipment. ${stuck.reason}`;
}

function refold(deps: WriteDeps, shipmentID: string): void {
  refoldShipment(deps, shipmentID, (id) => findPurchase(deps, id));
}

const BY_SENDER = "Cancelled by the sender";

function refund(
  deps: WriteDeps,
  memberID: string,
  shipment: ShipmentRow,
  row: TransactionRow,
  why = BY_SENDER,
): void {
  const isCancelled = tryMoveTransaction(deps.db, row.id, "DONE", {
    status: "CANCELED",
    isRefund: 1,
    cancelDescription: why,
    updatedAt: deps.now(),
  });
  if (!isCancelled) return;
  closeAnnouncement(deps, row.id);
  freeOnce(deps.db, "purchase", shipment.id);
  if (row.onAccount !== PAID_BY.balance) return;
  const amount = paidFor(deps, row.id);
  if (amount === 0) return;
  const organizationID = row.organizationID;
  const { newBalance } = postEntry(deps, {
    organizationID,
    kind: "REFUND",
    amount,
    transactionID: row.id,
    reference: String(shipment.number),
  });
  recordFact(deps, {
    topic: "balance.changed",
    organizationID,
    subjectID: organizationID,
    visibleTo: memberID,
    payload: { balance: moneyText(newBalance) },
  });
}

/**
 * Finds the carrier that must cancel a label.
 *
 * @returns Undefined when no carrier must be asked.
 * @throws AppError E2022 when the carrier accepts no cancellations
 */
export function findCanceller(
  deps: Pick<FulfilmentDeps, "db" | "carriers" | "connections">,
  row: TransactionRow,
): Canceller | undefined {
  return mustAgree(deps, row) ? requireCanceller(deps, row) : undefined;
}

function enqueueCancel(
  deps: Pick<FulfilmentDeps, "db" | "now" | "newId">,
  row: TransactionRow,
  { canceller, memberID }: { canceller: Canceller; memberID: string },
): string {
  return enqueueJob(deps, {
    kind: "cancel",
    lane: `cancel ${canceller.id}`,
    subjectID: row.id,
    organizationID: row.organizationID,
    shipmentID: row.shipmentID,
    payload: { memberID },
  });
}
