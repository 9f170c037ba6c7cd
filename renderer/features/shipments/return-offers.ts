/** Offers of the open return, and the offer to buy. Pure. */
import type { Offer } from "../../../core/shipping/offers/offers.schema.ts";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import type { DetailSlice } from "./detail.slice.ts";

type Read = Pick<DetailSlice, "shipmentDetail" | "chosenOffer">;

/** Returns the offers, cheapest first; empty unless a return without a label is open. */
export function returnOffersOf({ shipmentDetail }: Pick<Read, "shipmentDetail">): readonly Offer[] {
  const shipment = shipmentDetail?.detail.shipment;
  if (shipment === undefined || !shipment.isReturn || !isWithoutLabel(shipment.statusCode))
    return [];
  return (shipment.offers?.list ?? []).toSorted(
    (a, b) => Number(a.totalAmount) - Number(b.totalAmount),
  );
}

/** Returns the chosen offer, else the cheapest; undefined without offers. */
export function chosenOfferOf(read: Read): Offer | undefined {
  const offers = returnOffersOf(read);
  return offers.find(({ id }) => id === read.chosenOffer) ?? offers[0];
}
