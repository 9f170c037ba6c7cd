/**
 * Translates PTT's states to our tracking codes: by the state where its group would mislead, else by
 * the group of PTT's list. A state that is in neither is "other".
 */
import type { TrackingSubCode } from "../../tracking/tracking.schema.ts";

/** Group 4000: the parcel goes back to its sender. */
const RETURNS: readonly number[] = [99, 158, 198, 260, 261, 830, 832, 849].concat(
  to(133, 137),
  to(151, 156),
  to(160, 164),
  to(166, 169),
  to(854, 856),
);

/** States by group: 1000 acceptance to 6000 not delivered. */
const BY_GROUP: Readonly<Record<string, TrackingSubCode>> = {
  ...each("package_accepted", [1, 701]), // 1000
  ...each("package_processing", [3, 4, 5, 6, 8, 9, 11, 13, 14, 78, 92, 148, 149]), // 2000
  ...each("package_processing", [302, 303, 999]),
  ...each("package_departed", [77, 91, 320]),
  ...each("out_for_delivery", [7]), // 3000
  ...each("package_undeliverable", RETURNS),
  ...each("package_processing", [165]), // 4500: the return was taken back
  ...each("delivered", [100, 157, 202, ...to(220, 232), 252, 807, ...to(812, 816)]), // 5000
  ...each("delivered", [818, ...to(824, 829)]),
  ...each("return_to_sender", [120, 141]), // 5500: delivered to the sender
  ...each("package_processing", [15]), // 5600: the delivery was undone
  ...each("package_undeliverable", [101, 105, 109, 114, 117, 118, ...to(125, 132)]), // 6000
  ...each("package_undeliverable", [108, 139, 140, ...to(142, 145), 147, 150, 262, 381]),
  ...each("package_undeliverable", [715, 716, 718, 719, 720]),
};

const BY_STATE: Readonly<Record<string, TrackingSubCode>> = {
  ...each("package_processing", [12]), // taken from the courier's list, in group 3000
  ...each("package_lost", [133, 192, 717]), // in the groups of returns and others
  ...each("package_undeliverable", [831]), // liquidated; in another group
  // In group 6000, and yet visited again or collected: nobody was at home, a notice was left, the
  // parcel waits at the post office.
  ...each("delivery_rescheduled", [...to(110, 112), 115, 116, 124, 146, ...to(194, 197), 199]),
  ...each("delivery_rescheduled", [211, ...to(709, 714)]),
  ...each("package_processing", [107, 113, 380, 388, 389]), // sent on to another address
};

/** Finds the tracking code of a state. @param state Number in PTT's list, like "100". */
export function stateCode(state: string): TrackingSubCode {
  return BY_STATE[state] ?? BY_GROUP[state] ?? "other";
}

/** Finds whether a parcel returns after a state, if it `returned` before. */
export function returnsAfter(state: string, returned: boolean): boolean {
  return state === "165" ? false : returned || RETURNS.includes(Number(state));
}

function to(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function each(
  code: TrackingSubCode,
  states: readonly number[],
): Readonly<Record<string, TrackingSubCode>> {
  return Object.fromEntries(states.map((state) => [String(state), code]));
}
