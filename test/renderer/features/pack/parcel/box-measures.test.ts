import { describe, expect, it } from "vitest";
import type { ParcelTemplate } from "../../../../../core/shipping/parcels/parcels.schema.ts";
import type { Item, Shipment } from "../../../../../core/shipping/shipments/shipments.schema.ts";
import {
  inBox,
  isWeighed,
  weighedNow,
} from "../../../../../renderer/features/pack/parcel/box-measures.ts";
import { shipment } from "../../../fixtures.ts";

const SMALL = {
  id: "small",
  length: "20",
  width: "15",
  height: "10",
  distanceUnit: "cm",
  weight: "200",
  massUnit: "g",
} as ParcelTemplate;
const LARGE = {
  id: "large",
  length: "40",
  width: "30",
  height: "30",
  distanceUnit: "cm",
  weight: "0.5",
  massUnit: "kg",
} as ParcelTemplate;
const parcel = (weight: string, part: Partial<Shipment> = {}): Shipment =>
  shipment({ id: "s", weight, massUnit: "kg", ...part });
const none = { box: null, weighed: null };
const weightIn = (measures: object): unknown =>
  "weight" in measures ? measures.weight : undefined;

describe("a parcel in a box", () => {
  it("a parcel weighs what the order states plus the empty box, in any unit", () => {
    expect(inBox(SMALL, parcel("2.5"), none).measures).toEqual({
      length: "20",
      width: "15",
      height: "10",
      distanceUnit: "cm",
      weight: "2.7",
      massUnit: "kg",
    });
  });

  it("choosing another box, or the same one again, subtracts the previous box's weight", () => {
    const { box } = inBox(SMALL, parcel("2.5"), none);
    expect(weightIn(inBox(LARGE, parcel("2.7"), { box, weighed: null }).measures)).toBe("3");
    expect(weightIn(inBox(SMALL, parcel("2.7"), { box, weighed: null }).measures)).toBe("2.7");
  });

  it("a parcel weighs the sum of all items if each has a weight", () => {
    const items = [
      { unitWeight: "300", massUnit: "g", quantity: 2 },
      { unitWeight: "1", massUnit: "kg", quantity: 1 },
    ] as Item[];
    expect(weightIn(inBox(SMALL, parcel("9", { items }), none).measures)).toBe("1.8");
  });

  it("a parcel keeps the weight from the scale, and gets no weight if none is known", () => {
    expect(
      weightIn(
        inBox(LARGE, parcel("3.1"), { box: null, weighed: { shipmentID: "s", pieces: 0 } })
          .measures,
      ),
    ).toBeUndefined();
    expect(weightIn(inBox(LARGE, parcel(""), none).measures)).toBeUndefined();
  });

  it("a parcel that got further pieces after it was weighed counts as not weighed", () => {
    const items = (quantity: number): Item[] => [{ quantity }] as Item[];
    const weighed = weighedNow(parcel("3.1", { items: items(2) }));
    expect(isWeighed(parcel("3.1", { items: items(2) }), weighed)).toBe(true);
    expect(isWeighed(parcel("5", { items: items(3) }), weighed)).toBe(false);
    expect(isWeighed(parcel("3.1", { id: "other", items: items(2) }), weighed)).toBe(false);
  });
});
