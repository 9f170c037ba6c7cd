import { expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { CancelQuestion } from "../../../../renderer/features/shipments/CancelQuestion.tsx";
import { isCancelable } from "../../../../renderer/features/shipments/shipment-commands.ts";
import { useShipments } from "../../../../renderer/features/shipments/use-shipments.ts";
import { markupOf, textOf } from "../../render.ts";

/** Asks the question about an open shipment. */
function questionAbout(statusCode: Shipment["statusCode"]): string {
  const shipment = {
    id: "s",
    organizationShipmentID: 7,
    statusCode,
    barcode: "",
    isReturn: false,
    order: null,
    recipientAddress: null,
  } as unknown as Shipment;
  const state = {
    shipmentsQuestion: "cancelOpen",
    selectedShipments: new Map(),
    openedShipment: { id: "s" },
    shipmentDetail: { detail: { shipment }, jobs: [] },
  };
  useShipments.bind({
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  } as never);
  return textOf(markupOf(CancelQuestion, {}));
}

it("an order whose purchase is open can be cancelled, and the question says when that is possible", () => {
  expect(isCancelable("OFFER_ACCEPTED")).toBe(true);
  expect(questionAbout("OFFER_ACCEPTED")).toContain("has not made its label yet");
  expect(questionAbout("GOT_OFFERS")).toContain("Nothing was bought for this order.");
});
