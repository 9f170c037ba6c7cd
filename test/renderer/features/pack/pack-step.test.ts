import { describe, expect, it } from "vitest";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import { offersOf } from "../../../../renderer/features/pack/offers/chosen-offer.ts";
import { nextStep } from "../../../../renderer/features/pack/next-step.ts";
import {
  EMPTY,
  isRefusedByCarrier,
  isReturn,
  stepBelowFailure,
  type PackEvent,
  type PackStep,
  type Parcel,
} from "../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, DEAR, offer, offers, parcel, shipment, transaction } from "../../fixtures.ts";

const OPEN = parcel();
const LOST = { service: "Aras Standart", day: null };
const REFUSED = {
  accountName: "UPS",
  state: "REFUSED",
  code: "935",
  field: "recipient.phone",
  words: "Telefon hatalı",
  announcedAt: null,
  updatedAt: "2026-11-21T09:00:00.000Z",
  nextAttemptAt: null,
} as const;
const FAILURE = { code: "E1066", message: "" };

function after(start: PackStep, ...events: readonly PackEvent[]): PackStep {
  return events.reduce(nextStep, start);
}

const SCANNED: PackEvent = { type: "scanned", code: "10482" };
const OPENED: PackEvent = { type: "opened", parcel: OPEN };
const BUY: PackEvent = { type: "buy" };
const offered = after(EMPTY, SCANNED, OPENED);
const buying = after(offered, BUY);

describe("a purchase that the printer blocked", () => {
  const stopped = after(buying, {
    type: "failed",
    during: "buying",
    failure: { code: "E2063", message: "" },
  });

  it("a purchase that the printer blocked can be made again; only on request, its label waits for the printer", () => {
    expect(after(stopped, BUY)).toEqual({
      step: "buying",
      parcel: OPEN,
      offer: CHEAP,
      printAnyway: false,
    });
    expect(after(stopped, { type: "buyAnyway" })).toEqual({
      step: "buying",
      parcel: OPEN,
      offer: CHEAP,
      printAnyway: true,
      passWeight: true,
    });
  });

  it("a purchase that an unusual weight blocked leads back to its offers, or is made on request with this weight", () => {
    const unusual = after(buying, {
      type: "failed",
      during: "buying",
      failure: { code: "E2254", message: "" },
    });
    expect(after(unusual, { type: "goOn" }).step).toBe("offers");
    expect(after(unusual, { type: "buyAnyway" })).toEqual({
      step: "buying",
      parcel: OPEN,
      offer: CHEAP,
      printAnyway: false,
      passWeight: true,
    });
  });

  it("a scan leads from a purchase with missing items back to the same offer, and from no other failure", () => {
    const missing = { code: "E2072", message: "" };
    const stoppedBy = after(buying, { type: "failed", during: "buying", failure: missing });
    expect(after(stoppedBy, { type: "scanOn" })).toEqual(offered);
    expect(after(stopped, { type: "scanOn" })).toBe(stopped);
  });

  it("Esc and F4 lead from a blocked purchase back to the same offer", () => {
    expect(
      after(
        offered,
        { type: "chose", offerID: "dear" },
        BUY,
        { type: "failed", during: "buying", failure: { code: "E2063", message: "" } },
        { type: "back" },
      ),
    ).toMatchObject({ step: "offers", offerID: "dear" });
    expect(after(stopped, { type: "goOn" })).toEqual(offered);
  });

  it("only a purchase that the printer blocked can be made with a label that waits for the printer", () => {
    const other = after(buying, { type: "failed", during: "buying", failure: FAILURE });
    expect([
      after(offered, { type: "buyAnyway" }),
      after(other, { type: "buyAnyway" }),
      after(other, BUY),
    ]).toEqual([offered, other, other]);
  });
});

describe("a purchase beyond the station's share of the balance", () => {
  it("only a purchase beyond the station's share can be approved", () => {
    const refused = (code: string) =>
      after(buying, { type: "failed", during: "buying", failure: { code, message: "" } });
    expect(after(refused("E2132"), { type: "approve" })).toEqual({
      step: "buying",
      parcel: OPEN,
      offer: CHEAP,
      printAnyway: false,
      isApproved: true,
    });
    for (const step of [offered, refused("E1066"), refused("E2131")])
      expect(after(step, { type: "approve" })).toBe(step);
  });
});

