/** Rows of the offer table: sorts them by a column, and computes their tax. Pure. */
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { offersOf } from "./chosen-offer.ts";
import type { WithLate } from "./late-offers.ts";
import type { OffersSlice } from "./offers.slice.ts";

/** Sorting value of offers without a promise: they come last, or first in descending order. */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Sorts the offers by a column, equal offers cheapest first; for the column "rating", the best
 * rating comes first. `isDescending` reverses the order. Offers that came late stay below.
 */
export function sortOffers(
  parcel: WithLate,
  { sortedBy, isDescending }: Pick<OffersSlice, "sortedBy" | "isDescending">,
): readonly Offer[] {
  const name = (offer: Offer): string =>
    parcel.serviceNames[offer.providerServiceCode] ?? offer.providerServiceCode;
  const compare: Readonly<Record<OffersSlice["sortedBy"], (a: Offer, b: Offer) => number>> = {
    price: (a, b) => Number(a.totalAmount) - Number(b.totalAmount),
    promise: (a, b) =>
      (a.averageEstimatedTime > 0 ? a.averageEstimatedTime : NEVER) -
        (b.averageEstimatedTime > 0 ? b.averageEstimatedTime : NEVER) || 0,
    rating: (a, b) => b.rating - a.rating,
    service: (a, b) => name(a).localeCompare(name(b), "tr"),
  };
  const late = new Set(parcel.late?.ids ?? []);
  const sorted = offersOf(parcel)
    .filter(({ id }) => !late.has(id))
    .toSorted(compare[sortedBy]);
  return [
    ...(isDescending ? sorted.toReversed() : sorted),
    ...offersOf(parcel).filter(({ id }) => late.has(id)),
  ];
}

/** Returns the sum of all taxes of an offer, as money text. */
export function taxOf({ amount, totalAmount }: Pick<Offer, "amount" | "totalAmount">): string {
  return ((Math.round(Number(totalAmount) * 100) - Math.round(Number(amount) * 100)) / 100).toFixed(
    2,
  );
}
