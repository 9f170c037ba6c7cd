/**
 * Chapter: resources and their fields. Compares a record of each kind, with every field filled,
 * with the field tables.
 */
import { expect } from "vitest";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../core/fulfilment/transactions/transactions.schema.ts";
import { parcel, shipmentWithOffers, type Station } from "../../helpers/station.ts";
import { chapter } from "../chapter.ts";
import {
  ADDRESS,
  CITY,
  COUNTRY,
  DISTRICT,
  expectFields,
  ITEM,
  MEMBER,
  OFFER,
  OFFERS,
  ORDER,
  ORGANIZATION,
  PRICE_LIST_OFFER,
  SHIPMENT,
  TEMPLATE,
  TRACKING,
  TRANSACTION,
} from "../fields.ts";

const FULL = {
  items: [{ title: "Gömlek", quantity: 2, sku: "G-1", unitPrice: "75.5", totalPrice: 151 }],
  order: { orderNumber: "S-1", totalAmount: 150, totalAmountCurrency: "TRY" },
};

async function testPurchase(s: Station): Promise<Transaction> {
  const shipment = await shipmentWithOffers(s, { ...FULL, test: true });
  return (
    await s.call<Transaction>("POST", "/transactions", { offerID: shipment.offers?.cheapest?.id })
  ).body.data;
}

async function first<T>(s: Station, path: string): Promise<T | undefined> {
  return (await s.call<T[]>("GET", path)).body.data[0];
}

