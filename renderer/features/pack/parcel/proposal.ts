/** The measures that earlier parcels with the same contents propose for the open order. Pure. */
import { toCm, type DistanceUnit } from "../../../../core/base/units.ts";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import type { UsualParcel } from "../../../../core/shipping/products/products.schema.ts";
import type { Measure, PackStep } from "../pack-step.ts";

type Sides = { readonly length: string; readonly width: string; readonly height: string };

/** `text`: for the field, in kg, or in cm. `sides`: the size that is taken over with a weight. */
export type Proposal = {
  readonly text: string;
  readonly parcels: number;
  readonly sides?: Sides & { readonly distanceUnit: "cm" };
};

/** Returns the proposal for a measure that the order lacks; null when nothing proposes one. */
export function proposalOf(pack: PackStep, measure: Measure): Proposal | null {
  if (pack.step !== "measuring" || pack.parcel.usual === null) return null;
  const { shipment, usual } = pack.parcel;
  const sides = Number(shipment.length) > 0 ? undefined : sidesOf(usual);
  const parcels = Math.max(1, usual.parcels);
  if (measure === "size" && sides !== undefined)
    return { text: `${sides.length} x ${sides.width} x ${sides.height}`, parcels };
  if (measure !== "weight" || Number(shipment.weight) > 0 || usual.grams === 0) return null;
  const text = String(usual.grams / 1_000);
  return sides === undefined ? { text, parcels } : { text, parcels, sides };
}

function sidesOf(usual: UsualParcel): Proposal["sides"] | undefined {
  if (usual.lengthMm === 0) return undefined;
  const cm = (mm: number): string => String(mm / 10);
  return {
    length: cm(usual.lengthMm),
    width: cm(usual.widthMm),
    height: cm(usual.heightMm),
    distanceUnit: "cm",
  };
}

/** Finds the box whose sides are the usual size; undefined when the size is unknown or no box's. */
export function usualBox(
  boxes: readonly ParcelTemplate[],
  { lengthMm, widthMm, heightMm }: UsualParcel,
): ParcelTemplate | undefined {
  if (lengthMm === 0) return undefined;
  const mm = (side: number | string, unit: string): number =>
    Math.round(toCm(Number(side), unit as DistanceUnit) * 10);
  return boxes.find(
    ({ length, width, height, distanceUnit: unit }) =>
      mm(length, unit) === lengthMm && mm(width, unit) === widthMm && mm(height, unit) === heightMm,
  );
}
