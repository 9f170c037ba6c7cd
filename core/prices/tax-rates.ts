/** Tax rates by the day they begin. Source: spec/interface-notes.md, Money. */
import type { TaxRates } from "../base/money.ts";
import type { Instant } from "../base/units.ts";

const RATES: readonly (TaxRates & { readonly validFrom: string })[] = [
  // Postal service tax 2.35 %, VAT 20 % on net plus tax.
  { validFrom: "2023-07-10T00:00:00.000Z", taxPpm: 23_500, vatPpm: 200_000 },
];

/** The rates in force at `at`; before the first row, the first row's. */
export function taxRatesAt(at: Instant): TaxRates {
  const inForce = RATES.filter((r) => r.validFrom <= at).at(-1) ?? RATES[0];
  if (inForce === undefined) throw new Error("no tax rates");
  return inForce;
}
