import { describe, expect, it } from "vitest";
import type { Item } from "../../../../../core/shipping/shipments/shipments.schema.ts";
import { isArticleCode } from "../../../../../renderer/features/pack/scan/find-item.ts";
import type { PackStep } from "../../../../../renderer/features/pack/pack-step.ts";
import { sortOffers, taxOf } from "../../../../../renderer/features/pack/offers/offer-rows.ts";
import { isWrongItem } from "../../../../../renderer/features/pack/scan/wrong-item.ts";
import { CHEAP, DEAR, parcel, shipment } from "../../../fixtures.ts";

const withItem = (ean: string) =>
  parcel({
    shipment: shipment({ items: [{ id: "i", title: "Kupa", quantity: 1, ean, sku: "" } as Item] }),
  });
const failed = (code: string, ean: string, error = "E2024"): PackStep => {
  const from = { step: "offers", parcel: withItem(ean), offerID: "cheap", lost: null } as const;
  return {
    step: "failed",
    during: "opening",
    failure: { code: error, message: "" },
    code,
    parcel: from.parcel,
    offerID: null,
    from,
  };
};

describe("an article's barcode", () => {
  it.each(["8690000000012", "4006381333931", "96385074", "036000291452", "10614141000415"])(
    "the code %s is an article's",
    (code) => expect(isArticleCode(code)).toBe(true),
  );
  it.each(["8690000000013", "10482", "7200010482", "PBX01", ""])(
    "the code %j is not an article's",
    (code) => expect(isArticleCode(code)).toBe(false),
  );
});

describe("a wrong article", () => {
  it("an article is wrong only if its code opened nothing while an order whose articles have barcodes is open", () => {
    expect(isWrongItem(failed("4006381333931", "8690000000012"))).toBe(true);
    expect(isWrongItem(failed("10484", "8690000000012"))).toBe(false);
    expect(isWrongItem(failed("4006381333931", ""))).toBe(false);
    expect(isWrongItem(failed("4006381333931", "8690000000012", "E2000"))).toBe(false);
  });
});

describe("the table of offers", () => {
  it("offers are sorted by price, promise or rating, also in reverse, and have their tax", () => {
    const slow = { ...CHEAP, averageEstimatedTime: 0, rating: 3, amount: "100.00" };
    const quick = { ...DEAR, averageEstimatedTime: 3_600_000_000_000, rating: 5, amount: "120.00" };
    const order = parcel({ shipment: shipment({ offers: { list: [slow, quick] } as never }) });
    const ids = (sortedBy: "price" | "promise" | "rating", isDescending = false) =>
      sortOffers(order, { sortedBy, isDescending }).map(({ id }) => id);
    expect([ids("price"), ids("price", true), ids("promise"), ids("rating")]).toEqual([
      ["cheap", "dear"],
      ["dear", "cheap"],
      ["dear", "cheap"],
      ["dear", "cheap"],
    ]);
    expect(taxOf(slow)).toBe("18.40");
  });
});
