/**
 * Terms of an order: the recipient as the payer, collection by card, a declared value and the number
 * of a waybill.
 */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { CreatedOrder } from "../../../../core/station/new-orders/new-orders.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { getLabelModel } from "../../../../core/labels/labels.service.ts";
import { addAgreement, plainService } from "../../../helpers/agreements.ts";
import {
  balanceOf,
  change,
  parcel,
  senderOf,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const TERMS = {
  payer: "recipient",
  collection: "card",
  declaredValue: "1250,00",
  waybillNumber: "IRS-7",
};
const PRESENTED = { ...TERMS, declaredValue: "1250.00" };
const CASH = { totalAmount: "150", totalAmountCurrency: "TL" };

let s: Station;
/** A live organization with one agreement, whose base price is 100.00. */
beforeEach(async () => {
  s = await station();
  change(s, "UPDATE organizations SET test = 0");
  await s.desk("DELETE", "/station/samples");
  addAgreement(s, {
    tariff: {
      extras: [{ kind: "declaredValue", min: 100, ppm: 10_000 }],
    },
  });
  await senderOf(s);
});

const link = async (name: string, parameters: Record<string, unknown>): Promise<void> => {
  const { status } = await s.desk("POST", "/provideraccounts", {
    providerCode: "GERCEK",
    name,
    username: name,
    password: "p",
    parameters,
  });
  expect(status).toBe(201);
};

/** Creates an order at the desk and opens it. */
async function create(order: Record<string, unknown>, isCash = false): Promise<Shipment> {
  const { test: _, ...typed } = parcel();
  const { data, code } = await s.desk<CreatedOrder>("POST", "/station/orders", {
    draftID: randomUUID(),
    ...typed,
    productPaymentOnDelivery: isCash,
    order: { ...order, ...(isCash ? CASH : {}) },
  });
  expect(code).toBeUndefined();
  return await shown(data.shipmentID);
}

const shown = async (id: string): Promise<Shipment> =>
  (await s.desk<Shipment>("GET", `/shipments/${id}`)).data;
const accountsOf = ({ offers }: Shipment): string[] =>
  offers?.list.map((offer) => offer.providerAccountName ?? "").toSorted() ?? [];
const offerOf = ({ offers }: Shipment, account: string): Offer | undefined =>
  offers?.list.find((offer) => offer.providerAccountName === account);

describe("an order with terms", () => {
  it("keeps them, and an order without terms has none of the fields", async () => {
    const { order } = await create({ orderNumber: "T-1", ...TERMS });
    const { order: plain } = await create({
      orderNumber: "T-2",
      payer: "sender",
      waybillNumber: "",
    });
    expect(order).toMatchObject(PRESENTED);
    expect(Object.keys(plain ?? {}).filter((name) => name in TERMS)).toEqual([]);
  });

  it.each([
    ["payer", "shop"],
    ["collection", "cheque"],
    ["declaredValue", "much"],
    ["declaredValue", "-1"],
    ["declaredValue", "1.250"],
    ["declaredValue", "10000000.01"],
    ["waybillNumber", "1".repeat(31)],
  ])("is refused with E1054 when its %s is %s", async (name, value) => {
    const { recipientAddress } = parcel();
    const { code } = await s.desk("POST", "/station/orders", {
      draftID: randomUUID(),
      recipientAddress,
      order: { [name]: value },
    });
    expect(code).toBe("E1054");
  });

  it("is not made by POST /shipments, which ignores the fields", async () => {
    const { order } = await shipmentWithOffers(s, { order: { orderNumber: "T-3", ...TERMS } });
    expect(Object.keys(order ?? {}).filter((name) => name in TERMS)).toEqual([]);
  });
});

describe("an offer", () => {
  it("costs 0.00 and names the recipient's price with taxes when the order asks the recipient to pay, and no offer of this order costs us anything", async () => {
    await link("Gönderici", { payer: "sender" });
    await link("Alıcı", { payer: "recipient" });
    const [own, theirs] = [await create({}), await create({ payer: "recipient" })];
    expect([accountsOf(own), accountsOf(theirs)]).toEqual([["Gönderici"], ["Alıcı"]]);
    const paid = offerOf(own, "Gönderici");
    expect(paid).not.toHaveProperty("recipientPays");
    expect(theirs.offers?.list.map((offer) => [offer.totalAmount, offer.recipientPays])).toEqual([
      ["0.00", paid?.totalAmount],
    ]);
    expect(theirs.offers?.cheapest?.recipientPays).toBe(paid?.totalAmount);
  });

  it("is the cheapest when the recipient pays least for it", async () => {
    const { id } = addAgreement(s, {
      providerCode: "GERCEK",
      ranges: [{ prefix: "H", first: 1_000_000_001, last: 1_999_999_999, width: 10 }],
      tariff: {
        services: [
          plainService({
            code: "GERCEK_AGIR",
            steps: [{ upToDesi: 5, prices: [9_000] }],
            promise: { ...plainService().promise, days: [3] },
          }),
        ],
      },
    });
    await link("dear", { payer: "recipient" });
    await link("cheap", { payer: "recipient", rateCardID: id });
    const { offers } = await create({ payer: "recipient" });
    expect(offers?.list.map((offer) => offer.providerAccountName)).toEqual(["cheap", "dear"]);
    expect(offers?.cheapest?.providerAccountName).toBe("cheap");
  });

  it("of an account is made only for the collection that the account has", async () => {
    await link("any", {});
    await link("none", { collection: "none" });
    await link("cash", { collection: "cash" });
    await link("card", { collection: "card" });
    expect([
      accountsOf(await create({})),
      accountsOf(await create({}, true)),
      accountsOf(await create({ collection: "cash" }, true)),
      accountsOf(await create({ collection: "card" }, true)),
    ]).toEqual([
      ["any", "none"],
      ["any", "cash"],
      ["any", "cash"],
      ["any", "card"],
    ]);
  });

  it("contains the fee of the declared value, which only the first box declares", async () => {
    const plain = await create({ orderNumber: "D-0" });
    const first = await create({ orderNumber: "D-1", declaredValue: "2000" });
    const second = await boxOf(first);
    expect([plain, first, second].map(({ offers }) => offers?.cheapest?.amount)).toEqual([
      "100.00",
      "120.00",
      "100.00",
    ]);
  });
});

/** Adds a box of the same size to an order. */
async function boxOf({ id }: Shipment): Promise<Shipment> {
  const { data } = await s.desk<OpenedOrder>("POST", `/station/shipments/${id}/boxes`, {});
  const { code } = await s.desk("PATCH", `/shipments/${data.shipment.id}`, parcel());
  expect(code).toBeUndefined();
  return await shown(data.shipment.id);
}

describe("a label that the recipient pays", () => {
  it("says so and that the sum is collected by card, takes nothing from the balance, and has a ledger entry of 0.00", async () => {
    await link("Alıcı", { payer: "recipient" });
    const { id, offers } = await create({ orderNumber: "R-1", ...TERMS }, true);
    const before = await balanceOf(s);
    const { status } = await s.desk("POST", "/station/purchases", {
      offerID: offers?.cheapest?.id,
      print: false,
    });
    const bought = await shown(id);
    const { data } = await s.desk<{ list: { amount: string }[] }>(
      "GET",
      "/station/reports/ledger?limit=1",
    );
    expect([
      status,
      bought.statusCode,
      bought.totalAmount,
      bought.acceptedOffer?.recipientPays,
      await balanceOf(s),
      data.list[0]?.amount,
    ]).toEqual([
      201,
      "TRACKING_CODE_CREATED",
      "0.00",
      offers?.cheapest?.recipientPays,
      before,
      "0.00",
    ]);
    expect(getLabelModel(s.core.deps, id)).toMatchObject({
      payer: "recipient",
      cashOnDelivery: { amount: "150.00", currency: "TL", by: "card" },
    });
  });

  it("has only the sum when it is collected in cash", async () => {
    await link("Alıcı", { payer: "recipient" });
    const { id, offers } = await create({ orderNumber: "R-2", ...TERMS, collection: "cash" }, true);
    await s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });
    expect(getLabelModel(s.core.deps, id).cashOnDelivery).toEqual({
      amount: "150.00",
      currency: "TL",
    });
  });
});