it("an opened return is closed at once, with or without a label, and cannot be bought in Pack", () => {
  for (const statusCode of ["GOT_OFFERS", "TRACKING_CODE_CREATED", "CANCELED"] as const) {
    const back = parcel({ shipment: shipment({ statusCode, isReturn: true }) });
    const opened = after(EMPTY, SCANNED, { type: "opened", parcel: back });
    expect([
      opened,
      isReturn(opened),
      after(opened, BUY),
      after(opened, { type: "again" }),
    ]).toEqual([{ step: "closed", parcel: back }, true, opened, opened]);
  }
});

describe("scanning an order", () => {
  it("the cheapest offer is chosen and listed first", () => {
    expect(offered).toEqual({ step: "offers", parcel: OPEN, offerID: "cheap", lost: null });
    expect(offersOf(OPEN).map(({ id }) => id)).toEqual(["cheap", "dear"]);
  });

  it("the answer to a scan that another scan has replaced is ignored", () => {
    const now = after(EMPTY, SCANNED, { type: "scanned", code: "10483" }, OPENED);
    expect(now).toEqual({ step: "opening", code: "10483", from: null });
  });

  it("the answer to a scan that was cancelled with Esc is ignored", () => {
    expect(after(EMPTY, SCANNED, { type: "back" }, OPENED)).toBe(EMPTY);
  });

  it("the step object stays the same when the same code is scanned twice at once", () => {
    const opening = after(EMPTY, SCANNED);
    expect(nextStep(opening, SCANNED)).toBe(opening);
  });

  it.each(["OFFER_ACCEPTED", "TRACKING_CODE_CREATED", "SHIPPED", "CANCELED"] as const)(
    "an order that is %s offers nothing to buy",
    (statusCode) => {
      const closed = after(EMPTY, SCANNED, {
        type: "opened",
        parcel: parcel({ shipment: shipment({ statusCode }) }),
      });
      expect(closed.step).toBe("closed");
      expect(nextStep(closed, BUY)).toBe(closed);
    },
  );
});

describe("a label scanned while the last result is shown", () => {
  const labelled = (id: string, barcode: string): Parcel =>
    parcel({ code: barcode, shipment: shipment({ id, barcode, statusCode: "LABEL_PRINTED" }) });
  const bought = {
    ...after(buying, {
      type: "bought",
      transaction: transaction("cheap"),
      printJob: null,
      announcement: null,
    }),
  } as Extract<PackStep, { step: "bought" }>;
  const ownID = bought.parcel.shipment.id;
  const [own, other] = [labelled(ownID, "PB0001"), labelled("other", "PB0002")];
  const scan = (now: PackStep, of: Parcel, code = of.code): PackStep =>
    after(
      now,
      { type: "scanned", code },
      { type: "opened", parcel: { ...of, code }, lastID: ownID },
    );

  it("the last result's own label, in any letter case, changes nothing", () => {
    expect(scan(bought, own)).toBe(bought);
    expect(scan(bought, own, "pb0001")).toBe(bought);
  });

  it("another order's label shows a warning first, and opens its order when it is scanned again", () => {
    const stopped = scan(bought, other);
    expect(stopped).toEqual({ step: "wrongLabel", parcel: bought.parcel, other, from: bought });
    expect(after(stopped, { type: "scanned", code: "PB0002" })).toEqual({
      step: "closed",
      parcel: other,
    });
    expect(after(stopped, { type: "goOn" })).toBe(bought);
    expect(after(stopped, { type: "back" })).toBe(bought);
    expect(scan(stopped, own)).toBe(bought);
  });

  it("a late scan of the last order's label keeps the next order open", () => {
    const next = parcel({ code: "10483", shipment: shipment({ id: "next" }) });
    const open = scan(bought, next);
    expect(open).toMatchObject({ step: "offers", parcel: { code: "10483" } });
    expect(scan(open, own)).toBe(open);
  });
});

