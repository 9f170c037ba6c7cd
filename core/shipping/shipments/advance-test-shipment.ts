/**
 * Simulated tracking of test mode: a bought test shipment moves one step each time a program reads
 * it with a token, until it is delivered. A test label of another server moves there.
 */
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { ShippingDeps } from "../deps.ts";
import type { TrackingSubCode } from "../tracking/tracking.schema.ts";
import { trackingHistory } from "../tracking/tracking.service.ts";
import { recordTracking } from "./record-tracking.ts";
import type { ShipmentRow } from "./shipments.service.ts";

const STEPS: readonly { readonly subCode: TrackingSubCode; readonly details: string }[] = [
  { subCode: "information_received", details: "Kargo bilgileri alındı" },
  { subCode: "package_accepted", details: "Kargo şubeye kabul edildi" },
  { subCode: "package_departed", details: "Kargo transfer merkezinden ayrıldı" },
  { subCode: "package_processing", details: "Kargo transfer merkezinde" },
  { subCode: "delivery_scheduled", details: "Kargo alıcı şubesinde" },
  { subCode: "out_for_delivery", details: "Kargo dağıtıma çıktı" },
  { subCode: "delivered", details: "Kargo teslim edildi" },
];

const MOVING = ["TRACKING_CODE_CREATED", "LABEL_PRINTED", "SHIPPED", "RETURN_SHIPPED"];

/**
 * Moves a bought test shipment one step. Ignores live shipments, unbought shipments, and reads by
 * the desk.
 */
export function advanceTestShipment(
  deps: WriteDeps & Pick<ShippingDeps, "origin" | "geo">,
  actor: Actor,
  shipment: ShipmentRow,
): void {
  if (
    actor.via !== "token" ||
    shipment.test === 0 ||
    shipment.providerAccountID !== null ||
    !MOVING.includes(shipment.status)
  )
    return;
  const step = STEPS[trackingHistory(deps, shipment.id).length];
  if (step !== undefined)
    recordTracking(deps, shipment.id, { ...step, statusDate: deps.now(), locationName: "" });
}
