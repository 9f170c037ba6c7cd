/** Reasons on the screen that stop a purchase: the balance, and pieces that must still be scanned. */
import { missingFor } from "../../../lib/short-balance.ts";
import { parcelOf } from "../pack-step.ts";
import { hasCode, scannedOf } from "../scan/find-item.ts";
import type { PackState } from "../use-pack.ts";
import { findOffer, offersOf } from "./chosen-offer.ts";

/**
 * Returns how much the balance lacks for the chosen offer; null when it suffices, or when the price
 * is not paid from the balance.
 */
export function missingBalance({ pack, desk }: Pick<PackState, "pack" | "desk">): string | null {
  if (pack.step !== "offers" || desk.step !== "ready") return null;
  const offer = findOffer(pack.parcel, pack.offerID);
  return offer === undefined || offer.isProviderAccountOffer
    ? null
    : missingFor(offer.totalAmount, desk.facts.available);
}

/**
 * Returns how many pieces must be scanned before this station may buy; 0 when the station does not
 * require scans.
 */
export function missingPieces({ pack, packing }: Pick<PackState, "pack" | "packing">): number {
  const parcel = parcelOf(pack);
  if (parcel === null || packing?.requireScannedItems !== true) return 0;
  return parcel.shipment.items
    .filter(hasCode)
    .reduce((sum, item) => sum + Math.max(0, item.quantity - scannedOf(parcel, item)), 0);
}

/**
 * Returns whether missing scans stop the purchase. Where members sign in, a lead's badge may allow
 * it: the core asks for the badge.
 */
export function isShortOfScans(store: Pick<PackState, "pack" | "packing" | "signIn">): boolean {
  return missingPieces(store) > 0 && store.signIn?.state !== "signedIn";
}

/** Returns whether any offer can be paid, from the balance or by the carrier account. */
export function isAnyAffordable({ pack, desk }: Pick<PackState, "pack" | "desk">): boolean {
  if (pack.step !== "offers" || desk.step !== "ready") return true;
  return offersOf(pack.parcel).some(
    (offer) =>
      offer.isProviderAccountOffer || missingFor(offer.totalAmount, desk.facts.available) === null,
  );
}
