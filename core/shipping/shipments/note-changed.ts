/** Publishes that something of a shipment other than its status has changed. */
import type { WriteDeps } from "../../db/deps.ts";
import { recordFact } from "../../db/outbox/record-fact.ts";
import { findShipmentRow } from "./shipments.service.ts";

/**
 * Records the change, so that screens read the shipment again; needs an open transaction. Does
 * nothing until the shipment has arrived from another station.
 */
export function noteChanged(deps: WriteDeps, shipmentID: string): void {
  const row = findShipmentRow(deps, shipmentID);
  if (row === undefined) return;
  recordFact(deps, {
    topic: "shipment.changed",
    organizationID: row.organizationID,
    subjectID: row.id,
    visibleTo: row.createdBy,
    payload: null,
  });
}
