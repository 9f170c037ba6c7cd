/** The step of Pack after a blocked purchase that a person buys all the same. Pure. */
import { findOffer } from "./offers/chosen-offer.ts";
import { isBlockedByPrinter, type BlockedPurchase, type PackStep } from "./pack-step.ts";

/** Buys in spite of the printer or the weight. The weight is checked before the printer, and is passed in both cases. */
export function anyway(now: BlockedPurchase): PackStep {
  const offer = findOffer(now.parcel, now.offerID);
  if (offer === undefined || now.parcel.holdReason !== "") return now;
  const { parcel } = now;
  return { step: "buying", parcel, offer, printAnyway: isBlockedByPrinter(now), passWeight: true };
}

/** Buys beyond this station's share of the balance. */
export function approved(now: BlockedPurchase): PackStep {
  const offer = findOffer(now.parcel, now.offerID);
  return offer === undefined
    ? now
    : { step: "buying", parcel: now.parcel, offer, printAnyway: false, isApproved: true };
}
