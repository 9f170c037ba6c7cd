/** Translates Aras's states to our tracking codes. */
import type { TrackingSubCode } from "../../tracking/tracking.schema.ts";

/**
 * States by DURUM_KODU. 5, a partial delivery, is "other" like an unknown state, because a wrong
 * "delivered" is worse than none.
 */
const STATES: Readonly<Record<string, TrackingSubCode>> = {
  "1": "package_accepted", // at the departure branch, which has issued the waybill
  "2": "package_departed",
  "3": "package_processing", // at the delivery branch
  "4": "out_for_delivery",
  "6": "delivered",
  "7": "package_processing", // redirected to another branch
};

/** Reasons for which a parcel waits at the delivery branch, by DEVIR_KODU. Each other is "other". */
const HOLDS: Readonly<Record<string, TrackingSubCode>> = {
  AY: "package_undeliverable", // wrong or insufficient address
  AA: "package_undeliverable", // recipient unknown at the address
  KE: "package_undeliverable", // recipient refuses the parcel
  ÜR: "package_undeliverable", // recipient refuses to pay the freight
  NT: "delivery_rescheduled", // note left at a visit
  MD: "delivery_rescheduled", // delivery on the next day of the mobile round
  TL: "delivery_rescheduled", // public holiday
  TG: "delivery_rescheduled", // not delivered in the day's round
};

const AT_DELIVERY_BRANCH = "3";
const DELIVERED = "6";
const RETURN = "3";

/** Codes of a row: DURUM_KODU, TIP_KODU and DEVIR_KODU; "" where missing. */
export type ArasState = Readonly<Record<"state" | "way" | "hold", string>>;

/** Finds the tracking code of a parcel's present state. */
export function stateCode({ state, way, hold }: ArasState): TrackingSubCode {
  // A returned parcel is delivered too: to its sender.
  if (way === RETURN) return state === DELIVERED ? "return_to_sender" : "package_undeliverable";
  return isHeld({ state, way, hold }) ? (HOLDS[hold] ?? "other") : (STATES[state] ?? "other");
}

/**
 * Returns whether the parcel waits for a reason. A reason remains in the row after the parcel has
 * left the branch, and then no longer counts.
 */
export function isHeld({ state, hold }: ArasState): boolean {
  return state === AT_DELIVERY_BRANCH && hold !== "";
}
