import { describe, expect, it } from "vitest";
import type { Marketplace } from "../../../../../core/shipping/accounts/marketplaces.schema.ts";
import { FailedPanel } from "../../../../../renderer/features/pack/FailedPanel.tsx";
import { BuyBar } from "../../../../../renderer/features/pack/offers/BuyBar.tsx";
import { MarketplaceLine } from "../../../../../renderer/features/pack/offers/MarketplaceLine.tsx";
import { OfferList } from "../../../../../renderer/features/pack/offers/OfferList.tsx";
import { OrderWork } from "../../../../../renderer/features/pack/OrderWork.tsx";
import type { Parcel } from "../../../../../renderer/features/pack/pack-step.ts";
import { CHEAP, offer, offers, parcel, shipment } from "../../../fixtures.ts";
import { markupOf, textOf } from "../../../render.ts";

const PAZAR: Marketplace = {
  accountID: "019ad0bd-0000-7000-8000-000000000001",
  name: "Pazar",
  host: "pazar.test",
  isActive: true,
  isTest: false,
  asks: "onDemand",
  balance: null,
  problem: "",
};
const THERE = {
  ...offer("there", "90.00"),
  paidThere: true as const,
  isProviderAccountOffer: true,
  providerAccountID: PAZAR.accountID,
  providerAccountName: "Pazar",
};

function ordered(list = [CHEAP], part: Partial<Parcel> = {}, percentageCompleted = 100): Parcel {
  const all = { ...offers(list, list[0] ?? CHEAP), percentageCompleted };
  return parcel({ shipment: shipment({ offers: all, test: false }), ...part });
}

function lineOf(shown: Parcel, marketplace: Partial<Marketplace> = {}, part = {}): string {
  const pack = { step: "offers", parcel: shown, offerID: CHEAP.id, lost: null } as const;
  return textOf(
    markupOf(
      MarketplaceLine,
      { pack },
      { marketplaces: [{ ...PAZAR, ...marketplace }], askedThere: null, pack, ...part },
    ),
  );
}

describe("the line about marketplaces", () => {
  it("offers to ask a marketplace that is asked on demand, and says what that sends and to whom", () => {
    expect(lineOf(ordered())).toBe(
      "Alt+M Ask Pazar sends the recipient’s name, address and phone to pazar.test",
    );
  });

  it("says that a marketplace is being asked", () => {
    const asked = { askedThere: { shipmentID: "shipment-1", failure: null } };
    expect([
      lineOf(ordered([CHEAP], {}, 50), { asks: "always" }),
      lineOf(ordered([CHEAP], {}, 50), {}, asked),
    ]).toEqual(["Asking Pazar…", "Asking Pazar…"]);
  });

  it("does not offer to ask a marketplace again whose services were all left out", () => {
    const missing: Parcel["missing"] = [
      {
        providerCode: "UZAK",
        providerServiceCode: "UZAK_HIZLI",
        name: "Pazar: Uzak Hizli",
        code: "NOT_CHOSEN",
        reason: "",
      },
    ];
    expect(lineOf(ordered([CHEAP], { missing }))).toBe("");
  });

  it("says which marketplace did not answer in time", () => {
    const missing: Parcel["missing"] = [
      { providerCode: "", providerServiceCode: "", name: "Pazar", code: "TOO_LATE", reason: "" },
    ];
    expect(lineOf(ordered([CHEAP], { missing }))).toBe("Pazar did not answer in time");
  });

  it("counts the offers that came later, and names the key that uses them", () => {
    const late = { ids: ["there"], choice: null };
    expect(lineOf(ordered([CHEAP, THERE], { late }))).toBe(
      "1 offer came later Alt+M Use the later offers",
    );
  });

  it.each([
    ["is off", { asks: "off" as const }],
    ["is switched off here", { isActive: false }],
    ["sells only for test orders", { isTest: true }],
  ])("says nothing about a marketplace that %s", (_, change) => {
    expect(lineOf(ordered(), change)).toBe("");
  });

  it("has the place of “no offer” for itself while the only marketplace is being asked", () => {
    const pack = { step: "offers", parcel: ordered([], {}, 0), offerID: null, lost: null } as const;
    const markup = markupOf(
      OrderWork,
      { pack },
      { pack, marketplaces: [{ ...PAZAR, asks: "always" }], askedThere: null },
    );
    expect(textOf(markup)).toBe("");
    expect(lineOf(pack.parcel, { asks: "always" })).toBe("Asking Pazar…");
  });
});

describe("an offer of a marketplace", () => {
  it("says whose it is, next to those of own agreements, and that it came later", () => {
    const late = { ids: ["there"], choice: null };
    const markup = markupOf(OfferList, {
      parcel: ordered([CHEAP, THERE], { late }),
      offerID: CHEAP.id,
      fixed: false,
      lost: null,
    });
    const rows = markup.split("<label").slice(1).map(textOf);
    expect(rows[0]).toContain("own agreement");
    expect(rows[1]).toContain("came later Pazar, paid there");
  });

  it("is bought with its price and the words which balance pays, also when the balance here is short", () => {
    const pack = {
      step: "offers",
      parcel: ordered([CHEAP, { ...THERE, totalAmount: "900.00" }]),
      offerID: "there",
      lost: null,
    } as const;
    const text = textOf(markupOf(BuyBar, { pack }, { pack }));
    expect(text).toContain("paid from the balance at Pazar");
    expect(text).toContain("900.00 TL");
    expect(text).not.toContain("Not enough balance");
  });

  it.each([
    [
      "E2033",
      "carrier",
      "Pazar refused (E1066): The balance is too low.",
      "No money moved, neither at Pazar nor here.",
    ],
    [
      "E2008",
      undefined,
      "Do not buy another label for this order",
      "It is not known yet whether Pazar took the price",
    ],
  ])(
    "fails with %s in the marketplace's words, and says whether money moved there",
    (code, reason, words, money) => {
      const pack = {
        step: "failed",
        during: "buying",
        failure: {
          code,
          message: "",
          ...(reason === undefined ? {} : { reason, values: { words } }),
        },
        code: "10482",
        parcel: ordered([CHEAP, THERE]),
        offerID: "there",
        from: null,
      } as const;
      const text = textOf(markupOf(FailedPanel, { pack }, { pack, queue: [] }));
      expect(text).toContain(words);
      expect(text).toContain(money);
    },
  );
});
