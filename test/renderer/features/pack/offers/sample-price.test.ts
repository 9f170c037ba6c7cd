import { describe, expect, it } from "vitest";
import { createStore } from "zustand";
import type { Offer } from "../../../../../core/shipping/offers/offers.schema.ts";
import type { PackEvent } from "../../../../../renderer/features/pack/pack-step.ts";
import type { PackSlice } from "../../../../../renderer/features/pack/pack.slice.ts";
import {
  createSampleSlice,
  needsSampleAnswer,
  offerToBuy,
  type SampleSlice,
} from "../../../../../renderer/features/pack/offers/sample.slice.ts";
import { CHEAP, DEAR, offers, parcel, shipment } from "../../../fixtures.ts";

const MADE_UP: Offer = { ...CHEAP, isSample: true, isProviderAccountOffer: true };
const OPEN = parcel({ shipment: shipment({ offers: offers([DEAR, MADE_UP], MADE_UP) }) });
const at = (offerID: string) => ({ step: "offers", parcel: OPEN, offerID, lost: null }) as const;
const blocked = {
  step: "failed",
  during: "buying",
  failure: { code: "E2063", message: "" },
  code: "1",
  parcel: OPEN,
  offerID: "cheap",
  from: null,
} as const;

describe("a purchase at a made-up price", () => {
  it("a purchase asks first, even with the organization's own account or after the printer blocked it, but not in test mode, after a yes for the same offer, or at a real price", () => {
    expect([
      needsSampleAnswer(at("cheap"), false, null),
      needsSampleAnswer(blocked, false, null),
    ]).toEqual([true, true]);
    expect([
      needsSampleAnswer(at("cheap"), true, null),
      needsSampleAnswer(at("cheap"), false, "cheap"),
      needsSampleAnswer(at("dear"), false, null),
      needsSampleAnswer({ step: "empty" }, false, null),
    ]).toEqual([false, false, false, false]);
    expect([
      offerToBuy(at("dear")),
      offerToBuy(blocked),
      offerToBuy({ step: "closed", parcel: OPEN }),
    ]).toEqual(["dear", "cheap", null]);
  });

  it("a purchase happens only after a yes", () => {
    const events: PackEvent[] = [];
    const store = createStore<SampleSlice & PackSlice>(
      (...args) =>
        ({
          ...createSampleSlice(...args),
          dispatchPack: (event: PackEvent) => void events.push(event),
        }) as SampleSlice & PackSlice,
    );
    store.getState().askSample({ offerID: "cheap", event: "buy" });
    store.getState().answerSample(false);
    expect([events, store.getState().sampleAsked, store.getState().sampleAccepted]).toEqual([
      [],
      null,
      null,
    ]);
    store.getState().askSample({ offerID: "cheap", event: "buyAnyway" });
    store.getState().answerSample(true);
    expect([events, store.getState().sampleAccepted]).toEqual([[{ type: "buyAnyway" }], "cheap"]);
  });
});
