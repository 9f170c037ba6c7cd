/**
 * Computes a parcel's measures in a box: the box's sides, and its empty weight plus its contents.
 * Pure.
 */
import { toKg, type DistanceUnit, type MassUnit } from "../../../../core/base/units.ts";
import type { ParcelTemplate } from "../../../../core/shipping/parcels/parcels.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Measures } from "../../../lib/measures.ts";

/** The box chosen last, and the order for which it was chosen. The weights are in kilograms. */
export type ChosenBox = {
  readonly shipmentID: string;
  readonly templateID: string;
  readonly emptyKg: number;
  readonly grossKg: number;
};

/** The shipment that was weighed last, and its pieces then. Its weight includes its box. */
export type Weighed = { readonly shipmentID: string; readonly pieces: number };

/** The box chosen last, and the shipment weighed last. */
type Known = { readonly box: ChosenBox | null; readonly weighed: Weighed | null };

/** Returns what to remember of a shipment that is weighed now. */
export function weighedNow({ id, items }: Pick<Shipment, "id" | "items">): Weighed {
  return { shipmentID: id, pieces: items.reduce((sum, { quantity }) => sum + quantity, 0) };
}

/** Returns whether a shipment was weighed with the pieces that it has now. */
export function isWeighed(shipment: Pick<Shipment, "id" | "items">, last: Weighed | null): boolean {
  const now = weighedNow(shipment);
  return last?.shipmentID === now.shipmentID && last.pieces === now.pieces;
}

/**
 * Returns the parcel's measures in another box. The contents' weight is the sum of all items if
 * every item has a weight, else the parcel's weight without the empty weight of the previous box. A
 * parcel that was weighed in its box keeps its weight. An unknown weight stays unknown.
 */
export function inBox(
  template: ParcelTemplate,
  shipment: Shipment,
  { box, weighed }: Known,
): { readonly measures: Measures; readonly box: ChosenBox } {
  const emptyKg = kgOf(template.weight, template.massUnit);
  const now = kgOf(shipment.weight, shipment.massUnit);
  const before =
    box !== null && box.shipmentID === shipment.id && Math.abs(box.grossKg - now) < 0.0005
      ? box.emptyKg
      : 0;
  const contents = isWeighed(shipment, weighed)
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

/** Returns the weight of all items, kg; undefined when an item has no weight or there are none. */
function itemsKg({ items }: Shipment): number | undefined {
  let sum = 0;
  for (const { unitWeight, massUnit, quantity } of items) {
    const kg = kgOf(unitWeight, massUnit === "" ? "kg" : massUnit);
    if (kg === 0) return undefined;
    sum += kg * quantity;
  }
  return sum === 0 ? undefined : sum;
}

/** Converts a weight to kilograms; returns 0 for text that is not a weight. */
function kgOf(weight: string, unit: string): number {
  const kg = toKg(Number(weight.replace(",", ".")), unit.toLowerCase() as MassUnit);
  return Number.isFinite(kg) ? kg : 0;
}

function round(kg: number): number {
  return Math.round(kg * 1000) / 1000;
}
