/**
 * Shows people the surplus labels of a shipment: which label stays in force, and the state of each
 * other label.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { listInConflict, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { findCancelled, listLiveTransactions } from "./transactions.store.ts";

/**
 * State of a label that must be voided. `asked`: its carrier has not answered. `refused`: a person
 * must have it cancelled. `elsewhere`: the station that bought it is responsible.
 */
export type SurplusLabel = {
  readonly barcode: string;
  readonly carrierName: string;
  readonly state: "asked" | "refused" | "elsewhere";
  readonly reason: string;
};

/**
 * Finds the surplus labels of a shipment.
 *
 * @returns The label in force, and the surplus labels; undefined for a shipment that has at most
 *   one label, or no label in force.
 */
export function findSurplus(
  deps: ReadDeps,
  shipment: { readonly id: string; readonly purchaseID: string | null },
): { readonly stays: string; readonly others: readonly SurplusLabel[] } | undefined {
  const live = listLiveTransactions(deps.db, shipment.id).filter(({ status }) => status === "DONE");
  const stays = live.find(({ id }) => id === shipment.purchaseID);
  if (stays === undefined || live.length < 2) return undefined;
  const others = live.flatMap((row): SurplusLabel[] => {
    if (row.id === stays.id) return [];
    const job = findJob(deps, "cancel", row.id);
    const isAsked = job?.state === "WAITING" || job?.state === "RUNNING";
    const state =
      job === undefined && row.isOwn !== 1 ? "elsewhere" : isAsked ? "asked" : "refused";
    return [
      { barcode: row.barcode, carrierName: row.carrierName, state, reason: job?.lastError ?? "" },
    ];
  });
  return { stays: stays.barcode, others };
}

/** Highest number of shipments that are searched for a label that is not void yet. */
const AT_MOST = 100;

/**
 * Finds out whether a scanned label must not go to the carrier, because it is void or its shipment
 * has another label in force.
 *
 * @returns The shipment's number, and the barcode in force ("" when there is none); undefined for
 * any other code.
 */
export function findVoidLabel(
  deps: ReadDeps,
  organizationID: string,
  barcode: string,
): { readonly number: number; readonly stays: string } | undefined {
  for (const { id, number, purchaseID } of listInConflict(deps, organizationID, AT_MOST)) {
    const surplus = findSurplus(deps, { id, purchaseID });
    if (surplus?.others.some((other) => other.barcode === barcode) === true)
      return { number, stays: surplus.stays };
  }
  const shipmentID = findCancelled(deps.db, organizationID, barcode);
  if (shipmentID === undefined) return undefined;
  const shipment = requireShipment(deps, shipmentID);
  return { number: shipment.number, stays: shipment.status === "CANCELED" ? "" : shipment.barcode };
}
