/** Combines the counts of each carrier with its cut-off. Pure. */
import { moneyText } from "../../base/money.ts";
import type { CutOff } from "./cut-offs.ts";
import type { CarrierDay } from "./today.schema.ts";
import type { TodayRows } from "./today.store.ts";

type How = {
  readonly seesMoney: boolean;
  /** Finds a carrier's cut-off. @param services Codes of its services with labels of today. */
  readonly cutOffOf: (providerCode: string, services: readonly string[]) => CutOff;
};

type Rows = Pick<TodayRows, "bought" | "toAnnounce" | "handedOver" | "firstColumn" | "returns">;

/** Makes the days of the carriers, sorted by name. Returns leave the parcels to be handed over. */
export function carrierDaysOf(rows: Rows, { seesMoney, cutOffOf }: How): CarrierDay[] {
  const { toAnnounce, handedOver, firstColumn, returns } = rows;
  const bought = rows.bought
    .filter(({ part }) => part === "carrier")
    .map(({ key, name, ...row }) => ({ ...row, providerCode: key, carrierName: name }));
  const named = [...bought, ...firstColumn, ...returns];
  const codes = new Set(
    [...named, ...toAnnounce, ...handedOver].map(({ providerCode }) => providerCode),
  );
  const nameOf = (code: string): string =>
    named.find(({ providerCode, carrierName }) => providerCode === code && carrierName !== "")
      ?.carrierName ?? code;
  const of = <Row extends { readonly providerCode: string }>(all: readonly Row[], code: string) =>
    all.filter(({ providerCode }) => providerCode === code);
  return [...codes]
    .map((providerCode) => {
      const own = of(bought, providerCode);
      return {
        providerCode,
        carrierName: nameOf(providerCode),
        bought: sumOf(own, (row) => row.bought),
        printed: sumOf(own, (row) => row.printed),
        total: seesMoney ? moneyText(sumOf(own, (row) => row.totalMinor)) : null,
        toAnnounce: sumOf(of(toAnnounce, providerCode), ({ n }) => n),
        toHandOver:
          sumOf(of(firstColumn, providerCode), ({ n }) => n) -
          sumOf(of(returns, providerCode), ({ first }) => first),
        handedOver: sumOf(of(handedOver, providerCode), ({ n }) => n),
        returns: sumOf(of(returns, providerCode), ({ n }) => n),
        ...cutOffOf(
          providerCode,
          own.map(({ service }) => service),
        ),
      };
    })
    .toSorted((a, b) => a.carrierName.localeCompare(b.carrierName, "tr"));
}

function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
