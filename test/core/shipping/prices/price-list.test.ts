import { describe, expect, it } from "vitest";
import type { PriceRow } from "../../../../core/shipping/prices/prices.schema.ts";
import { shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

async function prices(s: Station, query: string): Promise<PriceRow[]> {
  const { status, body } = await s.call("GET", `/priceList?${query}`);
  expect([status, body["result"], body["additionalMessage"], "limit" in body]).toEqual([
    200,
    true,
    "Success",
    false,
  ]);
  return body["priceList"] as PriceRow[];
}

describe("the price list", () => {
  it("the list without a size has a row for every desi step, none cheaper than the one before", async () => {
    const s = await station();
    const rows = await prices(s, "paramType=parcel");
    const desi = rows.map((r) => Number(r.desi));
    expect([desi.length >= 20, desi]).toEqual([true, desi.toSorted((a, b) => a - b)]);
    const surat = rows.map((r) =>
      Number(r.offers.find((o) => o.providerServiceCode === "SURAT_STANDART")?.amount),
    );
    expect(surat).toEqual([...surat].sort((a, b) => a - b));
    expect(new Set(surat).size).toBeGreaterThan(9);
  });

  it("the list for a parcel has only that parcel's row, with the prices of its offers", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    const [row, ...more] = await prices(
      s,
      "paramType=parcel&length=30&width=20&height=15&weight=2.5",
    );
    const offered = shipment.offers?.list.map((o) => [
      o.providerServiceCode,
      o.amount,
      o.amountTax,
      o.amountVat,
      o.totalAmount,
    ]);
    expect([row?.desi, more]).toEqual(["3", []]);
    expect(
      row?.offers.map((o) => [
        o.providerServiceCode,
        o.amount,
        o.amountTax,
        o.amountVat,
        o.totalAmount,
      ]),
    ).toEqual(offered);
    expect(row?.offers[0]).toMatchObject({ currency: "TL", transportType: "ROAD" });
  });

  it("prices are by weight when the weight exceeds the desi, and by zone when cities are given", async () => {
    const s = await station();
    const [heavy] = await prices(s, "length=30&width=20&height=15&weight=7");
    const [near] = await prices(s, "weight=3");
    const [far] = await prices(s, "weight=3&fromCityCode=34&toCityCode=65");
    const amountOf = (row: PriceRow | undefined): number =>
      Number(row?.offers.find((o) => o.providerServiceCode === "SURAT_STANDART")?.amount);
    expect(heavy?.desi).toBe("7");
    expect(amountOf(far)).toBeGreaterThan(amountOf(near));
  });

  it("an invalid size is answered 400, and an unknown city 404", async () => {
    const s = await station();
    const answers = await Promise.all(
      ["weight=heavy", "length=-1", "toCityCode=99"].map((q) => s.call("GET", `/priceList?${q}`)),
    );
    expect(answers.map((a) => [a.status, a.body.code])).toEqual([
      [400, "E1085"],
      [400, "E1085"],
      [404, "E2013"],
    ]);
  });
});
