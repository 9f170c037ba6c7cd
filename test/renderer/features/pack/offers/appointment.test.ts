import { expect, it } from "vitest";
import type { Offer } from "../../../../../core/shipping/offers/offers.schema.ts";
import { nextStep } from "../../../../../renderer/features/pack/next-step.ts";
import { OfferList } from "../../../../../renderer/features/pack/offers/OfferList.tsx";
import type { PackStep, Parcel } from "../../../../../renderer/features/pack/pack-step.ts";
import { showLanguage } from "../../../../../renderer/i18n/i18n.ts";
import { offer, offers, parcel, shipment } from "../../../fixtures.ts";
import { markupOf, textOf } from "../../../render.ts";

/** Returns an order with a cheap service, and a service that also delivers on these days. */
function orderWith(id: string, days: readonly string[]): Parcel {
  const other: Offer = { ...offer(`${id}-other`, "80.00"), providerServiceCode: "PTT_STANDART" };
  const plain = offer(`${id}-plain`, "100.00");
  const subOffer = days.map((day) => ({
    ...offer(`${id}-${day}`, "130.00"),
    subOffer: undefined,
    scheduleDate: day,
  })) as unknown as Offer["subOffer"];
  return parcel({
    shipment: shipment({ offers: offers([other, { ...plain, subOffer }], other) }),
  });
}

const BEFORE = orderWith("old", ["2026-11-23", "2026-11-24"]);
const chosen: PackStep = { step: "offers", parcel: BEFORE, offerID: "old-2026-11-24", lost: null };
const LOST = { service: "Aras Standart", day: "2026-11-24" };

it("a chosen delivery day stays chosen when new offers arrive", () => {
  const now = orderWith("new", ["2026-11-23", "2026-11-24"]);
  expect(nextStep(chosen, { type: "refreshed", parcel: now })).toEqual({
    step: "offers",
    parcel: now,
    offerID: "new-2026-11-24",
    lost: null,
  });
});

it("a chosen delivery day that is no longer offered is named with its service, and the cheapest is chosen", async () => {
  const now = orderWith("new", ["2026-11-23"]);
  expect(nextStep(chosen, { type: "refreshed", parcel: now })).toEqual({
    step: "offers",
    parcel: now,
    offerID: "new-other",
    lost: LOST,
  });
  const words = (): string =>
    textOf(markupOf(OfferList, { parcel: now, offerID: "new-other", fixed: false, lost: LOST }));
  await showLanguage("en");
  expect(words()).toContain(
    "Aras Standart no longer offers delivery of this parcel on 24/11/2026.",
  );
  await showLanguage("tr");
  expect(words()).toContain(
    "Aras Standart bu koliye 24.11.2026 teslimatı için artık teklif vermiyor.",
  );
  await showLanguage("en");
});

it("the choice stays when new offers arrive during measuring, and an offer that is no longer made is named after measuring", () => {
  const measuring = nextStep(chosen, { type: "measure", measure: "weight" });
  const same = orderWith("new", ["2026-11-24"]);
  expect(nextStep(measuring, { type: "refreshed", parcel: same })).toMatchObject({
    step: "measuring",
    offerID: "new-2026-11-24",
  });
  const gone = nextStep(measuring, { type: "refreshed", parcel: orderWith("less", []) });
  const quoting = nextStep(gone, { type: "measured", measures: { weight: "4" } });
  expect(nextStep(quoting, { type: "opened", parcel: orderWith("last", []) })).toMatchObject({
    step: "offers",
    offerID: "last-other",
    lost: LOST,
  });
});
