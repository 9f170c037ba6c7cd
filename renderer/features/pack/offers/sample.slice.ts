/**
 * Outside test mode a purchase at a made-up price is asked about first: no carrier takes its
 * parcel.
 */
import type { StateCreator } from "zustand";
import { findOffer } from "./chosen-offer.ts";
import { isGated, isShort, type PackStep } from "../pack-step.ts";
import type { PackSlice } from "../pack.slice.ts";

/** The purchase that is asked about, by the event that buys. */
export type SamplePurchase = {
  readonly offerID: string;
  readonly event: "buy" | "buyAnyway" | "approve";
};

export type SampleSlice = {
  readonly sampleAsked: SamplePurchase | null;
  /**
   * The offer that was answered with yes: going on after a printer was put in order asks no second
   * time.
   */
  readonly sampleAccepted: string | null;
  askSample(purchase: SamplePurchase): void;
  /** Buys after a yes. */
  answerSample(yes: boolean): void;
};

/** The slice: nothing asked. */
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

/** The offer that Enter buys now; null in other steps. */
export function offerToBuy(pack: PackStep): string | null {
  return pack.step === "offers" || isGated(pack) || isShort(pack) ? pack.offerID : null;
}

/** Whether the purchase has to be asked about. */
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
