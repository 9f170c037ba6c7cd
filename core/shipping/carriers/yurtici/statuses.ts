/** Translates Yurtiçi's statuses and scans to our tracking codes. */
import type { TrackingSubCode } from "../../tracking/tracking.schema.ts";

/**
 * Ids of scans. Yurtiçi publishes no full list; these ids are seen in its reports. Each other id is
 * "other", because a wrong "delivered" is worse than none.
 */
const EVENTS: Readonly<Record<string, TrackingSubCode>> = {
  YK: "package_departed", // loaded into a vehicle
  IN: "package_processing", // unloaded at a centre or a branch
  DLV: "delivered",
};

/** Finds the tracking code of a scan. */
export function eventCode(eventID: string): TrackingSubCode {
  return EVENTS[eventID.toUpperCase()] ?? "other";
}

/** Statuses by their codes: 0 not handled, 1 in delivery, 2 invoice pending, and so on. */
const BY_CODE = ["NOP", "IND", "ISR", "CNL", "ISC", "DLV", "BI"] as const;

/** Finds the status of a parcel by its name, else by its code; "" when neither is known. */
export function statusOf(name: string, code: string): string {
  return name === ""
    ? (BY_CODE.find((_status, n) => String(n) === code) ?? "")
    : name.toUpperCase();
}

/**
 * Statuses in which a branch has handled the parcel: IND in delivery, ISR invoice pending, DLV
 * delivered, BI invoice cancelled by the branch.
 */
const HANDLED: ReadonlySet<string> = new Set(["IND", "ISR", "DLV", "BI"]);

/** Returns whether a branch has handled a parcel of this status. */
export function isHandled(status: string): boolean {
  return HANDLED.has(status);
}

/** Returns whether the parcel was cancelled before a branch handled it: CNL now, ISC earlier. */
export function isCancelled(status: string): boolean {
  return status === "CNL" || status === "ISC";
}

/** States of a refused parcel in which it returns; in 4, 7, 8 and 11 the return was given up. */
const RETURNING: ReadonlySet<string> = new Set(["1", "2", "3", "9", "10"]);

/**
 * Finds the direction of a parcel.
 *
 * @param item.rejectStatus 0 to 11. 0 counts only with an explanation, because an empty number may
 *   be written as 0.
 * @param item.returnStatus 0 to 3; 3 is back at the sender.
 */
export function directionOf(item: {
  readonly rejectStatus: string;
  readonly rejectWords: string;
  readonly returnStatus: string;
}): "forward" | "returning" | "returned" {
  if (item.returnStatus === "3") return "returned";
  const isReturning =
    RETURNING.has(item.rejectStatus) || (item.rejectStatus === "0" && item.rejectWords !== "");
  return isReturning ? "returning" : "forward";
}
