import { describe, expect, it } from "vitest";
import { EMPTY, nextStep, offersOf, type Happening, type PackStep } from "../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, DEAR, offers, parcel, shipment, transaction } from "../../fixtures.ts";

const OPEN = parcel();
const FAILURE = { code: "E1066", message: "" };

function after(start: PackStep, ...happenings: readonly Happening[]): PackStep {
  return happenings.reduce(nextStep, start);
}

const SCANNED: Happening = { type: "scanned", code: "10482" };
const OPENED: Happening = { type: "opened", parcel: OPEN };
const BUY: Happening = { type: "buy" };
const offered = after(EMPTY, SCANNED, OPENED);
const buying = after(offered, BUY);

describe("from scan to offers", () => {
  it("chooses the cheapest offer, and lists the cheapest first", () => {
    expect(offered).toEqual({ step: "offers", parcel: OPEN, offerID: "cheap" });
    expect(offersOf(OPEN).map(({ id }) => id)).toEqual(["cheap", "dear"]);
  });

  it("ignores the answer to a scan that another scan has replaced", () => {
    const now = after(EMPTY, SCANNED, { type: "scanned", code: "10483" }, OPENED);
    expect(now).toEqual({ step: "opening", code: "10483" });
  });

  it("ignores the answer to a scan that was given up with Esc", () => {
    expect(after(EMPTY, SCANNED, { type: "back" }, OPENED)).toBe(EMPTY);
  });

  it("keeps the step object when the same code is scanned twice at once", () => {
    const opening = after(EMPTY, SCANNED);
    expect(nextStep(opening, SCANNED)).toBe(opening);
  });

  it.each(["OFFER_ACCEPTED", "TRACKING_CODE_CREATED", "SHIPPED", "CANCELED"] as const)("offers nothing to buy for an order that is %s", (statusCode) => {
    const closed = after(EMPTY, SCANNED, { type: "opened", parcel: parcel({ shipment: shipment({ statusCode }) }) });
    expect(closed.step).toBe("closed");
    expect(nextStep(closed, BUY)).toBe(closed);
  });
});

describe("buying", () => {
  it("starts once: the second Enter finds nothing to buy", () => {
    expect(buying).toMatchObject({ step: "buying", offer: CHEAP, next: null });
    expect(nextStep(buying, BUY)).toBe(buying);
  });

  it("buys the offer that was chosen", () => {
    expect(after(offered, { type: "chose", offerID: "dear" }, BUY)).toMatchObject({ step: "buying", offer: DEAR });
  });

  it("does not choose an offer that is not there, and buys nothing without offers", () => {
    expect(nextStep(offered, { type: "chose", offerID: "gone" })).toBe(offered);
    const none = parcel({ shipment: shipment({ offers: null }) });
    const bare = after(EMPTY, SCANNED, { type: "opened", parcel: none });
    expect(bare).toEqual({ step: "offers", parcel: none, offerID: null });
    expect(nextStep(bare, BUY)).toBe(bare);
  });

  it("is not left by Esc, by an import or by a scan; the last scan is kept and opened after it", () => {
    const kept = after(buying, { type: "back" }, { type: "close" }, { type: "scanned", code: "10483" }, { type: "scanned", code: "10484" });
    expect(kept).toEqual({ ...buying, next: "10484" });
    expect(nextStep(kept, { type: "bought", transaction: transaction("cheap"), printJob: null })).toEqual({ step: "opening", code: "10484" });
  });

  it("shows the label's barcode and status with the order when it is done", () => {
    const bought = nextStep(buying, { type: "bought", transaction: transaction("cheap"), printJob: null });
    expect(bought).toMatchObject({ step: "bought", parcel: { shipment: { statusCode: "TRACKING_CODE_CREATED", barcode: "7200010482", items: [] } } });
  });
});

describe("a purchase that failed", () => {
  const failed = nextStep(buying, { type: "failed", during: "buying", failure: FAILURE });

  it("keeps the order and the offer, and goes back to them without buying", () => {
    expect(failed).toMatchObject({ step: "failed", during: "buying", code: "10482", offerID: "cheap" });
    expect(nextStep(failed, { type: "goOn" })).toEqual(offered);
  });

  it("opens the order afresh when the outcome is unknown", () => {
    const unknown = nextStep(buying, { type: "failed", during: "buying", failure: { code: "E2008", message: "" } });
    expect(nextStep(unknown, { type: "goOn" })).toEqual({ step: "opening", code: "10482" });
  });

  it("stays readable when the next order is scanned; Esc opens that one", () => {
    const kept = nextStep(failed, { type: "scanned", code: "10483" });
    expect(kept).toMatchObject({ step: "failed", next: "10483" });
    expect(nextStep(kept, { type: "back" })).toEqual({ step: "opening", code: "10483" });
  });
});

describe("measuring", () => {
  const measuring = nextStep(offered, { type: "measure", measure: "weight" });

  it("buys nothing, and Esc brings the offers back with the same choice", () => {
    expect(nextStep(measuring, BUY)).toBe(measuring);
    expect(nextStep(measuring, { type: "back" })).toEqual(offered);
  });

  it("gets new offers and chooses the cheapest of them", () => {
    const quoting = nextStep(measuring, { type: "measured", measures: { weight: "4" } });
    const heavier = parcel({ shipment: shipment({ weight: "4" }) });
    expect(quoting.step).toBe("quoting");
    expect(nextStep(quoting, { type: "opened", parcel: heavier })).toEqual({ step: "offers", parcel: heavier, offerID: "cheap" });
  });
});

it("keeps the choice when the open order is read again, and falls to the cheapest when it is gone", () => {
  const chosen = nextStep(offered, { type: "chose", offerID: "dear" });
  expect(nextStep(chosen, { type: "refreshed", parcel: parcel() })).toMatchObject({ offerID: "dear" });
  const less = parcel({ shipment: shipment({ offers: offers([CHEAP], CHEAP) }) });
  expect(nextStep(chosen, { type: "refreshed", parcel: less })).toMatchObject({ offerID: "cheap" });
});
