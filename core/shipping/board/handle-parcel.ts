/** Marks a parcel that needs attention as handled, until its next event. */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import { getShipmentRow } from "../shipments/shipments.service.ts";
import { noteChanged } from "../shipments/note-changed.ts";
import { findNewestEvent } from "../tracking/tracking.service.ts";
import type { Handled, ParcelWay } from "./board.schema.ts";
import { insertHandled, listHandled } from "./handled.store.ts";
import { readParcelWay } from "./parcel-way.ts";

/**
 * Marks a parcel as handled; a repeated call with the same event and note writes nothing.
 *
 * @throws AppError E1051 when the actor may not see the shipment, E2083 when the shipment has an
 * event that the person did not see.
 */
export function handleParcel(
  deps: WriteDeps & Pick<ShippingDeps, "settings" | "geo">,
  actor: Actor,
  { shipmentID, eventID, note }: Handled,
): ParcelWay {
  return inTransaction(deps, () => {
    const row = getShipmentRow(deps, actor, shipmentID);
    if (findNewestEvent(deps, row.id) !== eventID) throw errors.newerTrackingEvent();
    const isKnown = listHandled(deps.db, row.id).some(
      (known) => known.eventID === eventID && known.note === note,
    );
    if (!isKnown) {
      insertHandled(deps.db, {
        id: deps.newId(),
        createdAt: deps.now(),
        organizationID: actor.organizationID,
        shipmentID: row.id,
        eventID,
        note: isErased(deps.db, row.id) ? "" : note,
        createdBy: actor.memberID,
      });
      noteChanged(deps, row.id);
    }
    return readParcelWay(deps, actor, row.id);
  });
}