describe("a copy of an order with terms", () => {
  it("a return declares the same value, and the sender pays for it", async () => {
    await link("Alıcı", { payer: "recipient" });
    await link("Gönderici", { payer: "sender" });
    const { id, offers } = await create({ orderNumber: "C-1", ...TERMS, declaredValue: "2000" });
    await s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });
    const back = (await s.desk<Shipment>("POST", `/shipments/${id}`, { isReturn: true })).data;
    expect([accountsOf(back), back.offers?.cheapest?.amount, back.order]).toMatchObject([
      ["Gönderici"],
      "120.00",
      { declaredValue: "2000.00" },
    ]);
    expect(back.order).not.toHaveProperty("payer");
  });

  it("a return of an order without a declared value has no order", async () => {
    const { id, offers } = await create({ orderNumber: "C-2" });
    await s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });
    const back = await s.desk<Shipment>("POST", `/shipments/${id}`, { isReturn: true });
    expect([back.status, back.data.order]).toEqual([201, null]);
  });

  it("a cancelled order that is packed again, and a cloned order, keep all terms", async () => {
    await link("Alıcı", { payer: "recipient" });
    const { id, offers } = await create({ orderNumber: "C-3", ...TERMS });
    const cloned = await s.desk<Shipment>("POST", `/shipments/${id}`, {});
    await s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });
    await s.desk("DELETE", `/shipments/${id}`);
    const again = await s.desk<OpenedOrder>("POST", "/station/orders/again", { shipmentID: id });
    expect([cloned.data.order, again.data.shipment.order]).toMatchObject([PRESENTED, PRESENTED]);
    expect(accountsOf(again.data.shipment)).toEqual(["Alıcı"]);
  });
});
