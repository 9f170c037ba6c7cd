/** Rules over HTTP, and the same choice in Pack, for many orders, for programs and in a purchase. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  MOST_RULES,
  type OfferChoice,
  type Rule,
} from "../../../../core/shipping/choosing/choosing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder, PurchasePlan } from "../../../../core/station/station.schema.ts";
import { addAgreement, plainService } from "../../../helpers/agreements.ts";
import {
  call,
  change,
  lastingStation,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  type Station,
} from "../../../helpers/station.ts";

let s: Station;
// A Saturday. UCUZ arrives on Thursday, ORTA on Tuesday, HIZLI on Monday.
beforeAll(async () => {
  s = await lastingStation();
  change(s, "UPDATE organizations SET test = 0");
  await s.desk("DELETE", "/station/samples");
  for (const [i, [providerCode, price, days]] of (
    [
      ["UCUZ", 8_000, 3],
      ["ORTA", 9_000, 1],
      ["HIZLI", 14_000, 0],
    ] as const
  ).entries()) {
    const { promise } = plainService();
    const steps = [{ upToDesi: 5, prices: [price] }];
    const service = { code: `${providerCode}_STANDART`, name: `${providerCode} Standart`, steps };
    addAgreement(s, {
      providerCode,
      name: `${providerCode} Kargo`,
      ranges: [{ prefix: `K${i}`, first: 1_000_001, last: 1_999_999, width: 7 }],
      tariff: { services: [plainService({ ...service, promise: { ...promise, days: [days] } })] },
    });
  }
});
afterAll(() => s.stop());
beforeEach(() => change(s, "DELETE FROM choosing_rules"));

const orta = { kind: "carrier", code: "ORTA" };
const addRule = async (rule: object) => await s.desk<Rule>("POST", "/station/rules", rule);
const listRules = async () => (await s.desk<Rule[]>("GET", "/station/rules")).data;
const choice = async (id: string) =>
  (await s.call<OfferChoice>("GET", `/station/shipments/${id}/choice`)).body.data;
const open = async (shipment: Shipment) =>
  (
    await s.desk<OpenedOrder>("POST", "/station/orders/open", {
      code: `#${shipment.organizationShipmentID}`,
    })
  ).data;
const serviceOf = (shipment: Shipment, offerID: string | null | undefined) =>
  shipment.offers?.list.find((offer) => offer.id === offerID)?.providerServiceCode;
const buy = async (offerID: unknown, extra: object = {}) =>
  await s.desk<{ transaction: Transaction }>("POST", "/station/purchases", {
    offerID,
    print: false,
    ...extra,
  });

describe("rules of an organization", () => {
  it("are kept with their words, in their order, and can be replaced, moved and removed", async () => {
    const first = await addRule({ action: { choose: "prefer", target: orta, percent: 10 } });
    const second = await addRule({
      conditions: { provinces: ["34"] },
      action: { choose: "fastest" },
      buyUpTo: "250",
    });
    expect([
      first.status,
      (await listRules()).map(({ words, buyUpTo }) => [words.en, words.tr, buyUpTo]),
    ]).toEqual([
      201,
      [
        [
          "Prefer ORTA Kargo unless more than 10 % dearer",
          "En ucuzdan en çok %10 pahalıysa ORTA Kargo",
          null,
        ],
        [
          "To İstanbul: fastest; buys at once up to 250.00 TL",
          "Gideceği il İstanbul: en hızlı; 250,00 TL tutarına kadar hemen satın alır",
          "250.00",
        ],
      ],
    ]);
    await s.desk("PUT", "/station/rules", { ids: [second.data.id, first.data.id] });
    await s.desk("PUT", `/station/rules/${first.data.id}`, { action: { choose: "cheapest" } });
    expect((await listRules()).map(({ words }) => words.en)).toEqual([
      "To İstanbul: fastest; buys at once up to 250.00 TL",
      "Cheapest",
    ]);
    await s.desk("DELETE", `/station/rules/${second.data.id}`);
    expect((await listRules()).map(({ words }) => words.en)).toEqual(["Cheapest"]);
  });

  it.each([
    [
      "a carrier that the organization does not have",
      { action: { choose: "never", target: { kind: "carrier", code: "ARASX" } } },
      "E1085",
    ],
    [
      "a sum to buy at once in a rule that says never",
      { action: { choose: "never", target: orta }, buyUpTo: "10" },
      "E1085",
    ],
    [
      "a range that is empty",
      { conditions: { desiOver: 5, desiUpTo: 5 }, action: { choose: "cheapest" } },
      "E1085",
    ],
    [
      "a province that does not exist",
      { conditions: { provinces: ["82"] }, action: { choose: "cheapest" } },
      "E1085",
    ],
    ["an unknown way to choose", { action: { choose: "best" } }, "E1085"],
    [
      "a name of nothing but an accent, which would fit every order without a source",
      { conditions: { sources: ["\u0301"] }, action: { choose: "cheapest" } },
      "E1085",
    ],
    ["a field that rules do not have", { action: { choose: "cheapest" }, when: {} }, "E1085"],
  ])("refuse %s, and save nothing", async (_, rule, code) => {
    expect([(await addRule(rule)).code, await listRules()]).toEqual([code, []]);
  });

  it("can be put in another order when disconnected stations have entered more than the most rules", async () => {
    for (let i = 0; i < MOST_RULES; i += 1) await addRule({ action: { choose: "cheapest" } });
    change(
      s,
      `INSERT INTO choosing_rules (id, created_at, updated_at, organization_id, conditions, action, position, is_active, stamp)
       SELECT id || 'x', created_at, updated_at, organization_id, conditions, action, position, 1, stamp FROM choosing_rules WHERE position = 1`,
    );
    const ids = (await listRules()).map(({ id }) => id).toReversed();
    await s.desk("PUT", "/station/rules", { ids });
    expect((await listRules()).map(({ id }) => id)).toEqual(ids);
  });

  it("refuse an order that names an unknown rule or one twice", async () => {
    const { data } = await addRule({ action: { choose: "cheapest" } });
    const put = async (ids: string[]) => (await s.desk("PUT", "/station/rules", { ids })).code;
    expect([
      await put([data.id, data.id]),
      await put(["x"]),
      (await s.desk("DELETE", "/station/rules/x")).code,
    ]).toEqual(["E2173", "E2173", "E2173"]);
  });

  it("say when a carrier is gone, and leave the choice to the next rule then", async () => {
    const gone = addAgreement(s, {
      providerCode: "GIDEN",
      name: "Giden Kargo",
      ranges: [{ prefix: "X", first: 1, last: 9, width: 7 }],
    });
    await addRule({
      action: { choose: "prefer", target: { kind: "carrier", code: "GIDEN" }, percent: null },
    });
    await addRule({ action: { choose: "fastest" } });
    await s.desk("DELETE", `/station/agreements/${gone.id}`);
    const shipment = await shipmentWithOffers(s);
    expect([
      (await listRules()).map(({ isTargetKnown }) => isTargetKnown),
      serviceOf(shipment, (await choice(shipment.id)).offerID),
    ]).toEqual([[false, true], "HIZLI_STANDART"]);
  });

  it("keep the name of an account that is gone", async () => {
    const account = await s.desk<{ id: string }>("POST", "/provideraccounts", {
      providerCode: "ORTA",
      name: "Depo",
      username: "u",
      password: "p",
    });
    await addRule({
      action: { choose: "never", target: { kind: "account", id: account.data.id } },
    });
    await s.desk("DELETE", `/provideraccounts/${account.data.id}`);
    expect(
      (await listRules()).map(({ isTargetKnown, words }) => [isTargetKnown, words.en]),
    ).toEqual([[false, "Never Depo"]]);
  });

  it("may be read and changed by an owner and an admin; a member sees only the choice for its shipments", async () => {
    const shipment = await shipmentWithOffers(s);
    const status = async (
      role: "admin" | "user" | "limitedAccessUser",
      method: string,
      path: string,
      body?: object,
    ) => (await call(s.url, tokens[role], { method, path, body })).status;
    const tokens = {
      admin: memberWithToken(s, "admin").token,
      user: memberWithToken(s, "user").token,
      limitedAccessUser: memberWithToken(s, "limitedAccessUser").token,
    };
    const rule = { action: { choose: "cheapest" } };
    const path = `/station/shipments/${shipment.id}/choice`;
    expect([
      await status("admin", "POST", "/station/rules", rule),
      await status("user", "POST", "/station/rules", rule),
      await status("user", "GET", "/station/rules"),
      await status("user", "GET", path),
      await status("limitedAccessUser", "GET", path),
    ]).toEqual([201, 403, 403, 200, 404]);
  });
});

describe("the choice by rules", () => {
  it("is one choice in Pack, for many orders, for programs and in the purchase, whose shipment keeps the rule and its words", async () => {
    await addRule({ action: { choose: "cheapestWithin", days: 2 } });
    const shipment = await shipmentWithOffers(s);
    const { data: plan } = await s.desk<PurchasePlan>("POST", "/station/purchases/plan", {
      shipmentIDs: [shipment.id],
    });
    const opened = await open(shipment);
    const asked = await choice(shipment.id);
    const words = { en: "Cheapest within 2 business days", tr: "2 iş günü içinde en ucuz" };
    expect([
      [opened.choice?.offerID, plan.list[0]?.offerID, asked.offerID].map((id) =>
        serviceOf(shipment, id),
      ),
      [opened.choice?.rule?.words, plan.list[0]?.rule, asked.rule?.words],
    ]).toEqual([
      ["ORTA_STANDART", "ORTA_STANDART", "ORTA_STANDART"],
      [words, words, words],
    ]);
    await s.call("POST", "/transactions", { offerID: asked.offerID });
    await s.desk("DELETE", `/station/rules/${asked.rule?.id}`);
    expect(await choice(shipment.id)).toEqual({ ...asked, isBought: true });
  });

  it("an offer that a person chooses against the rule is bought without a rule", async () => {
    await addRule({ action: { choose: "fastest" } });
    const shipment = await shipmentWithOffers(s);
    await buy(shipment.offers?.cheapest?.id);
    expect(await choice(shipment.id)).toMatchObject({
      offerID: shipment.offers?.cheapest?.id,
      rule: null,
      isBought: true,
    });
  });

  it("a rule that excludes an offer does not change the fields cheapest and fastest of the published offers", async () => {
    await addRule({ action: { choose: "never", target: { kind: "carrier", code: "UCUZ" } } });
    const { offers } = await shipmentWithOffers(s);
    expect([offers?.cheapest?.providerServiceCode, offers?.fastest?.providerServiceCode]).toEqual([
      "UCUZ_STANDART",
      "HIZLI_STANDART",
    ]);
  });

  it("when rules exclude every offer, many orders leave the order out, and a person may still buy", async () => {
    for (const code of ["UCUZ", "ORTA", "HIZLI"])
      await addRule({ action: { choose: "never", target: { kind: "carrier", code } } });
    const shipment = await shipmentWithOffers(s);
    const { data: plan } = await s.desk<PurchasePlan>("POST", "/station/purchases/plan", {
      shipmentIDs: [shipment.id],
    });
    const opened = await open(shipment);
    expect([
      plan.leftOut,
      opened.choice?.offerID,
      opened.choice?.excluded.length,
      (await buy(shipment.offers?.cheapest?.id)).status,
    ]).toEqual([[{ shipmentID: shipment.id, why: "EXCLUDED" }], null, 3, 201]);
  });

  it("without rules Pack names none, and the choice is the cheapest", async () => {
    const shipment = await shipmentWithOffers(s);
    expect([(await open(shipment)).choice, await choice(shipment.id)]).toEqual([
      null,
      {
        offerID: shipment.offers?.cheapest?.id,
        rule: null,
        isBought: false,
        buysAtOnce: false,
        excluded: [],
      },
    ]);
  });

  it("counts days from the day of the offers, also when the label is bought on a later day", async () => {
    await addRule({ action: { choose: "cheapestWithin", days: 1 } });
    const shipment = await shipmentWithOffers(s);
    const chosen = async () => serviceOf(shipment, (await choice(shipment.id)).offerID);
    const onSaturday = await chosen();
    s.clock.nowMs += 5 * 86_400_000;
    const onThursday = await chosen();
    s.clock.nowMs -= 5 * 86_400_000;
    expect([onSaturday, onThursday]).toEqual(["HIZLI_STANDART", "HIZLI_STANDART"]);
  });

  it("by order: province, source and cash on delivery decide which rule is tried", async () => {
    await addRule({ conditions: { provinces: ["06"] }, action: { choose: "fastest" } });
    await addRule({
      conditions: { sources: ["n11"] },
      action: { choose: "cheapestWithin", days: 2 },
    });
    const chosen = async (part: object) => {
      const shipment = await shipmentWithOffers(s, part as never);
      return serviceOf(shipment, (await choice(shipment.id)).offerID);
    };
    const ankara = { ...RECIPIENT, cityName: "Ankara", cityCode: "06", districtName: "Çankaya" };
    expect([
      await chosen({ recipientAddress: ankara }),
      await chosen({ order: { sourceCode: "N11", orderNumber: "1" } }),
      await chosen({}),
    ]).toEqual(["HIZLI_STANDART", "ORTA_STANDART", "UCUZ_STANDART"]);
  });
});

describe("a rule that buys at once", () => {
  const rule = (buyUpTo: string) => ({ action: { choose: "cheapest" }, buyUpTo });

  it("buys up to its sum with size and weight known, and freezes that it did", async () => {
    await addRule(rule("98.25"));
    const shipment = await shipmentWithOffers(s);
    const { choice: made } = await open(shipment);
    expect([
      shipment.offers?.cheapest?.totalAmount,
      made?.buysAtOnce,
      (await buy(made?.offerID, { atOnce: true })).status,
    ]).toEqual(["98.26", false, 409]);
    change(s, "UPDATE choosing_rules SET buy_up_to_minor = 9826");
    expect([
      (await open(shipment)).choice?.buysAtOnce,
      (await buy(made?.offerID, { atOnce: true })).status,
    ]).toEqual([true, 201]);
    const { purchase } = s.core.deps.db
      .sql<{ purchase: string }>(
        "SELECT body AS purchase FROM purchase_snapshots ORDER BY rowid DESC LIMIT 1",
      )
      .get() ?? { purchase: "{}" };
    expect((JSON.parse(purchase) as { rule: unknown }).rule).toMatchObject({
      atOnce: true,
      words: { en: "Cheapest; buys at once up to 98.26 TL" },
    });
  });

  it("buys no return, no order on hold and no cancelled order at once", async () => {
    await addRule(rule("500"));
    const [bought, held, ended] = [
      await shipmentWithOffers(s),
      await shipmentWithOffers(s),
      await shipmentWithOffers(s),
    ];
    await buy(bought.offers?.cheapest?.id);
    const { data: back } = await s.desk<Shipment>("POST", `/shipments/${bought.id}`, {
      isReturn: true,
    });
    await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
    await s.desk("DELETE", `/shipments/${ended.id}`);
    const choices = [await choice(back.id), await choice(held.id), await choice(ended.id)];
    expect([
      choices.map(({ buysAtOnce }) => buysAtOnce),
      (await buy(choices[0]?.offerID, { atOnce: true })).code,
    ]).toEqual([[false, false, false], "E2174"]);
  });

  it("buys nothing at once while only a newer Packbench can read one of the rules", async () => {
    await addRule(rule("500"));
    await addRule(rule("500"));
    change(s, `UPDATE choosing_rules SET action = '{"choose":"greenest"}' WHERE position = 2`);
    const shipment = await shipmentWithOffers(s);
    expect(await choice(shipment.id)).toMatchObject({
      offerID: shipment.offers?.cheapest?.id,
      buysAtOnce: false,
    });
  });

  it("buys nothing at once without a height, after the rule is gone, or for another offer than the one that it chooses", async () => {
    const { data } = await addRule(rule("500"));
    const bag = await shipmentWithOffers(s, { length: "", width: "", height: "" });
    const box = await shipmentWithOffers(s);
    const dearest = box.offers?.list.at(-1)?.id;
    const refused = [
      (await buy(bag.offers?.cheapest?.id, { atOnce: true })).code,
      (await buy(dearest, { atOnce: true })).code,
    ];
    await s.desk("DELETE", `/station/rules/${data.id}`);
    refused.push((await buy(box.offers?.cheapest?.id, { atOnce: true })).code);
    expect([refused, (await choice(box.id)).isBought]).toEqual([
      ["E2174", "E2174", "E2174"],
      false,
    ]);
  });
});
