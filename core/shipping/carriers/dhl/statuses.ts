/** Translates DHL's states to our tracking codes. */
import { fold } from "../../../base/text.ts";
import type { TrackingSubCode } from "../../tracking/tracking.schema.ts";

/** Codes by shipmentStatusCode. */
const STATES: Readonly<Record<string, TrackingSubCode>> = {
  "1": "information_received", // prepared: the label exists, and no branch has the parcel
  "2": "package_departed",
  "3": "package_processing", // at the delivery unit
  "4": "out_for_delivery",
  "5": "delivered",
  "6": "package_undeliverable",
  "7": "package_undeliverable", // coming back
  "8": "other", // needs support
};

/** Words of states, folded. Movements of a parcel have words, and some also the code. */
const WORDS: readonly (readonly [words: string, state: string])[] = [
  ["hazirlan", "1"],
  ["transfer", "2"],
  ["birimine", "3"],
  ["yonlendirildi", "4"],
  ["teslim edildi", "5"],
  ["teslim edilemedi", "6"],
  ["geri gel", "7"],
  ["destek", "8"],
];

/** Finds the state "1" to "8" of a movement; "" for another one. */
export function stateOf(code: string, words: string): string {
  if (STATES[code] !== undefined) return code;
  const text = fold(words.replaceAll("_", " "));
  return STATES[text] === undefined
    ? (WORDS.find(([part]) => text.includes(part))?.[1] ?? "")
    : text;
}

/**
 * Finds our code of a state.
 *
 * @param before States before it. A parcel that is delivered on its way back is with its sender;
 *   DHL has no state for that. State 4 after 7 counts as a new way to the recipient (uncertain).
 */
export function subCodeOf(state: string, before: readonly string[]): TrackingSubCode {
  const way = before.findLast((one) => one === "4" || one === "7");
  return state === "5" && way === "7" ? "return_to_sender" : (STATES[state] ?? "other");
}

/** Returns whether a branch has the parcel, so that its label cannot be cancelled. */
export function isHandedOver(state: string): boolean {
  return state !== "" && state !== "0" && state !== "1";
}
