/**
 * What a parcel measures in a box: the box's sides, and its empty weight with what is in it. Pure.
 */
import { toKg, type DistanceUnit, type MassUnit } from "../../../../core/base/units.ts";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Measures } from "../../../lib/measures.ts";

/** The box that was chosen last, for the order that it was chosen for. Kilograms. */
export type ChosenBox = {
  readonly shipmentID: string;
  readonly templateID: string;
  readonly emptyKg: number;
  readonly grossKg: number;
};

/** How a parcel's weight is known: as it was weighed in its box, or as the order states it. */
type Known = { readonly box: ChosenBox | null; readonly weighedID: string | null };

/**
 * The parcel in another box. Its contents weigh what all items state, else what the parcel weighed
 * less the box before; a parcel that was weighed in its box keeps that weight, and one of unknown
 * weight has none.
 */
export function inBox(
  template: ParcelTemplate,
  shipment: Shipment,
  { box, weighedID }: Known,
): { readonly measures: Measures; readonly box: ChosenBox } {
  const emptyKg = kgOf(template.weight, template.massUnit);
  const now = kgOf(shipment.weight, shipment.massUnit);
  const before =
    box !== null && box.shipmentID === shipment.id && Math.abs(box.grossKg - now) < 0.0005
      ? box.emptyKg
      : 0;
  const contents =
    weighedID === shipment.id
      ? undefined
      : (itemsKg(shipment) ?? (now > 0 ? now - before : undefined));
  const grossKg = contents === undefined ? now : round(contents + emptyKg);
  const { length, width, height, distanceUnit } = template;
  const sides = { length, width, height, distanceUnit: distanceUnit as DistanceUnit };
  return {
    measures:
      contents === undefined ? sides : { ...sides, weight: String(grossKg), massUnit: "kg" },
    box: { shipmentID: shipment.id, templateID: template.id, emptyKg, grossKg },
  };
}

/** All items together; undefined when one of them states no weight. */
function itemsKg({ items }: Shipment): number | undefined {
  let sum = 0;
  for (const { unitWeight, massUnit, quantity } of items) {
    const kg = kgOf(unitWeight, massUnit === "" ? "kg" : massUnit);
    if (kg === 0) return undefined;
    sum += kg * quantity;
  }
  return sum === 0 ? undefined : sum;
}

/** 0 for what is no weight. */
function kgOf(weight: string, unit: string): number {
  const kg = toKg(Number(weight.replace(",", ".")), unit.toLowerCase() as MassUnit);
  return Number.isFinite(kg) ? kg : 0;
}

function round(kg: number): number {
  return Math.round(kg * 1000) / 1000;
}
