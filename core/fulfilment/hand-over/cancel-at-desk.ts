/** Cancels shipments; where members sign in at the desk, a late cancellation needs a lead's leave. */
import { requireLead } from "../../http/lead-act.ts";
import type { Actor } from "../../http/actor.ts";
import { getShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { cancelShipment } from "../transactions/cancel-shipment.ts";
import { listLabels } from "../transactions/transactions.service.ts";
import { findHandedOver } from "./hand-over.store.ts";
import { handedOverID } from "./handed-over-id.ts";

/** How long packers may cancel their own labels, ms. */
const UNDO_MS = 30 * 60_000;

type CancelDeps = Parameters<typeof cancelShipment>[0];

/**
 * Cancels a shipment.
 *
 * @throws AppError E2242 when a packer who signed in at the desk cancels another member's label, one
 *   that was bought more than half an hour ago, or one on a truck; the errors of `cancelShipment`
 */
export async function cancelAtDesk(
  deps: CancelDeps,
  actor: Actor,
  shipmentID: string,
): Promise<void> {
  const { id } = getShipmentRow(deps, actor, shipmentID);
  const earliest = Date.parse(deps.now()) - UNDO_MS;
  const isLate = listLabels(deps, id).some(
    (label) =>
      label.memberID !== actor.memberID ||
      Date.parse(label.createdAt) < earliest ||
      findHandedOver(deps.db, handedOverID(label.id))?.state === "LOADED",
  );
  if (isLate) requireLead(actor, "cancel");
  await cancelShipment(deps, actor, shipmentID);
}
