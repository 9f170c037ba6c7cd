/** Decides how urgent a carrier's cut-off is. Pure. */
import type { CarrierDay } from "../../../core/fulfilment/today/today.schema.ts";

const MINUTE_MS = 60_000;
/** Minutes before a cut-off from which parcels that are still here need attention. */
const NEAR_MINUTES = 30;

/**
 * A carrier's cut-off now. `minutes`: full minutes left, or passed. `none`: no cut-off is known.
 * `closed`: the carrier takes no parcels today.
 */
export type CutOffState =
  | { readonly step: "none" }
  | { readonly step: "closed" }
  | { readonly step: "ahead" | "near" | "missed" | "over"; readonly minutes: number };

/**
 * Finds the state: `near` and `missed` only while parcels are still here.
 *
 * @param now Ms since the epoch.
 */
export function cutOffState(
  { cutOffAt, isClosed, toHandOver }: Pick<CarrierDay, "cutOffAt" | "isClosed" | "toHandOver">,
  now: number,
): CutOffState {
  if (isClosed) return { step: "closed" };
  if (cutOffAt === null) return { step: "none" };
  const leftMs = Date.parse(cutOffAt) - now;
  if (leftMs < 0)
    return {
      step: toHandOver > 0 ? "missed" : "over",
      minutes: Math.floor(-leftMs / MINUTE_MS),
    };
  const minutes = Math.floor(leftMs / MINUTE_MS);
  return { step: toHandOver > 0 && minutes <= NEAR_MINUTES ? "near" : "ahead", minutes };
}

/** Colour of a carrier whose parcels need to leave; undefined while all is well. */
export function cutOffTone({ step }: CutOffState): "attention" | "stop" | undefined {
  if (step === "missed") return "stop";
  return step === "near" ? "attention" : undefined;
}

const URGENCY = ["missed", "near"];

/** Sorts the carriers: missed cut-offs first, then near ones, then by name as they come. */
export function mostUrgentFirst(carriers: readonly CarrierDay[], now: number): CarrierDay[] {
  const rank = (carrier: CarrierDay): number => {
    const at = URGENCY.indexOf(cutOffState(carrier, now).step);
    return at === -1 ? URGENCY.length : at;
  };
  return carriers.toSorted((a, b) => rank(a) - rank(b));
}
