/** Words for a shipment's state, the same on all screens. Pure. */
import type { ShipmentStatus } from "../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Shipment } from "../../core/shipping/shipments/shipments.schema.ts";

export type Stated = {
  readonly status: ShipmentStatus;
  readonly isReturn: boolean;
  /** Whether the order is on hold; matters only without a label. */
  readonly isHeld?: boolean;
  /** Whether the carrier reported the parcel as lost. */
  readonly isLost?: boolean;
};

type StateName = ShipmentStatus | "HELD" | "LOST";
type StateKey = `state.${StateName}` | `state.return.${Exclude<StateName, "HELD">}`;

/** Returns whether a shipment with this status has no label and none is being bought. */
export function isWithoutLabel(status: ShipmentStatus): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

/** Returns the key of the words for a state. */
export function stateKey({ status, isReturn, isHeld = false, isLost = false }: Stated): StateKey {
  const name = status === "FAILED" && isLost ? "LOST" : status;
  if (isReturn) return `state.return.${name}`;
  return isHeld && isWithoutLabel(status) ? "state.HELD" : `state.${name}`;
}

/** Returns whether the last tracking event says that the carrier has lost the parcel. */
export function isLost({ trackingStatus }: Pick<Shipment, "trackingStatus">): boolean {
  return trackingStatus?.trackingSubStatusCode === "package_lost";
}
