/** Weight of a parcel whose orders are joined or separated. */
import { toKg } from "../../base/units.ts";
import type { ShipmentRow } from "./shipments.store.ts";

type Weighed = Pick<ShipmentRow, "weight" | "massUnit">;

/** Kilograms of all orders, rounded to grams; null when a weight is not known. */
function sumKg(rows: readonly Weighed[]): number | null {
  let sum = 0;
  for (const { weight, massUnit } of rows) {
    if (weight === null) return null;
    sum += toKg(weight, massUnit);
  }
  return Math.round(sum * 1_000) / 1_000;
}

/** Returns the weight of a parcel with further orders, kg; null when it must be weighed. */
export function weightWith(first: Weighed, others: readonly Weighed[]): number | null {
  return sumKg([first, ...others]);
}

/** Returns the weight of a parcel without these orders, kg; null when it must be weighed. */
export function weightWithout(first: Weighed, others: readonly Weighed[]): number | null {
  const [all, less] = [sumKg([first]), sumKg(others)];
  const rest = all === null || less === null ? 0 : Math.round((all - less) * 1_000) / 1_000;
  return rest > 0 ? rest : null;
}
