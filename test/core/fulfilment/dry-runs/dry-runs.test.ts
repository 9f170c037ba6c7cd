/** Dry runs of rules over past shipments, and that they agree with what was paid and chosen then. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DryRun } from "../../../../core/fulfilment/dry-runs/dry-runs.schema.ts";
import type { OfferChoice } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { createVersion } from "../../../../core/shipping/agreements/make-agreement.ts";
import type { AgreementRow } from "../../../../core/shipping/agreements/agreements.store.ts";
import { instant } from "../../../../core/base/units.ts";
import { addAgreement, plainService, plainTariff } from "../../../helpers/agreements.ts";
import {
  change,
  lastingStation,
  RECIPIENT,
  shipmentWithOffers,
  type Station,
} from "../../../helpers/station.ts";

let s: Station;
let ucuz: AgreementRow;
const service = (code: string, price: number, days: number) => {
  const plain = plainService();
  return plainService({
    code: `${code}_STANDART`,
    name: `${code} Standart`,
    steps: [{ upToDesi: 5, prices: [price] }],
    promise: { ...plain.promise, days: [days] },
  });
};
const agreement = (providerCode: string, price: number, days: number, i: number) =>
  addAgreement(s, {
    providerCode,
    name: `${providerCode} Kargo`,
    ranges: [{ prefix: `K${i}`, first: 1_000_001, last: 1_999_999, width: 7 }],
    tariff: { services: [service(providerCode, price, days)] },
  });
const run = async (body: object = {}) =>
  await s.desk<DryRun>("POST", "/station/rules/dry-runs", {
    from: "2026-11-21",
    to: "2026-12-10",
    ...body,
  });
const buy = async (offerID: string | null | undefined) =>
  void (await s.call("POST", "/transactions", { offerID }));
const fastest = { action: { choose: "fastest" } };

// A Saturday. Cheapest: UCUZ at 98.26, on Thursday; HIZLI at 171.95, on Monday.
beforeAll(async () => {
  s = await lastingStation();
  change(s, "UPDATE organizations SET test = 0");
  await s.desk("DELETE", "/station/samples");
  ucuz = agreement("UCUZ", 8_000, 3, 0);
  agreement("HIZLI", 14_000, 0, 1);
  await buy((await shipmentWithOffers(s)).offers?.cheapest?.id);
  await buy(
    (await shipmentWithOffers(s, { order: { orderNumber: "A-1" } })).offers?.list.at(-1)?.id,
  );
  // From the next day on UCUZ costs 200.00, which no past shipment paid.
  createVersion(s.core.deps, ucuz, plainTariff({ services: [service("UCUZ", 20_000, 3)] }), {
    from: instant("2026-11-21T21:00:00.000Z"),
    to: null,
  });
  s.clock.nowMs = Date.parse("2026-11-24T09:00:00.000Z");
  await buy((await shipmentWithOffers(s, { order: { orderNumber: "A-2" } })).offers?.cheapest?.id);
});
afterAll(() => s.stop());

describe("a dry run", () => {
  it("prices each shipment by the version that was in force, at what was paid to the kuruş", async () => {
    const { data } = await run({ rules: [{ action: { choose: "cheapest" } }] });
    expect(data).toMatchObject({
      inPeriod: 3,
      bought: { shipments: 3, total: "442.16" },
      byRules: { shipments: 3, total: "368.47" },
      changed: 1,
      unpriced: 0,
      rules: [
        { shipments: 3, words: { en: "Cheapest" } },
        { shipments: 0, words: null },
      ],
      changes: [
        {
          orderNumber: "A-1",
          bought: "HIZLI Standart",
          boughtAmount: "171.95",
          byRules: "UCUZ Standart",
          byRulesAmount: "98.26",
        },
      ],
    });
  });

  it("says how many days earlier parcels would arrive, and what each service would carry", async () => {
    const { data } = await run({ rules: [fastest] });
    expect([
      data.bought.averageDays > data.byRules.averageDays,
      data.services.map(({ name, bought, byRules }) => [name, bought, byRules]),
    ]).toEqual([
      true,
      [
        ["HIZLI Standart", 2, 3],
        ["UCUZ Standart", 1, 0],
      ],
    ]);
  });

  it("without rules in the request tries the organization's, and agrees with the choice that a purchase made", async () => {
    const { data: rule } = await s.desk<{ id: string }>("POST", "/station/rules", {
      conditions: { provinces: ["06"] },
      ...fastest,
    });
    const ankara = { ...RECIPIENT, cityName: "Ankara", cityCode: "06", districtName: "Çankaya" };
    for (const recipientAddress of [RECIPIENT, ankara]) {
      const shipment = await shipmentWithOffers(s, { recipientAddress });
      const { data } = (
        await s.call<OfferChoice>("GET", `/station/shipments/${shipment.id}/choice`)
      ).body;
      await buy(data.offerID);
    }
    const { data } = await run({ from: "2026-11-24", to: "2026-11-24" });
    await s.desk("DELETE", `/station/rules/${rule.id}`);
    expect([data.inPeriod, data.changed, data.rules.map(({ shipments }) => shipments)]).toEqual([
      3,
      0,
      [1, 2],
    ]);
  });

  it("counts as bought what it cannot price again, and names it with the reason", async () => {
    change(s, "UPDATE rate_cards SET valid_from = '2026-11-23T21:00:00.000Z', valid_to = NULL");
    const { data } = await run({ from: "2026-11-21", to: "2026-11-21", rules: [fastest] });
    change(s, "UPDATE rate_cards SET valid_from = '2025-12-31T21:00:00.000Z'");
    expect([
      data.unpriced,
      data.bought.total,
      data.byRules.total,
      data.notPriced.map(({ orderNumber, why }) => [orderNumber, why]),
    ]).toEqual([
      2,
      "270.21",
      "270.21",
      [
        ["A-1", "NOT_IN_FORCE"],
        ["", "NOT_IN_FORCE"],
      ],
    ]);
  });

  it("counts as bought a shipment whose offers rules exclude, and never leaves out the offer that was bought", async () => {
    const never = (code: string) => ({
      action: { choose: "never", target: { kind: "carrier", code } },
    });
    const { data } = await run({ rules: [never("UCUZ"), never("HIZLI")] });
    expect([data.excluded, data.changed]).toEqual([data.inPeriod, 0]);
  });

  it("refuses a period that ends before it begins, and a rule for a carrier that the organization does not have", async () => {
    expect([
      (await run({ from: "2026-12-11" })).code,
      (
        await run({
          rules: [{ action: { choose: "never", target: { kind: "carrier", code: "YOK" } } }],
        })
      ).code,
    ]).toEqual(["E1085", "E1085"]);
  });

  it("counts no change where another agreement has the same price and day as the purchase", async () => {
    agreement("ESIT", 14_000, 0, 2);
    const { offers } = await shipmentWithOffers(s, { order: { orderNumber: "A-3" } });
    await buy(offers?.list.find(({ providerCode }) => providerCode === "HIZLI")?.id);
    const { data } = await run({ rules: [fastest] });
    expect(data.changes.filter(({ orderNumber }) => orderNumber === "A-3")).toEqual([]);
  });
});
