/** A shipment's state as people read it, the same on all screens and in files. Pure. */
import type { ShipmentStatus } from "./status-machine.ts";

export type Stated = {
  readonly status: ShipmentStatus;
  readonly isReturn: boolean;
  /** Whether the order is on hold; matters only without a label. */
  readonly isHeld?: boolean;
  /** Whether the carrier reported the parcel as lost. */
  readonly isLost?: boolean;
  /** Code of the last tracking event, where it is known. */
  readonly event?: string;
};

type EventState = "ANNOUNCED" | "HANDED_OVER" | "OUT_FOR_DELIVERY" | "DAMAGED";
export type StateName = ShipmentStatus | "HELD" | "LOST" | EventState;

/** Tracking events that are shown as states of a parcel on its way, while they are the newest. */
const EVENTS: Readonly<Record<string, EventState>> = {
  package_accepted: "HANDED_OVER",
  out_for_delivery: "OUT_FOR_DELIVERY",
  package_damaged: "DAMAGED",
};

/** Returns whether a shipment with this status has no label and none is being bought. */
export function isWithoutLabel(status: ShipmentStatus): boolean {
  return status === "CREATED" || status === "GOT_OFFERS";
}

/** Returns the state that a shipment is shown in. */
export function stateName({
  status,
  isReturn,
  isHeld = false,
  isLost: isGone = false,
  event = "",
}: Stated): StateName {
  if (status === "FAILED" && isGone) return "LOST";
  if (isHeld && !isReturn && isWithoutLabel(status)) return "HELD";
  // A label that was not printed is not ready, even if the carrier knows its parcel.
  if (status === "LABEL_PRINTED" && event === "information_received") return "ANNOUNCED";
  return status === "SHIPPED" || status === "RETURN_SHIPPED" ? (EVENTS[event] ?? status) : status;
}
