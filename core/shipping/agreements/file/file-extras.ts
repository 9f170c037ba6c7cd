/** Makes the extras of a tariff from the lines above a price list. */
import type { TariffExtra } from "../tariff.schema.ts";
import type { Head } from "./read-head.ts";

/** Lists the extras; each is charged for all services. */
export function fileExtras({ values, above }: Head): TariffExtra[] {
  const { cashLeast, cashPercent, sms, phone, collection } = values;
  return [
    ...above.map(({ is, over, amount }): TariffExtra =>
      is === "oversize"
        ? { kind: "oversize", overSideCm: over, amount }
        : { kind: "heavy", measure: "kg", over, per: null, amount },
    ),
    ...(collection === undefined ? [] : [{ kind: "collection" as const, amount: collection }]),
    ...(phone === undefined
      ? []
      : [{ kind: "notice" as const, by: "phone" as const, amount: phone }]),
    ...(sms === undefined ? [] : [{ kind: "notice" as const, by: "sms" as const, amount: sms }]),
    ...(cashLeast === undefined && cashPercent === undefined
      ? []
      : [
          {
            kind: "cashOnDelivery" as const,
            by: "both" as const,
            min: cashLeast ?? 0,
            ppm: cashPercent ?? 0,
            bands: [],
          },
        ]),
  ];
}
