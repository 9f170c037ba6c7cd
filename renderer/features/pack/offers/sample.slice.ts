/**
 * Asks the packer to confirm a purchase at a made-up price outside test mode, because no carrier
 * would pick up the parcel.
 */
import type { StateCreator } from "zustand";
import { findOffer } from "./chosen-offer.ts";
import {
  isBlockedByPrinter,
  isBlockedByWeight,
  isBeyondShare,
  type PackStep,
} from "../pack-step.ts";
import type { PackSlice } from "../pack.slice.ts";

/** The purchase to confirm, and the event that buys. */
export type SamplePurchase = {
  readonly offerID: string;
  readonly event: "buy" | "buyAnyway" | "approve";
};

export type SampleSlice = {
  readonly sampleAsked: SamplePurchase | null;
  /**
   * The confirmed offer: buying it again after the printer was fixed does not ask a second time.
   */
  readonly sampleAccepted: string | null;
  askSample(purchase: SamplePurchase): void;
  /** Buys if the answer is yes. */
  answerSample(yes: boolean): void;
};

/** Creates the slice without a question. */
export const createSampleSlice: StateCreator<SampleSlice & PackSlice, [], [], SampleSlice> = (
  set,
  get,
) => ({
  sampleAsked: null,
  sampleAccepted: null,
  askSample: (sampleAsked) => set({ sampleAsked }),
  answerSample(yes) {
    const { sampleAsked, dispatchPack } = get();
    set({
      sampleAsked: null,
      ...(yes && sampleAsked !== null ? { sampleAccepted: sampleAsked.offerID } : {}),
    });
    if (yes && sampleAsked !== null) dispatchPack({ type: sampleAsked.event });
  },
});

/** Returns the id of the offer that a purchase command would buy now; null when it buys none. */
export function offerToBuy(pack: PackStep): string | null {
  return pack.step === "offers" ||
    isBlockedByPrinter(pack) ||
    isBlockedByWeight(pack) ||
    isBeyondShare(pack)
    ? pack.offerID
    : null;
}

/** Returns whether the purchase must be confirmed first. */
export function needsSampleAnswer(
  pack: PackStep,
  isTestMode: boolean,
  accepted: string | null,
): boolean {
  const offerID = offerToBuy(pack);
  if (
    offerID === null ||
    isTestMode ||
    offerID === accepted ||
    !("parcel" in pack) ||
    pack.parcel === null
  )
    return false;
  return findOffer(pack.parcel, offerID)?.isSample === true;
}
