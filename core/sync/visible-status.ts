/** The part of the stations' state that a member may see. */
import type { ReadDeps } from "../db/deps.ts";
import type { Actor } from "../http/actor.ts";
import { findShipmentRow, onlyOf } from "../shipping/shipments/shipments.service.ts";
import type { SyncStatus } from "./sync.schema.ts";
import { maySee } from "../shipping/shipments/may-see.ts";

/**
 * Filters the state: a member with limited access sees only its own orders that are open at a desk,
 * and conflicts about its own orders.
 */
export function visibleStatus(deps: ReadDeps, actor: Actor, status: SyncStatus): SyncStatus {
  if (onlyOf(actor) === undefined) return status;
  const isOwn = (shipmentID: string): boolean => {
    const row = findShipmentRow(deps, shipmentID);
    return row !== undefined && row.organizationID === actor.organizationID && maySee(actor, row);
  };
  const stations = status.stations.map((station) =>
    station.packing !== null && !isOwn(station.packing.shipmentID)
      ? { ...station, packing: null }
      : station,
  );
  return {
    ...status,
    stations,
    conflicts: status.conflicts.filter(({ subjectID }) => isOwn(subjectID)),
  };
}
