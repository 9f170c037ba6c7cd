/**
 * The one rule for every act that buys, prints, cancels or answers: it counts only when what it acts on had stood on
 * the screen for a while as the key or the button went down. A second Enter, a double click and a key that was meant
 * for what stood there before do nothing, and are not kept for later. Pure.
 */
import { offersOf } from "../features/pack/chosen-offer.ts";
import { parcelOf } from "../features/pack/pack-step.ts";
import type { Aside } from "./keys.ts";
import type { Store } from "./store.ts";

/** Longer than between the two presses of a double click, shorter than a price is read. */
export const SETTLE_MS = 500;

/** What is on the screen, and since when: milliseconds of `performance.now()`. */
export type Shown = { readonly what: string; readonly since: number };

/** @returns The same for as long as the same can be acted on. A choice among the offers changes nothing: the packer made it. */
export function whatIsShown(store: Store, aside: Aside): string {
  const { view, pack, undo, asked } = store;
  if (view !== "pack") return view;
  if (asked?.kind === "undo" && undo.step !== "none") return `undo ${undo.step} ${undo.purchase.shipmentID}`;
  if (asked?.kind === "question" || asked?.kind === "pairing") return `${asked.kind} ${asked.id}`;
  const parcel = parcelOf(pack);
  // New offers get new ids; what a packer sees of them is the service and the price.
  const offers = parcel === null || pack.step !== "offers" ? [] : offersOf(parcel).map((offer) => `${offer.providerServiceCode} ${offer.totalAmount}`);
  return [aside, pack.step, parcel?.shipment.id ?? "", ...offers].join(" · ");
}

export function nextShown(before: Shown | null, what: string, at: number): Shown {
  return before?.what === what ? before : { what, since: at };
}

/** @param at When the key or the button went down. */
export function isSettled(shown: Shown | null, at: number): boolean {
  return shown !== null && at - shown.since >= SETTLE_MS;
}