it("a piece that is counted while a wrong article is shown counts in the order that stays open", () => {
  const wrong = after(
    offered,
    { type: "scanned", code: "8690000000000" },
    { type: "failed", during: "opening", failure: { code: "E2074", message: "" } },
  );
  const ticks = [{ itemID: "i", scanned: 1 }] as unknown as Parcel["ticks"];
  expect(stepBelowFailure(wrong)).toBe(offered);
  expect(
    after(wrong, { type: "ticked", shipmentID: OPEN.shipment.id, ticks }, { type: "goOn" }),
  ).toMatchObject({ step: "offers", parcel: { ticks } });
});

describe("buying", () => {
  it("a purchase starts once, and the second Enter buys nothing", () => {
    expect(buying).toMatchObject({ step: "buying", offer: CHEAP });
    expect(nextStep(buying, BUY)).toBe(buying);
  });

  it("the chosen offer is bought", () => {
    expect(after(offered, { type: "chose", offerID: "dear" }, BUY)).toMatchObject({
      step: "buying",
      offer: DEAR,
    });
  });

  it("a missing offer is not chosen, and nothing is bought without offers", () => {
    expect(nextStep(offered, { type: "chose", offerID: "gone" })).toBe(offered);
    const none = parcel({ shipment: shipment({ offers: null }) });
    const bare = after(EMPTY, SCANNED, { type: "opened", parcel: none });
    expect(bare).toEqual({ step: "offers", parcel: none, offerID: null, lost: null });
    expect(nextStep(bare, BUY)).toBe(bare);
  });

  it("a carrier's refusal reaches the order on the screen, which stays as it was bought", () => {
    const bought = nextStep(buying, {
      type: "bought",
      transaction: transaction("cheap"),
      printJob: null,
      announcement: { ...REFUSED, state: "WAITING", words: "" },
    });
    const told = nextStep(bought, {
      type: "refreshed",
      parcel: parcel({ announcement: REFUSED, holdReason: "WAIT" }),
    });
    const back = parcel({ announcement: REFUSED, shipment: shipment({ isReturn: true }) });
    expect([
      isRefusedByCarrier(bought),
      isRefusedByCarrier(told),
      isRefusedByCarrier({ step: "closed", parcel: back }),
      told,
    ]).toEqual([
      false,
      true,
      false,
      {
        ...bought,
        parcel: { ...("parcel" in bought ? bought.parcel : {}), announcement: REFUSED },
      },
    ]);
    expect(nextStep(told, { type: "refreshed", parcel: parcel({ announcement: REFUSED }) })).toBe(
      told,
    );
  });

  it("Esc, closing and scans do not interrupt a running purchase", () => {
    expect(
      after(buying, { type: "back" }, { type: "close" }, { type: "scanned", code: "10483" }),
    ).toBe(buying);
  });

  it("a finished purchase shows the label's barcode and status with the order", () => {
    const bought = nextStep(buying, {
      type: "bought",
      transaction: transaction("cheap"),
      printJob: null,
      announcement: null,
    });
    expect(bought).toMatchObject({
      step: "bought",
      parcel: {
        shipment: { statusCode: "TRACKING_CODE_CREATED", barcode: "7200010482", items: [] },
      },
    });
  });
});

describe("a purchase that failed", () => {
  const failed = nextStep(buying, { type: "failed", during: "buying", failure: FAILURE });

  it("a failed purchase keeps the order and the offer, and goes back to them without buying", () => {
    expect(failed).toMatchObject({
      step: "failed",
      during: "buying",
      code: "10482",
      offerID: "cheap",
    });
    expect(nextStep(failed, { type: "goOn" })).toEqual(offered);
  });

  it("a purchase with an unknown outcome opens the order again", () => {
    const unknown = nextStep(buying, {
      type: "failed",
      during: "buying",
      failure: { code: "E2008", message: "" },
    });
    expect(nextStep(unknown, { type: "goOn" })).toEqual({
      step: "opening",
      code: "10482",
      from: null,
    });
  });
});

