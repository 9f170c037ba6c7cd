/**
 * The one rule for every act that buys, prints, cancels or answers: the key or the pointer that brought something onto the
 * screen does not act on it at once. A second Enter, a double click and an answer struck twice do nothing, and are not
 * kept for later; neither does an Enter that follows a scan's own at once. Another key is another decision, but a question
 * is answered by no key before it could be read: a hand that sweeps over F8, F9 and F10 cancels nothing. Pure.
 */
import { offersOf } from "../features/pack/chosen-offer.ts";
import { parcelOf } from "../features/pack/pack-step.ts";
import type { Aside } from "./keys.ts";
import type { Store } from "./store.ts";

/** Longer than between the two presses of a double click, shorter than a price is read. A question stands as long before its answer. */
export const SETTLE_MS = 500;
/** Longer than a scanner takes for a second Enter of its own. */
export const SCAN_MS = 150;

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

export type Pressed = {
  /** When it went down. */
  readonly at: number;
  /** When the same key, or the pointer, last did something. */
  readonly before: number | null;
  /** When the last scan ended; null where that says nothing. */
  readonly scannedAt: number | null;
  /** Whether a question is open, which the press would answer. */
  readonly answers: boolean;
};

export function isSettled(shown: Shown | null, { at, before, scannedAt, answers }: Pressed): boolean {
  if (shown === null || (scannedAt !== null && at - scannedAt < SCAN_MS)) return false;
  if (answers && at - shown.since < SETTLE_MS) return false;
  return before === null || at - before >= SETTLE_MS || shown.since <= before;
}
