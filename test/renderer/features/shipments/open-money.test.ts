import { expect, it } from "vitest";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import { Money } from "../../../../renderer/features/shipments/DetailLists.tsx";
import { shipment } from "../../fixtures.ts";
import { markupOf, textOf } from "../../render.ts";

const moneyOf = (openPurchase: ShipmentDetail["openPurchase"]): string => {
  const detail = {
    shipment: shipment({ acceptedOffer: null }),
    entries: [],
    openPurchase,
    serviceName: "",
    rule: null,
  };
  return textOf(markupOf(Money, { detail: detail as unknown as ShipmentDetail }));
};

it("the money of an open purchase is not known yet, since a marketplace may have taken it", () => {
  expect(moneyOf(null)).toContain("Nothing was charged.");
  const open = moneyOf({ isHere: true, canTakeOver: false });
  expect(open).toContain("Not known yet");
  expect(open).not.toContain("Nothing was charged");
});
