/** Computes the extras of a price: the charges of an agreement in addition to the price by desi. */
import type { ConsignedPlace } from "../carriers/consignment.ts";
import type { Measured, PriceInput, PriceLine } from "./price-input.ts";
import type { Tariff, TariffExtra } from "./tariff.schema.ts";

/**
 * Lists the extras of a parcel, in the order of the tariff.
 *
 * @returns Undefined when the parcel is collected on in a way for which the tariff has no fee: its
 *   service does not collect by card, or not in cash.
 */
export function extrasOf(
  { extras }: Pick<Tariff, "extras">,
  serviceCode: string,
  input: PriceInput,
  measured: Measured,
): PriceLine[] | undefined {
  const own = extras.filter(({ services }) => services?.includes(serviceCode) !== false);
  const lines = own.flatMap((extra) => lineOf(extra, input, measured));
  const collects = own.some(({ kind }) => kind === "cashOnDelivery");
  const isFeeMissing =
    input.cashOnDelivery !== null &&
    collects &&
    !own.some((extra) => extra.kind === "cashOnDelivery" && collectsBy(extra, input));
  return isFeeMissing ? undefined : lines.filter(([, amount]) => amount !== 0);
}

function lineOf(extra: TariffExtra, input: PriceInput, measured: Measured): PriceLine[] {
  switch (extra.kind) {
    case "oversize": {
      const { lengthCm, widthCm, heightCm } = input.parcel;
      return Math.max(lengthCm, widthCm, heightCm) > extra.overSideCm
        ? [["oversize", extra.amount]]
        : [];
    }
    case "heavy":
      return [["heavy", heavyFee(extra, measured)]];
    case "remote":
      return isIn(extra.places, input.to) ? [["remote", extra.amount]] : [];
    case "collection":
      return [["collection", extra.amount]];
    case "notice":
      return [[extra.by === "phone" ? "phoneNotice" : "smsNotice", extra.amount]];
    case "declaredValue":
      return input.declaredValue === null
        ? []
        : [["declaredValue", feeOf(extra, input.declaredValue)]];
    case "cashOnDelivery":
      return input.cashOnDelivery !== null && collectsBy(extra, input)
        ? [["cashOnDelivery", collectFee(extra, input.cashOnDelivery.amount)]]
        : [];
  }
}

type Extra<K extends TariffExtra["kind"]> = Extract<TariffExtra, { kind: K }>;

function heavyFee({ measure, over, per, amount }: Extra<"heavy">, measured: Measured): number {
  const value = measure === "kg" ? measured.kg : measured.exact;
  if (value <= over) return 0;
  return per === null ? amount : amount * Math.ceil((value - over) / per - 1e-9);
}

function isIn(
  { provinces, districtIDs }: Extra<"remote">["places"],
  { cityCode, districtID }: ConsignedPlace,
): boolean {
  return provinces.includes(cityCode) || districtIDs.includes(districtID);
}

function collectsBy({ by }: Extra<"cashOnDelivery">, { cashOnDelivery }: PriceInput): boolean {
  return by === "both" || by === cashOnDelivery?.by;
}

function collectFee(extra: Extra<"cashOnDelivery">, amount: number): number {
  const band = extra.bands.find(({ upToMinor }) => amount <= upToMinor);
  return band?.amount ?? feeOf(extra, amount);
}

/** Computes a share of an amount, rounded up to the kuruş, at least `min`. */
function feeOf({ min, ppm }: { readonly min: number; readonly ppm: number }, of: number): number {
  return Math.max(min, Number((BigInt(of) * BigInt(ppm) + 999_999n) / 1_000_000n));
}