chapter("Resources and their fields", (rule) => {
  rule("An Address has every field of the table.", async (s) => {
    expectFields(await first(s, "/addresses"), ADDRESS);
    const address = (await shipmentWithOffers(s)).recipientAddress;
    expectFields(address, ADDRESS);
    expectFields(address?.district, DISTRICT);
    expectFields(address?.city, CITY);
  });
  rule(
    "A City has `name`, `areaCode` (empty if it has none), `cityCode` and `countryCode`.",
    async (s) => {
      for (const city of (await s.call<unknown[]>("GET", "/cities")).body.data)
        expectFields(city, CITY);
    },
  );
  rule(
    "A District has `name`, `districtID` (a number), `cityCode`, `regionCode` (a string or null) and `countryCode`.",
    async (s) => {
      for (const district of (
        await s.call<unknown[]>("GET", "/districts?countryCode=TR&cityCode=34")
      ).body.data)
        expectFields(district, DISTRICT);
    },
  );
  rule("A ParcelTemplate has every field of the table.", async (s) =>
    expectFields(await first(s, "/parceltemplates"), TEMPLATE),
  );
  rule(
    "A Shipment has every field of the table when it is created, listed, bought, tracked and cancelled.",
    async (s) => {
      const shipment = await shipmentWithOffers(s, FULL);
      expectFields(shipment, SHIPMENT);
      expectFields(await first(s, "/shipments"), SHIPMENT);
      const bought = await testPurchase(s);
      expectFields(bought.shipment, SHIPMENT);
      expectFields((await s.call("GET", `/shipments/${bought.shipment.id}`)).body.data, SHIPMENT);
      expectFields((await s.call("DELETE", `/shipments/${shipment.id}`)).body.data, SHIPMENT);
    },
  );
  rule("The offers container has every field of the table.", async (s) =>
    expectFields((await shipmentWithOffers(s)).offers, OFFERS),
  );
  rule(
    "An Offer has every field of the table, and so do sub-offers and the accepted offer.",
    async (s) => {
      const { offers } = await shipmentWithOffers(s);
      for (const offer of offers?.list ?? []) expectFields(offer, OFFER);
      const sub = offers?.list.flatMap((o) => o.subOffer) ?? [];
      expect(sub.length).toBeGreaterThan(0);
      const { subOffer: _, ...bare } = OFFER;
      for (const offer of sub)
        expectFields(offer, { ...bare, scheduleDate: (v) => typeof v === "string" && v !== "" });
      expectFields((await testPurchase(s)).shipment.acceptedOffer, OFFER);
    },
  );
  rule("An Order has every field of the table, and its `totalAmount` is a string.", async (s) => {
    const { order } = await shipmentWithOffers(s, FULL);
    expectFields(order, ORDER);
    expect([
      order?.totalAmount,
      order?.totalAmountCurrency,
      order?.sourceCode,
      order?.organizationID,
      order?.itemIDs.length,
    ]).toEqual(["150.00", "TL", "API", s.started.organizationID, 1]);
  });
  rule(
    "An Item has every field of the table, and its money is a string with two decimals.",
    async (s) => {
      const { items, order } = await shipmentWithOffers(s, FULL);
      for (const item of items) expectFields(item, ITEM);
      expect([
        items[0]?.quantity,
        items[0]?.unitPrice,
        items[0]?.totalPrice,
        order?.itemIDs,
      ]).toEqual([2, "75.50", "151.00", [items[0]?.id]]);
    },
  );
  rule("A TrackingStatus has every field of the table.", async (s) => {
    const { shipment } = await testPurchase(s);
    expectFields(
      (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.trackingStatus,
      TRACKING,
    );
  });
  rule("A Transaction has every field of the table.", async (s) => {
    expectFields(await testPurchase(s), TRANSACTION);
    const live = await s.call<Transaction>("POST", "/transactions", {
      offerID: (await shipmentWithOffers(s)).offers?.cheapest?.id,
    });
    expectFields(live.body.data, TRANSACTION);
    expect([
      live.body.data.payedVia,
      live.body.data.transactionType,
      live.body.data.isPayed,
    ]).toEqual(["BALANCE", "CREATE_SHIPMENT", true]);
  });
  rule("An Organization has every field of the table.", async (s) =>
    expectFields(await first(s, "/organizations"), ORGANIZATION),
  );
  rule("A Member has every field of the table.", async (s) =>
    expectFields(await first(s, "/members"), MEMBER),
  );
  rule(
    "GET /countries answers { countryCode, name, phoneCode, currency } for each country.",
    async (s) => {
      const { data } = (await s.call<unknown[]>("GET", "/countries")).body;
      expect(data.length).toBeGreaterThan(200);
      for (const country of data) expectFields(country, COUNTRY);
    },
  );
  rule(
    "Each offer of GET /priceList has its amounts, currency, providerCode and providerServiceCode.",
    async (s) => {
      const list = (
        await s.call("GET", "/priceList?paramType=parcel&length=30&width=20&height=15&weight=2")
      ).body["priceList"] as { desi: string; offers: unknown[] }[];
      expect([list.length, typeof list[0]?.desi]).toEqual([1, "string"]);
      expect(list[0]?.offers.length).toBeGreaterThan(0);
      for (const offer of list[0]?.offers ?? []) expectFields(offer, PRICE_LIST_OFFER);
    },
  );
  rule(
    "Timestamps are RFC 3339 in UTC with milliseconds; an absent value is null where the table allows it, else `''` for text and `'0.00'` for money.",
    async (s) => {
      const unbought = await shipmentWithOffers(s);
      expect([
        unbought.shipmentDate,
        unbought.cancelDate,
        unbought.acceptedOfferID,
        unbought.orderID,
        unbought.order,
        unbought.trackingStatus,
      ]).toEqual([null, null, null, null, null, null]);
      expect([
        unbought.barcode,
        unbought.labelURL,
        unbought.labelFileType,
        unbought.trackingNumber,
        unbought.totalAmount,
        unbought.hasError,
      ]).toEqual(["", "", "", "", "0.00", false]);
      expect(new Date(unbought.createdAt).toISOString()).toBe(unbought.createdAt);
    },
  );
  rule(
    "In answers, length, width, height, weight, desi, oldDesi and oldWeight are strings.",
    async (s) => {
      const { length, width, height, weight, desi, oldDesi, oldWeight } = (
        await s.call<Shipment>(
          "POST",
          "/shipments",
          parcel({ length: 30, width: "20.0", height: 15, weight: 2.5 }),
        )
      ).body.data;
      expect({ length, width, height, weight, desi, oldDesi, oldWeight }).toEqual({
        length: "30",
        width: "20",
        height: "15",
        weight: "2.5",
        desi: "3",
        oldDesi: "3",
        oldWeight: "2.5",
      });
    },
  );
});
