/** Terms of orders that are packed as one parcel: declared values, notes and invoices. */
import { expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { CreatedOrder } from "../../../../core/station/new-orders/new-orders.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { joinAt, open } from "./together-acts.ts";

/** Imports orders of one recipient that declare values, TL. */
async function declared(s: Station, orders: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(orders).map(
    ([no, value]) => `${no};Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1;Kupa;1;${value}`,
  );
  const head = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Beyan Değeri";
  await s.desk("POST", "/station/imports", {
    fileName: "orders.csv",
    content: Buffer.from([head, ...lines].join("\n")).toString("base64"),
  });
}

it("a return of the parcel declares the values of all its orders", { tags: "all" }, async () => {
  const s = await station();
  await declared(s, { "T-1": "100,00", "T-2": "500,00" });
  const { shipment, together } = await open(s, "T-1");
  const ids = together.waiting.map(({ shipmentID }) => shipmentID);
  const { data } = await joinAt(s, shipment.id, ids);
  const offerID = data.shipment.offers?.cheapest?.id;
  await s.desk("POST", "/station/purchases", { offerID, print: false });
  const back = await s.desk<Shipment>("POST", `/shipments/${shipment.id}`, { isReturn: true });
  expect(back.data.order).toMatchObject({ declaredValue: "600.00" });
});

it(
  "an order with a declared value joins no shipment without an order (NO_ORDER), which may join it",
  { tags: "all" },
  async () => {
    const s = await station();
    await declared(s, { "T-2": "500,00" });
    const other = (await open(s, "T-2")).shipment;
    const { name = "", phone, address1, cityCode, districtName } = other.recipientAddress ?? {};
    const { data } = await s.desk<CreatedOrder>("POST", "/station/orders", {
      draftID: "0f0e0d0c-0b0a-4908-8706-050403020100",
      recipientAddress: { name, phone, address1, countryCode: "TR", cityCode, districtName },
      length: "10",
      width: "10",
      height: "10",
      distanceUnit: "cm",
      weight: "1",
      massUnit: "kg",
      items: [{ title: "Kupa", quantity: 1 }],
    });
    const refused = await joinAt(s, data.shipmentID, [other.id]);
    expect([refused.code, refused.reason]).toEqual(["E2260", "NO_ORDER"]);
    const joined = await joinAt(s, other.id, [data.shipmentID]);
    expect(joined.data.shipment.order).toMatchObject({ declaredValue: "500.00" });
  },
);
