/** Price with the taxes of the law, for quotes of carriers in tests. */
import { minor, taxRatesAt, withTaxes, type TaxedPrice } from "../../core/base/money.ts";
import { instant } from "../../core/base/units.ts";

/** @param net Minor units. */
export function priced(net: number): TaxedPrice {
  return withTaxes(minor(net), taxRatesAt(instant("2026-11-21T09:00:00.000Z")));
}
