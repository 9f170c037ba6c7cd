import { expect, it } from "vitest";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { CancelQuestion } from "../../../../renderer/features/shipments/CancelQuestion.tsx";
import { isCancelable } from "../../../../renderer/features/shipments/shipment-commands.ts";
import { useShipments } from "../../../../renderer/features/shipments/use-shipments.ts";
import { markupOf, textOf } from "../../render.ts";

/** Asks the question about an open shipment. */
function questionAbout(
  statusCode: Shipment["statusCode"],
  handOver: ShipmentDetail["handOver"] = null,
): string {
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
    shipmentDetail: { detail: { shipment, handOver }, jobs: [] },
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

it("the question says when the parcel is on its carrier's truck, or was handed over", () => {
  const scan = { at: "2026-11-30T14:00:00.000Z", by: "Ayşe" };
  const bought = "LABEL_PRINTED";
  expect(questionAbout(bought)).not.toContain("truck");
  expect(questionAbout(bought, { ...scan, isEnded: false })).toContain("Take it off.");
  expect(questionAbout(bought, { ...scan, isEnded: true })).toContain("Call the carrier");
});
