import { describe, expect, it } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { DeskFacts, PurchasePlan } from "../../../core/station/station.schema.ts";
import {
  boughtShipment,
  parcel,
  shipmentWithOffers,
  station,
  type Station,
} from "../../helpers/station.ts";

const plan = async (s: Station, ids: readonly string[]): Promise<PurchasePlan> =>
  (await s.desk<PurchasePlan>("POST", "/station/purchases/plan", { shipmentIDs: ids })).data;

/** Imports an order, for which no carrier was asked yet. */
async function imported(s: Station): Promise<string> {
  const content = Buffer.from(
    "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)\nI-1;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1\n",
  ).toString("base64");
  await s.desk("POST", "/station/imports", { fileName: "orders.csv", content });
  return (
    (await s.desk<{ list: { id: string }[] }>("GET", "/station/shipments/search?filter=I-1")).data
      .list[0]?.id ?? ""
  );
}

describe("a plan of purchases", () => {
  it("without rules, a plan lists the cheapest offer of each waiting order, quotes imported orders, and buys nothing", async () => {
    const s = await station();
    const quoted = await shipmentWithOffers(s);
    const fresh = await imported(s);
    const { data: before } = await s.desk<DeskFacts>("GET", "/station/desk");
    const { list, leftOut } = await plan(s, [quoted.id, fresh]);
    const { data: now } = await s.desk<Shipment>("GET", `/shipments/${fresh}`);
    const expected = [quoted, now].map(({ id, offers }) => ({
      shipmentID: id,
      offerID: offers?.cheapest?.id,
      rule: null,
      amount: offers?.cheapest?.totalAmount,
      isFromBalance: true,
      paidAt: "",
      isSample: true,
    }));
    expect([list, leftOut]).toEqual([
      expected.map((one) => ({ ...one, serviceName: expect.any(String) as string })),
      [],
    ]);
    expect((await s.desk<DeskFacts>("GET", "/station/desk")).data).toEqual(before);
  });

  it("a plan leaves out orders that are on hold, bought, a return, too heavy for every carrier, or unknown, each with the reason", async () => {
    const s = await station();
    const held = await shipmentWithOffers(s);
    await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
    const { shipment: bought } = await boughtShipment(s);
    const { data: back } = await s.desk<Shipment>("POST", `/shipments/${bought.id}`, {
      isReturn: true,
    });
    const { data: heavy } = await s.desk<Shipment>(
      "POST",
      "/shipments",
      parcel({ weight: "9000" }),
    );
    const unknown = "01a21518-0000-7000-8000-000000000000";
    expect(await plan(s, [held.id, bought.id, back.id, heavy.id, unknown])).toEqual({
      list: [],
      leftOut: [
        [held.id, "HELD"],
        [bought.id, "NOT_WAITING"],
        [back.id, "RETURN"],
        [heavy.id, "NO_OFFER"],
        [unknown, "UNKNOWN"],
      ].map(([shipmentID, why]) => ({ shipmentID, why })),
    });
  });

  it("a plan lists an order once, however often its id is given", async () => {
    const s = await station();
    const { id } = await shipmentWithOffers(s);
    const { list, leftOut } = await plan(s, [id, id.toUpperCase(), "none", id, "none"]);
    expect([list.map(({ shipmentID }) => shipmentID), leftOut]).toEqual([
      [id],
      [{ shipmentID: "none", why: "UNKNOWN" }],
    ]);
  });

  it("a plan requests new offers for an order whose offer belongs to an unlinked account", async () => {
    const s = await station();
    const { data: account } = await s.desk<{ id: string }>("POST", "/provideraccounts", {
      providerCode: "YURTICI",
      name: "Own",
      username: "u",
      password: "p",
    });
    const { id, offers } = await shipmentWithOffers(s);
    const own = offers?.list.find(({ isProviderAccountOffer }) => isProviderAccountOffer);
    s.core.deps.db.raw
      .prepare("DELETE FROM offers WHERE shipment_id = ? AND id <> ?")
      .run(id, own?.id);
    expect((await plan(s, [id])).list).toMatchObject([{ offerID: own?.id }]);
    await s.desk("DELETE", `/provideraccounts/${account.id}`);
    const [planned] = (await plan(s, [id])).list;
    expect(planned?.offerID).not.toBe(own?.id);
    expect(
      (await s.desk("POST", "/station/purchases", { offerID: planned?.offerID, print: false }))
        .status,
    ).toBe(201);
  });

  it("a planned purchase that the carrier invoices is not paid from the balance", async () => {
    const s = await station();
    await s.desk("POST", "/provideraccounts", {
      providerCode: "PTT",
      name: "Cari",
      username: "u",
      password: "p",
      parameters: { onAccount: true },
    });
    const shipment = await shipmentWithOffers(s);
    const own = shipment.offers?.list.find(({ isProviderAccountOffer }) => isProviderAccountOffer);
    s.core.deps.db.raw
      .prepare("DELETE FROM offers WHERE shipment_id = ? AND id <> ?")
      .run(shipment.id, own?.id);
    expect((await plan(s, [shipment.id])).list).toMatchObject([
      { offerID: own?.id, isFromBalance: false },
    ]);
  });
});
