/**
 * Sums of a manifest. Desi and kilograms are added as integer thousandths and money as minor units,
 * so that sums are exact.
 */
import type { ManifestParcel } from "./paper-orders.ts";

export type ManifestTotals = {
  readonly parcels: number;
  readonly pieces: number;
  /** Number as text, such as "12.5". */
  readonly desi: string;
  readonly weightKg: string;
  /** Sum per currency in order of occurrence, without currencies in which nothing is collected. */
  readonly cash: readonly { readonly currency: string; readonly minor: number }[];
  /** Parcels that must be announced, and that their carrier has not confirmed. */
  readonly unannounced: number;
};

/** Returns the sums of the parcels; an invalid measure counts as 0. */
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
    unannounced: parcels.filter(({ isUnannounced }) => isUnannounced).length,
    cash: Array.from(cash, ([currency, minor]) => ({ currency, minor })),
  };
}

function thousandths(text: string): number {
  const value = Math.round(Number(text) * 1_000);
  return Number.isFinite(value) ? value : 0;
}
