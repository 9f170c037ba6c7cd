import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../core/shipping/imports/imports.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder, WaitingOrder } from "../../../core/station/station.schema.ts";
import {
  balanceOf,
  call,
  memberWithToken,
  parcel,
  station,
  type Station,
} from "../../helpers/station.ts";

const HEAD =
  "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Stok Kodu;Kapıda Ödeme;Not";
const FILE = [
  HEAD,
  "W-1;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1,5;Kupa;2;8690000000012;;Zile basmayın",
].join("\n");

const importFile = (s: Station) =>
  s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.csv",
    content: Buffer.from(FILE).toString("base64"),
  });
const open = (s: Station, code: string) =>
  s.desk<OpenedOrder>("POST", "/station/orders/open", { code });
const again = (s: Station, shipmentID: string) =>
  s.desk<OpenedOrder>("POST", "/station/orders/again", { shipmentID });
const waiting = async (s: Station) =>
  (
    await s.desk<{ list: WaitingOrder[] }>("GET", "/station/orders/waiting?limit=500")
  ).data.list.filter(({ orderNumber }) => orderNumber === "W-1");

/** Imports an order, buys its label and cancels the label. @returns The cancelled shipment. */
async function cancelled(s: Station): Promise<Shipment> {
  await importFile(s);
  const { shipment } = (await open(s, "W-1")).data;
  await s.desk("POST", "/station/purchases", {
    offerID: shipment.offers?.cheapest?.id,
    print: false,
  });
  await s.desk("DELETE", `/shipments/${shipment.id}`);
  return (await open(s, "W-1")).data.shipment;
}

describe("a cancelled order", () => {
  it("a cancelled order is packed again as a copy with new offers, and a scan of the order number opens the copy", async () => {
    const s = await station();
    const before = await balanceOf(s);
    const old = await cancelled(s);
    expect([old.statusCode, await balanceOf(s)]).toEqual(["CANCELED", before]);
    const copy = await again(s, old.id);
    expect(copy.status).toBe(201);
    const { shipment } = copy.data;
    expect(shipment).toMatchObject({
      statusCode: "GOT_OFFERS",
      weight: old.weight,
      barcode: "",
      recipientAddress: { name: "Ömer Işık", districtName: "Kadıköy" },
      items: [{ title: "Kupa", quantity: 2, sku: "8690000000012" }],
      order: { orderNumber: "W-1", notes: "Zile basmayın" },
    });
    expect(shipment.offers?.list.length).toBeGreaterThan(0);
    const opened = (await open(s, "W-1")).data;
    expect(opened.shipment.id).toBe(shipment.id);
    expect((await waiting(s)).map(({ shipmentID }) => shipmentID)).toEqual([shipment.id]);
    const bought = await s.desk("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: false,
    });
    expect(bought.status).toBe(201);
    expect((await importFile(s)).data).toMatchObject({ added: 0 });
  });

  it("an order packed again twice has one waiting copy, and none after the copy's label is bought", async () => {
    const s = await station();
    const old = await cancelled(s);
    const [first, second] = [await again(s, old.id), await again(s, old.id)];
    expect([second.data.shipment.id, (await waiting(s)).length]).toEqual([
      first.data.shipment.id,
      1,
    ]);
    await s.desk("POST", "/station/purchases", {
      offerID: first.data.shipment.offers?.cheapest?.id,
      print: false,
    });
    const third = await again(s, old.id);
    expect([
      third.data.shipment.id,
      third.data.shipment.statusCode,
      (await waiting(s)).length,
    ]).toEqual([first.data.shipment.id, "TRACKING_CODE_CREATED", 0]);
  });

  it("two calls with the same Idempotency-Key make one copy", async () => {
    const s = await station();
    const old = await cancelled(s);
    const post = () =>
      s.call<OpenedOrder>(
        "POST",
        "/station/orders/again",
        { shipmentID: old.id },
        { "idempotency-key": "again-1" },
      );
    const [first, second] = [await post(), await post()];
    expect([first.status, second.status, second.body.data.shipment.id]).toEqual([
      201,
      201,
      first.body.data.shipment.id,
    ]);
  });

  it("an order is copied even when another order has the same number", async () => {
    const s = await station();
    const old = await cancelled(s);
    const recipientAddress = {
      name: "Başka Biri",
      email: "b@ornek.test",
      phone: "+905551112244",
      address1: "Gül Sk. 2",
      countryCode: "TR",
      cityCode: "06",
      districtName: "Çankaya",
    };
    const { data: other } = await s.desk<Shipment>("POST", "/shipments", {
      recipientAddress,
      weight: 1,
      order: { orderNumber: "W-1", sourceIdentifier: "shop-2" },
    });
    const { shipment } = (await again(s, old.id)).data;
    expect([shipment.id === other.id, shipment.recipientAddress?.name]).toEqual([
      false,
      "Ömer Işık",
    ]);
  });
});

it(
  "the copy of a cancelled order, and a member's own shipment, are found among 25 newer orders of the same number",
  { tags: "all" },
  async () => {
    const s = await station();
    const old = await cancelled(s);
    const { shipment: copy } = (await again(s, old.id)).data;
    const { token } = memberWithToken(s, "limitedAccessUser");
    const order = parcel({ order: { orderNumber: "W-1", sourceIdentifier: "shop-2" } });
    const own = await call<Shipment>(s.url, token, {
      method: "POST",
      path: "/shipments",
      body: order,
    });
    for (let i = 0; i < 25; i += 1) await s.desk("POST", "/shipments", order);
    const scanned = await call<OpenedOrder>(s.url, token, {
      method: "POST",
      path: "/station/orders/open",
      body: { code: "W-1" },
    });
    expect([(await again(s, old.id)).data.shipment.id, scanned.body.data?.shipment.id]).toEqual([
      copy.id,
      own.body.data.id,
    ]);
  },
);

it("an order that is not cancelled is not packed again, nor is an order that the member may not see", async () => {
  const s = await station();
  const old = await cancelled(s);
  const { shipment } = (await again(s, old.id)).data;
  const refused = await again(s, shipment.id);
  expect([refused.status, refused.code]).toEqual([409, "E2047"]);
  const { token } = memberWithToken(s, "limitedAccessUser");
  const unseen = await call(s.url, token, {
    method: "POST",
    path: "/station/orders/again",
    body: { shipmentID: old.id },
  });
  expect([unseen.status, unseen.body.code]).toEqual([404, "E1051"]);
});