describe("measuring", () => {
  const measuring = nextStep(offered, { type: "measure", measure: "weight" });

  it("measuring buys nothing, and Esc brings the offers back with the same choice", () => {
    expect(nextStep(measuring, BUY)).toBe(measuring);
    expect(nextStep(measuring, { type: "back" })).toEqual(offered);
  });

  const quoting = nextStep(measuring, { type: "measured", measures: { weight: "4" } });
  const heavier = (list: Offer[]): Parcel =>
    parcel({ shipment: shipment({ weight: "4", offers: offers(list, list[0] ?? CHEAP) }) });
  const renewed = (id: string, code: string, total: string): Offer => ({
    ...offer(id, total),
    providerServiceCode: code,
  });

  it("measuring gets new offers, and keeps the chosen service although its offer has another id", () => {
    const two = heavier([
      renewed("new-1", "PTT_STANDART", "90.00"),
      renewed("new-2", "ARAS_STANDART", "150.00"),
    ]);
    expect(quoting.step).toBe("quoting");
    expect(nextStep(quoting, { type: "opened", parcel: two })).toEqual({
      step: "offers",
      parcel: two,
      offerID: "new-2",
      lost: null,
    });
  });

  it("a service that is no longer offered is named, the cheapest is chosen, and a new choice removes the note", () => {
    const one = heavier([renewed("new-1", "PTT_STANDART", "90.00")]);
    const now = nextStep(quoting, { type: "opened", parcel: one });
    expect(now).toEqual({ step: "offers", parcel: one, offerID: "new-1", lost: LOST });
    expect(nextStep(now, { type: "chose", offerID: "new-1" })).toMatchObject({ lost: null });
  });

  it("a failed measurement leads back to the offers with the same choice", () => {
    const chosen = after(
      offered,
      { type: "chose", offerID: "dear" },
      { type: "measure", measure: "size" },
      { type: "measured", measures: { weight: "4" } },
    );
    const failed = nextStep(chosen, {
      type: "failed",
      during: "quoting",
      failure: { code: "E1085", message: "" },
    });
    expect(nextStep(failed, { type: "back" })).toMatchObject({
      step: "offers",
      offerID: "dear",
      lost: null,
    });
  });
});

describe("a code that opens nothing", () => {
  const chosen = nextStep(offered, { type: "chose", offerID: "dear" });
  const unknown: PackEvent = {
    type: "failed",
    during: "opening",
    failure: { code: "E2024", message: "" },
  };
  const wrong = after(chosen, { type: "scanned", code: "999" }, unknown);

  it("a code that opens nothing leaves the open order on the screen, and leads back to it without buying", () => {
    expect(wrong).toMatchObject({ step: "failed", code: "999", parcel: OPEN });
    expect(nextStep(wrong, BUY)).toBe(wrong);
    expect([nextStep(wrong, { type: "goOn" }), nextStep(wrong, { type: "back" })]).toEqual([
      chosen,
      chosen,
    ]);
  });

  it("several codes that open nothing lead back to the same order, and so does Esc during a lookup", () => {
    expect(after(wrong, { type: "scanned", code: "998" }, unknown, { type: "goOn" })).toEqual(
      chosen,
    );
    expect(after(chosen, { type: "scanned", code: "999" }, { type: "back" })).toEqual(chosen);
  });

  it("a code that opens nothing leads to the empty screen when no order was open", () => {
    expect(after(EMPTY, SCANNED, unknown, { type: "goOn" })).toBe(EMPTY);
  });

  it("an order whose offers were being renewed is opened again", () => {
    const quoting = after(
      chosen,
      { type: "measure", measure: "weight" },
      { type: "measured", measures: { weight: "4" } },
      { type: "scanned", code: "999" },
      unknown,
    );
    expect(nextStep(quoting, { type: "goOn" })).toEqual({
      step: "opening",
      code: "10482",
      from: null,
    });
  });
});

it("the choice stays when the open order is read or scanned again, and a service that is no longer offered is named", () => {
  const chosen = nextStep(offered, { type: "chose", offerID: "dear" });
  expect(nextStep(chosen, { type: "refreshed", parcel: parcel() })).toMatchObject({
    offerID: "dear",
    lost: null,
  });
  expect(after(chosen, SCANNED, OPENED)).toMatchObject({ offerID: "dear", lost: null });
  const other: Offer = { ...offer("other", "80.00"), providerServiceCode: "PTT_STANDART" };
  const less = parcel({ shipment: shipment({ offers: offers([other], other) }) });
  expect(nextStep(chosen, { type: "refreshed", parcel: less })).toMatchObject({
    offerID: "other",
    lost: LOST,
  });
});

