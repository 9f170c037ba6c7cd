/** Size and weight of earlier parcels with the same contents. */
import { describe, expect, it } from "vitest";
import { isUnusualWeight } from "../../../../core/shipping/products/usual-parcel.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { LEAD_PIN, signInAs, withBadges } from "../../../helpers/sign-in.ts";
import { shipmentWithOffers, station, type Station } from "../../../helpers/station.ts";

const MUGS = [
  { title: "Kupa", quantity: 1, sku: "kupa-01" },
  { title: "Tabak", quantity: 2, sku: "TABAK" },
];

const order = (s: Station, change: Record<string, unknown> = {}) =>
  shipmentWithOffers(s, { items: MUGS, ...change });

const open = async (s: Station, number: number) =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: `#${number}` })).data;

const buy = (s: Station, offerID: string | undefined, more: Record<string, unknown> = {}) =>
  s.desk<{ transaction: { id: string } }>("POST", "/station/purchases", {
    offerID,
    print: false,
    ...more,
  });

async function bought(s: Station, change: Record<string, unknown> = {}): Promise<string> {
  const { id, offers } = await order(s, change);
  await buy(s, offers?.list[0]?.id);
  return id;
}

/** Buys a parcel of each weight, kg. */
async function boughtWeights(s: Station, ...weights: readonly number[]): Promise<void> {
  for (const weight of weights) await bought(s, { weight });
}

describe("a weight", () => {
  it.each([
    ["off by 31 g of 500 g in three equal parcels", [3, 500, 0], 531, true],
    ["off by 30 g", [3, 500, 0], 530, false],
    ["off by 5 %", [3, 2_000, 0], 2_100, false],
    ["off by more than 5 %", [3, 2_000, 0], 2_101, true],
    ["below the usual one", [3, 2_000, 0], 1_899, true],
    ["within two deviations", [3, 500, 50], 600, false],
    ["beyond two deviations", [3, 500, 50], 601, true],
    ["far off, with two parcels", [2, 500, 0], 5_000, false],
    ["unknown", [3, 500, 0], 0, false],
  ] as const)("that is %s is judged", (_what, usual, now, isUnusual) => {
    const [parcels, grams, spreadGrams] = usual;
    expect(isUnusualWeight({ parcels, grams, spreadGrams }, now)).toBe(isUnusual);
  });
});

describe("the usual parcel of an order", () => {
  it("is the mean weight and the most frequent size of bought parcels with these stock codes and numbers, in any order and case", async () => {
    const s = await station();
    await boughtWeights(s, 1, 1.1, 1.2);
    await bought(s, { weight: 1.1, length: 40 });
    await bought(s, {
      items: [...MUGS].reverse().map((i) => ({ ...i, sku: i.sku.toUpperCase() })),
    });
    const { organizationShipmentID: number } = await order(s, { weight: 1.1 });
    const { usual } = await open(s, number);
    expect(usual).toMatchObject({
      parcels: 5,
      grams: 1_380,
      lengthMm: 300,
      widthMm: 200,
      heightMm: 150,
      isUnusual: false,
      stops: false,
    });
  });

  it("does not count orders without a label, cancelled labels, other numbers, and items without a stock code", async () => {
    const s = await station();
    await order(s);
    await bought(s, { items: [{ title: "Kupa", quantity: 2, sku: "kupa-01" }, MUGS[1]] });
    await bought(s, { items: [...MUGS, { title: "Kart", quantity: 1 }] });
    const cancelled = await bought(s);
    const { organizationShipmentID: number } = await order(s);
    const before = (await open(s, number)).usual;
    await s.call("DELETE", `/shipments/${cancelled}`);
    const after = (await open(s, number)).usual;
    const unknown = await order(s, { items: [{ title: "Kart", quantity: 1 }] });
    expect([before?.parcels, after]).toEqual([1, null]);
    expect((await open(s, unknown.organizationShipmentID)).usual).toBeNull();
  });

  it("warns of an unusual weight from three parcels on, and lets the packer buy", async () => {
    const s = await station();
    await boughtWeights(s, 1, 1);
    const two = await order(s, { weight: 3 });
    const before = (await open(s, two.organizationShipmentID)).usual?.isUnusual;
    await boughtWeights(s, 1);
    const after = (await open(s, two.organizationShipmentID)).usual?.isUnusual;
    const { status } = await buy(s, two.offers?.list[0]?.id);
    expect([before, after, status]).toEqual([false, true, 201]);
  });
});

describe("an organization that stops unusual weights", () => {
  it("refuses such a purchase in the core with both weights, buys nothing, and takes it when a person passes it", async () => {
    const s = await station();
    await boughtWeights(s, 1, 1, 1);
    await s.desk("PATCH", "/station/products/settings", { stopsUnusualWeight: true });
    const { offers } = await order(s, { weight: 1.5 });
    const offerID = offers?.list[0]?.id;
    const refused = await buy(s, offerID);
    const passed = await buy(s, offerID, { passWeight: true });
    const { offers: usual } = await order(s, { weight: 1.02 });
    const fine = await buy(s, usual?.list[0]?.id);
    expect([refused.status, refused.code, passed.status, fine.status]).toEqual([
      409,
      "E2254",
      201,
      201,
    ]);
    expect(refused.message).toContain(
      "weighs 1500 g; 3 earlier parcels with the same contents weighed 1000 g",
    );
  });

  it("lets a packer who signed in by a badge pass it only with a lead's leave (E2242)", async () => {
    const s = await station();
    await boughtWeights(s, 1, 1, 1);
    await s.desk("PATCH", "/station/products/settings", { stopsUnusualWeight: true });
    const { lead, packer } = await withBadges(s);
    await signInAs(s, packer);
    const { offers } = await order(s, { weight: 1.5 });
    const offerID = offers?.list[0]?.id;
    const refused = await buy(s, offerID, { passWeight: true });
    const body = { offerID, print: false, passWeight: true };
    await s.desk("POST", "/station/sign-in/approvals", {
      badge: lead.number,
      pin: LEAD_PIN,
      act: "weight",
      method: "POST",
      path: "/station/purchases",
      body,
    });
    const passed = await buy(s, offerID, { passWeight: true });
    expect([refused.code, refused.reason, passed.status]).toEqual(["E2242", "weight", 201]);
  });
});
