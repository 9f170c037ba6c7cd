/** The offers of the return that is open, and the one that its label is bought at. Pure. */
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import { isWithoutLabel } from "../../ui/state-words.ts";
import type { DetailSlice } from "./detail.slice.ts";

type Read = Pick<DetailSlice, "shipmentDetail" | "chosenOffer">;

/** Cheapest first; none unless a return without a label is open. */
export function returnOffersOf({ shipmentDetail }: Pick<Read, "shipmentDetail">): readonly Offer[] {
  const shipment = shipmentDetail?.detail.shipment;
  if (shipment === undefined || !shipment.isReturn || !isWithoutLabel(shipment.statusCode))
    return [];
  return (shipment.offers?.list ?? []).toSorted(
    (a, b) => Number(a.totalAmount) - Number(b.totalAmount),
  );
}

/** The chosen offer, else the cheapest; undefined without offers. */
export function chosenOfferOf(read: Read): Offer | undefined {
  const offers = returnOffersOf(read);
  return offers.find(({ id }) => id === read.chosenOffer) ?? offers[0];
}
