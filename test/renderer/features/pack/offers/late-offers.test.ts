import { describe, expect, it } from "vitest";
import type { Offer } from "../../../../../core/shipping/offers/offers.schema.ts";
import { nextStep } from "../../../../../renderer/features/pack/next-step.ts";
import { cheapestOf, offersOf } from "../../../../../renderer/features/pack/offers/chosen-offer.ts";
import { sortOffers } from "../../../../../renderer/features/pack/offers/offer-rows.ts";
import {
  EMPTY,
  type PackEvent,
  type PackStep,
  type Parcel,
} from "../../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, DEAR, offer, offers, parcel, shipment } from "../../../fixtures.ts";

const LATE = offer("late", "90.00");
const LATER = offer("later", "80.00");
const RULE = { id: "rule", words: {} } as never;

function withOffers(list: Offer[], part: Partial<Parcel> = {}): Parcel {
  return parcel({
    shipment: shipment({ offers: offers(list, cheapestOf(list) ?? CHEAP) }),
    ...part,
  });
}

function after(start: PackStep, ...events: readonly PackEvent[]): PackStep {
  return events.reduce(nextStep, start);
}

const opened = (first: Parcel): PackStep =>
  after(EMPTY, { type: "scanned", code: "10482" }, { type: "opened", parcel: first });
const refreshed = (fresh: Parcel): PackEvent => ({ type: "refreshed", parcel: fresh });

function shown(step: PackStep): {
  readonly ids: readonly string[];
  readonly chosen: string | null;
} {
  if (step.step !== "offers") throw new Error(step.step);
  return { ids: offersOf(step.parcel).map(({ id }) => id), chosen: step.offerID };
}

describe("offers that come after the first were shown", () => {
  const first = opened(withOffers([DEAR, CHEAP]));
  const late = after(first, refreshed(withOffers([LATE, DEAR, CHEAP])));

  it("are appended below, and change neither the order nor the choice, although they are cheaper", () => {
    expect([shown(first), shown(late)]).toEqual([
      { ids: ["cheap", "dear"], chosen: "cheap" },
      { ids: ["cheap", "dear", "late"], chosen: "cheap" },
    ]);
  });

  it("stay in the order in which they came", () => {
    const later = after(late, refreshed(withOffers([LATER, LATE, DEAR, CHEAP])));
    expect(shown(later).ids).toEqual(["cheap", "dear", "late", "later"]);
  });

  it("stay below in the table of offers, by whichever column it is sorted", () => {
    if (late.step !== "offers") throw new Error(late.step);
    expect(
      [false, true].map((isDescending) =>
        sortOffers(late.parcel, { sortedBy: "price", isDescending }).map(({ id }) => id),
      ),
    ).toEqual([
      ["cheap", "dear", "late"],
      ["dear", "cheap", "late"],
    ]);
  });

  it("are sorted among the others by the packer's key, and the cheapest of all is chosen", () => {
    expect(shown(after(late, { type: "useLate" }))).toEqual({
      ids: ["late", "cheap", "dear"],
      chosen: "late",
    });
  });

  it("leave the offer chosen that the packer chose, also after that key", () => {
    const chosen = after(late, { type: "chose", offerID: "dear" });
    expect(shown(after(chosen, { type: "useLate" }))).toEqual({
      ids: ["late", "cheap", "dear"],
      chosen: "dear",
    });
  });

  it("do not change the choice of the rules before that key, and the rules then choose again", () => {
    const choiceOf = (offerID: string): Parcel["choice"] => ({
      offerID,
      rule: RULE,
      buysAtOnce: true,
      excluded: [],
    });
    const ruled = after(
      opened(withOffers([DEAR, CHEAP], { choice: choiceOf("dear") })),
      refreshed(withOffers([LATE, DEAR, CHEAP], { choice: choiceOf("late") })),
    );
    if (ruled.step !== "offers") throw new Error(ruled.step);
    expect([ruled.offerID, ruled.parcel.choice?.offerID, ruled.parcel.choice?.buysAtOnce]).toEqual([
      "dear",
      "dear",
      false,
    ]);
    expect(shown(after(ruled, { type: "useLate" })).chosen).toBe("late");
  });

  it("are not late when the parcel changed and all offers are new, or when none was shown before", () => {
    const renewed = after(first, refreshed(withOffers([LATE, LATER])));
    const empty = after(opened(withOffers([])), refreshed(withOffers([LATE, LATER])));
    expect([shown(renewed).ids, shown(empty)]).toEqual([
      ["later", "late"],
      { ids: ["later", "late"], chosen: "later" },
    ]);
  });
});
