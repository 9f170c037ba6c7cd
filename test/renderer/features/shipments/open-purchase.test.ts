import { describe, expect, it } from "vitest";
import { OpenPurchasePart } from "../../../../renderer/features/shipments/OpenPurchasePart.tsx";
import { shipment } from "../../fixtures.ts";
import { markupOf, textOf } from "../../render.ts";

const partOf = (openPurchase: { isHere: boolean; canTakeOver: boolean } | null): string =>
  textOf(markupOf(OpenPurchasePart, { shipment: shipment(), openPurchase }));

describe("an open purchase", () => {
  it("of another station can be taken over when that station is lost", () => {
    const text = partOf({ isHere: false, canTakeOver: true });
    expect(text).toContain("Another station buys this label");
    expect(text).toContain("Nothing is bought twice. Ask from this station");
  });

  it("of a station that holds its money is not taken over", () => {
    const text = partOf({ isHere: false, canTakeOver: false });
    expect(text).toContain("revoke it under Stations");
    expect(text).not.toContain("Ask from this station");
  });

  it("of this station, and none at all, show nothing", () => {
    expect([partOf({ isHere: true, canTakeOver: false }), partOf(null)]).toEqual(["", ""]);
  });
});
