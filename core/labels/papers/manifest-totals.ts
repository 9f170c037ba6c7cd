/**
 * The sums of a manifest. Desi and kilograms are added as whole thousandths, money as minor units:
 * no sum is off by a fraction.
 */
import type { ManifestParcel } from "./paper-orders.ts";

export type ManifestTotals = {
  readonly parcels: number;
  readonly pieces: number;
  /** "12.5" */
  readonly desi: string;
  readonly weightKg: string;
  /** Of each currency, in the order they are met; without those that nothing is collected in. */
  readonly cash: readonly { readonly currency: string; readonly minor: number }[];
};

/** @returns The sums of parcels; a measure that is no number counts as none. */
export function sumParcels(parcels: readonly ManifestParcel[]): ManifestTotals {
  const cash = new Map<string, number>();
  let [pieces, desi, weight] = [0, 0, 0];
  for (const parcel of parcels) {
    pieces += parcel.pieces;
    desi += thousandths(parcel.desi);
    weight += thousandths(parcel.weightKg);
    if (parcel.cashMinor !== 0)
      cash.set(parcel.currency, (cash.get(parcel.currency) ?? 0) + parcel.cashMinor);
  }
  return {
    parcels: parcels.length,
    pieces,
    desi: String(desi / 1_000),
    weightKg: String(weight / 1_000),
    cash: Array.from(cash, ([currency, minor]) => ({ currency, minor })),
  };
}

function thousandths(text: string): number {
  const value = Math.round(Number(text) * 1_000);
  return Number.isFinite(value) ? value : 0;
}
