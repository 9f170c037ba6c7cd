/** The box that earlier parcels with the same contents propose. */
import { expect, it } from "vitest";
import type { ParcelTemplate } from "../../../../../core/shipping/parcels/parcels.schema.ts";
import { usualBox } from "../../../../../renderer/features/pack/parcel/proposal.ts";

const box = (name: string, sides: readonly [string, string, string], distanceUnit = "cm") => {
  const [length, width, height] = sides;
  return { name, length, width, height, distanceUnit } as ParcelTemplate;
};
const BOXES = [
  box("Small", ["20.00", "15.00", "10.00"]),
  box("Tall", ["30.00", "20.00", "45.50"]),
  box("Inches", ["10", "8", "4"], "in"),
];
const usual = (lengthMm: number, widthMm: number, heightMm: number) => ({
  parcels: 3,
  grams: 500,
  spreadGrams: 0,
  lengthMm,
  widthMm,
  heightMm,
  isUnusual: false,
  stops: false,
});

it.each([
  [usual(200, 150, 100), "Small"],
  [usual(300, 200, 455), "Tall"],
  [usual(254, 203, 102), "Inches"],
  [usual(300, 200, 450), undefined],
  [usual(0, 0, 0), undefined],
])("is the box whose sides are the usual size %#", (size, name) => {
  expect(usualBox(BOXES, size)?.name).toBe(name);
});