it("an unfinished purchase is followed to its outcome, and other closed orders stay unchanged", () => {
  const closed = (statusCode: "OFFER_ACCEPTED" | "LABEL_PRINTED"): PackStep => ({
    step: "closed",
    parcel: parcel({ shipment: shipment({ statusCode }) }),
  });
  const bought = parcel({ shipment: shipment({ statusCode: "TRACKING_CODE_CREATED" }) });
  expect(nextStep(closed("OFFER_ACCEPTED"), { type: "refreshed", parcel: bought })).toEqual({
    step: "closed",
    parcel: bought,
  });
  expect(nextStep(closed("OFFER_ACCEPTED"), { type: "refreshed", parcel: parcel() })).toMatchObject(
    { step: "offers", lost: null },
  );
  expect(nextStep(closed("LABEL_PRINTED"), { type: "refreshed", parcel: bought })).toEqual(
    closed("LABEL_PRINTED"),
  );
});

it("an order whose label was cancelled elsewhere is shown as cancelled, whether it was bought or opened here", () => {
  const cancelled = parcel({ shipment: shipment({ statusCode: "CANCELED" }) });
  const labelled = parcel({ shipment: shipment({ statusCode: "LABEL_PRINTED" }) });
  const steps: PackStep[] = [
    { step: "closed", parcel: labelled },
    { step: "bought", parcel: parcel(), transaction: transaction("cheap"), printJob: null },
  ];
  for (const step of steps) {
    expect(nextStep(step, { type: "refreshed", parcel: cancelled })).toEqual({
      step: "closed",
      parcel: cancelled,
    });
    const other = parcel({ shipment: shipment({ id: "other", statusCode: "CANCELED" }) });
    expect(nextStep(step, { type: "refreshed", parcel: other })).toBe(step);
    expect(nextStep(step, { type: "refreshed", parcel: labelled })).toBe(step);
  }
});

it("an order bought or cancelled elsewhere while its offers were shown gets its new state, and nothing is bought for it", () => {
  const offered = after(EMPTY, SCANNED, OPENED);
  for (const statusCode of [
    "OFFER_ACCEPTED",
    "TRACKING_CODE_CREATED",
    "LABEL_PRINTED",
    "CANCELED",
  ] as const) {
    const now = parcel({ shipment: shipment({ statusCode }) });
    const closed = nextStep(offered, { type: "refreshed", parcel: now });
    expect(closed).toEqual({ step: "closed", parcel: now });
    expect(nextStep(closed, BUY)).toBe(closed);
  }
});

describe("a cancelled order", () => {
  const cancelled = parcel({ shipment: shipment({ statusCode: "CANCELED" }) });
  const closed = after(EMPTY, SCANNED, { type: "opened", parcel: cancelled });
  const copying = nextStep(closed, { type: "again" });

  it("a cancelled order is packed again once, and its copy opens with its offers", () => {
    expect(copying).toEqual({ step: "copying", parcel: cancelled });
    expect(after(copying, { type: "again" }, { type: "back" }, { type: "close" }, BUY)).toBe(
      copying,
    );
    const copy = parcel({ shipment: shipment({ id: "shipment-2" }) });
    expect(nextStep(copying, { type: "copied", of: "shipment-1", parcel: copy })).toMatchObject({
      step: "offers",
      parcel: copy,
    });
    // The late answer to an abandoned scan is not the copy.
    expect(nextStep(copying, { type: "opened", parcel: copy })).toBe(copying);
  });

  it("a cancelled order that could not be copied is opened again", () => {
    const failed = nextStep(copying, {
      type: "failed",
      during: "copying",
      failure: { code: "NO_ANSWER", message: "" },
    });
    expect(nextStep(failed, { type: "goOn" })).toEqual({
      step: "opening",
      code: "10482",
      from: null,
    });
  });

  it("only a cancelled order can be packed again", () => {
    expect(nextStep(offered, { type: "again" })).toBe(offered);
    const shipped = after(EMPTY, SCANNED, {
      type: "opened",
      parcel: parcel({ shipment: shipment({ statusCode: "SHIPPED" }) }),
    });
    expect(nextStep(shipped, { type: "again" })).toBe(shipped);
  });
});
