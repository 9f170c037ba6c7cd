/**
 * Second labels of a shipment, as people are to know of them: which one stays, and what has become
 * of the other.
 */
import type { ReadDeps } from "../../db/deps.ts";
import { findJob } from "../../jobs/jobs.service.ts";
import { listInConflict, requireShipment } from "../../shipping/shipments/shipments.service.ts";
import { findCancelled, listLiveTransactions } from "./transactions.store.ts";

/**
 * Of one label that is to be void. `asked`: its carrier has not answered. `refused`: a person must
 * have it cancelled. `elsewhere`: the station that bought it sees to it.
 */
export type SurplusLabel = {
  readonly barcode: string;
  readonly carrierName: string;
  readonly state: "asked" | "refused" | "elsewhere";
  readonly reason: string;
};

/**
 * @returns The label in force, and the others; undefined for a shipment that has not more than one
 *   label.
 */
export function findSurplus(
  deps: ReadDeps,
  shipment: { readonly id: string; readonly purchase_id: string | null },
): { readonly stays: string; readonly others: readonly SurplusLabel[] } | undefined {
  const live = listLiveTransactions(deps.db, shipment.id).filter(({ status }) => status === "DONE");
  const stays = live.find(({ id }) => id === shipment.purchase_id);
  if (stays === undefined || live.length < 2) return undefined;
  const others = live.flatMap((row): SurplusLabel[] => {
    if (row.id === stays.id) return [];
    const job = findJob(deps, "cancel", row.id);
    const isAsked = job?.state === "WAITING" || job?.state === "RUNNING";
    const state =
      job === undefined && row.is_own !== 1 ? "elsewhere" : isAsked ? "asked" : "refused";
    return [
      { barcode: row.barcode, carrierName: row.carrier_name, state, reason: job?.last_error ?? "" },
    ];
  });
  return { stays: stays.barcode, others };
}

/** Shipments that are looked through for a label which is not void yet. */
const AT_MOST = 100;

/**
 * Whether a scanned label must not go to the carrier: it is void, or another one of its shipment
 * stays.
 *
 * @returns The shipment's number, and the barcode that stays, "" where none does; undefined for any
 *   other code.
 */
export function findVoidLabel(
  deps: ReadDeps,
  organizationID: string,
  barcode: string,
): { readonly number: number; readonly stays: string } | undefined {
  for (const { id, number, purchase_id } of listInConflict(deps, organizationID, AT_MOST)) {
    const surplus = findSurplus(deps, { id, purchase_id });
    if (surplus?.others.some((other) => other.barcode === barcode) === true)
      return { number, stays: surplus.stays };
  }
  const shipmentID = findCancelled(deps.db, organizationID, barcode);
  if (shipmentID === undefined) return undefined;
  const shipment = requireShipment(deps, shipmentID);
  return { number: shipment.number, stays: shipment.status === "CANCELED" ? "" : shipment.barcode };
}
