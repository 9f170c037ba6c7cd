import { expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
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
  const props = { shipment: SHIPMENT, original: null, returns: [] };
  expect(textOf(markupOf(Contents, props, {}))).toContain("Desi 0.67");
});
