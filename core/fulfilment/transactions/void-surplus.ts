/**
 * Resolves a shipment for which two disconnected stations bought a label. Every station keeps the
 * label that was bought first; the station that bought the other label has that label voided, once.
 * If that station was revoked, the station that bought the first label has it voided. A person must
 * decide about a label whose parcel the carrier has.
 */
import { isAppError } from "../../base/errors.ts";
import { findEnd } from "../../db/station-ends.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { enqueueJob, findJob } from "../../jobs/jobs.service.ts";
import { endOpenJobs } from "../../printing/printing.service.ts";
import { findShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { findCanceller, settleOne } from "./cancel-shipment.ts";
import { SECOND_LABEL } from "./void-job.ts";
import { findTransactionRow, findWritten, type TransactionRow } from "./transactions.store.ts";

/**
 * Voids this station's surplus labels; needs an open transaction.
 *
 * @param surplus Transactions whose labels are not in force.
 */
export function voidSurplus(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  surplus: readonly string[],
): void {
  for (const id of surplus) {
    const row = findTransactionRow(deps.db, id);
    if (row?.status !== "DONE" || !isOurs(deps, row) || findJob(deps, "cancel", id) !== undefined)
      continue;
    deps.log.warn(
      { transactionID: id, shipmentID: row.shipmentID },
      "another label of the same shipment was bought first; this label will be voided",
    );
    voidLabel(deps, row);
  }
}

/**
 * Returns whether this station must void a surplus label: this station bought it; or its buyer was
 * revoked, and this station bought the label that stays.
 */
function isOurs({ db }: ReadDeps, { id, shipmentID }: TransactionRow): boolean {
  const buyer = buyerOf(db, id);
  if (buyer === db.stationID) return true;
  if (buyer === undefined || findEnd(db, buyer) === undefined) return false;
  const stays = findShipmentRow({ db }, shipmentID)?.purchaseID ?? undefined;
  return stays !== undefined && buyerOf(db, stays) === db.stationID;
}

function buyerOf(db: FulfilmentDeps["db"], transactionID: string): string | undefined {
  const stamp = findWritten(db, transactionID)?.stamp;
  return stamp === undefined ? undefined : db.stamps.writerOf(stamp).split(".")[0];
}

function voidLabel(
  deps: WriteDeps & Pick<FulfilmentDeps, "carriers" | "connections">,
  row: TransactionRow,
): void {
  endOpenJobs(deps, row.shipmentID);
  try {
    const canceller = findCanceller(deps, row);
    if (canceller === undefined)
      return settleOne(deps, row, { memberID: row.memberID, why: SECOND_LABEL });
    enqueueJob(deps, {
      kind: "cancel",
      lane: `cancel ${canceller.id}`,
      subjectID: row.id,
      organizationID: row.organizationID,
      shipmentID: row.shipmentID,
      payload: { memberID: row.memberID, isSurplus: true },
    });
  } catch (error) {
    if (!isAppError(error, "labelNotCancellable")) throw error;
    // The conflict on the shipment shows people what to do.
    deps.log.warn(
      { err: error, transactionID: row.id },
      "the carrier of a second label accepts no cancellations",
    );
  }
}
