import { expect, it } from "vitest";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { AnnouncementPart } from "../../../../renderer/features/shipments/AnnouncementPart.tsx";
import { Contents } from "../../../../renderer/features/shipments/DetailParts.tsx";
import { markupOf, textOf } from "../../render.ts";

const SHIPMENT = {
  length: "20",
  width: "10",
  height: "10",
  distanceUnit: "cm",
  weight: "1",
  massUnit: "kg",
  desi: "0.66666667",
  barcode: "",
  trackingNumber: "",
  order: null,
  items: [],
} as unknown as Shipment;

it("a shipment shows its desi with two decimals, as Pack and the label do", () => {
  const props = {
    shipment: SHIPMENT,
    original: null,
    returns: [],
    together: { joined: [], packedWith: null },
  };
  expect(textOf(markupOf(Contents, props, {}))).toContain("Desi 0.67");
});

it.each([
  ["UNCERTAIN", "", "Technical cause The connection failed."],
  ["UNCERTAIN", "500", "words The connection failed. · code 500"],
  ["REFUSED", "60019", "words The connection failed. · code 60019"],
] as const)("an announcement that is %s with the code “%s” shows “%s”", (state, code, words) => {
  const announcement = {
    state,
    code,
    accountName: "Yurtiçi",
    words: "The connection failed.",
    announcedAt: null,
    updatedAt: "2026-11-30T08:00:00.000Z",
    nextAttemptAt: null,
  } as unknown as ShipmentDetail["announcement"];
  expect(textOf(markupOf(AnnouncementPart, { announcement, shipment: SHIPMENT }, {}))).toContain(
    words,
  );
});

it("a return with a code names the person who sends it back, not the organization", () => {
  const announcement = {
    state: "ANNOUNCED",
    code: "",
    accountName: "Yurtiçi",
    words: "",
    announcedAt: null,
    updatedAt: "2026-11-30T08:00:00.000Z",
    nextAttemptAt: null,
  } as unknown as ShipmentDetail["announcement"];
  const shipment = {
    ...SHIPMENT,
    isReturn: true,
    barcode: "YK0001002",
    senderAddress: { name: "Ömer Işık" },
  } as unknown as Shipment;
  expect(textOf(markupOf(AnnouncementPart, { announcement, shipment }, {}))).toContain(
    "YK0001002 Send this code or the printed return label to Ömer Işık, who hands",
  );
});
