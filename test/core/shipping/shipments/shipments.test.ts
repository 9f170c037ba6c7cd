import { describe, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  parcel,
  RECIPIENT,
  shipmentWithOffers,
  station,
} from "../../../helpers/station.ts";

describe("POST /shipments", () => {
  it("a new shipment is GOT_OFFERS with a complete list of offers, cheapest and fastest marked", async () => {
    const s = await station();
    const { status, body } = await s.call<Shipment>("POST", "/shipments", parcel());
    const { offers } = body.data;
    const prices = offers?.list.map((o) => Number(o.totalAmount)) ?? [];
    expect({ status, code: body.data.statusCode, percent: offers?.percentageCompleted }).toEqual({
      status: 201,
      code: "GOT_OFFERS",
      percent: 100,
    });
    expect(prices.length).toBeGreaterThan(3);
    expect(Number(offers?.cheapest?.totalAmount)).toBe(Math.min(...prices));
    expect(offers?.fastest?.averageEstimatedTime).toBe(
      Math.min(...(offers?.list ?? []).map((o) => o.averageEstimatedTime)),
    );
    expect(offers?.totalOffersRequested).toBe(offers?.totalOffersCompleted);
  });

  it("a shipment in test mode has one free offer", async () => {
    const s = await station();
    const { offers } = await shipmentWithOffers(s, { test: true });
    expect(offers?.list.map((o) => [o.providerServiceCode, o.totalAmount])).toEqual([
      ["PACKBENCH_STANDART", "0.00"],
    ]);
  });

  it("a shipment without size and weight is created, with an empty and complete list of offers", async () => {
    const s = await station();
    const { offers, length, weight } = await shipmentWithOffers(s, {
      length: undefined,
      width: undefined,
      height: undefined,
      weight: undefined,
    });
    expect({ length, weight, ...offers }).toMatchObject({
      length: "",
      weight: "",
      percentageCompleted: 100,
      totalOffersRequested: 0,
      list: [],
      cheapest: null,
      fastest: null,
    });
  });

  it("measures are read as numbers or texts, in cm and kg or in mm and g, and answered as texts", async () => {
    const s = await station();
    const cm = await shipmentWithOffers(s, {
      length: 30,
      width: "20.0",
      height: "15,0",
      weight: 2.5,
    });
    const mm = await shipmentWithOffers(s, {
      length: "300",
      width: "200",
      height: "150",
      distanceUnit: "mm",
      weight: "2500",
      massUnit: "g",
    });
    expect([cm.length, cm.height, cm.weight, cm.desi, mm.desi]).toEqual([
      "30",
      "15",
      "2.5",
      "3",
      "3",
    ]);
    expect(mm.offers?.cheapest?.totalAmount).toBe(cm.offers?.cheapest?.totalAmount);
  });

  it("unknown fields are ignored", async () => {
    const s = await station();
    const { status } = await s.call(
      "POST",
      "/shipments",
      parcel({ colour: "red", recipientAddress: { ...RECIPIENT, zip: "34710", planet: "Earth" } }),
    );
    expect(status).toBe(201);
  });

  it.each([
    ["E1133", { name: "" }],
    ["E1134", { phone: "" }],
    ["E1136", { email: "" }],
    ["E1129", { address1: "" }],
    ["E1130", { cityCode: "", cityName: "" }],
    ["E1131", { countryCode: "" }],
    ["E1132", { districtName: "" }],
  ])("the answer is %s for a recipient with %j", async (code, change) => {
    const s = await station();
    const { status, body } = await s.call(
      "POST",
      "/shipments",
      parcel({ recipientAddress: { ...RECIPIENT, ...change } }),
    );
    expect([status, body.code, body["errorCode"]]).toEqual([400, code, code]);
  });

  it.each([
    ["E1129", { recipientAddress: undefined }],
    ["E1056", { recipientAddressID: "00000000-0000-4000-8000-000000000000" }],
    ["E1068", { senderAddressID: "00000000-0000-4000-8000-000000000000" }],
    ["E1068", { senderAddressID: "no uuid" }],
    ["E1057", { productPaymentOnDelivery: true }],
    ["E1057", { order: { totalAmount: "lots" } }],
    ["E1054", { weight: "heavy" }],
    ["E1054", { weight: { kg: 2 } }],
    ["E1054", { items: "one" }],
    ["E1054", { distanceUnit: "parsec" }],
    ["E1054", { recipientAddress: [] }],
  ])("the answer is %s for %j, and nothing is written", async (code, change) => {
    const s = await station();
    const { status, body } = await s.call("POST", "/shipments", parcel(change));
    expect([status, body.code]).toEqual([400, code]);
    expect(
      s.core.deps.db.raw
        .prepare("SELECT (SELECT count(*) FROM shipments) + (SELECT count(*) FROM orders)")
        .pluck()
        .get(),
    ).toBe(0);
  });

  it("the detail of a failure is shown in test mode only", async () => {
    const s = await station();
    const live = await s.call("POST", "/shipments", parcel({ weight: "heavy" }));
    const test = await s.call("POST", "/shipments", parcel({ weight: "heavy", test: true }));
    expect([live.body["additionalMessage"], test.body["additionalMessage"]]).toEqual([
      undefined,
      "weight: must be a number",
    ]);
  });
});

describe("test mode", () => {
  it("a test shipment moves one step at each GET with a token, until it is delivered", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { test: true });
    expect(shipment.trackingStatus).toBeNull();
    const steps: unknown[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { data } = (await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body;
      steps.push([
        data.statusCode,
        data.trackingStatus?.trackingStatusCode,
        data.trackingStatus?.trackingSubStatusCode,
      ]);
    }
    expect(steps).toEqual([
      ["TRACKING_CODE_CREATED", "PRE_TRANSIT", "information_received"],
      ["SHIPPED", "TRANSIT", "package_accepted"],
      ["SHIPPED", "TRANSIT", "package_departed"],
      ["SHIPPED", "TRANSIT", "package_processing"],
      ["SHIPPED", "TRANSIT", "delivery_scheduled"],
      ["SHIPPED", "TRANSIT", "out_for_delivery"],
      ["DELIVERED", "DELIVERED", "delivered"],
      ["DELIVERED", "DELIVERED", "delivered"],
    ]);
  });

  it("a test shipment is not moved by the desk's reads, by lists, or by fetching the label", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { test: true });
    await s.desk("GET", `/shipments/${shipment.id}`);
    await s.call("GET", "/shipments");
    await fetch(shipment.labelURL);
    expect(
      (await s.desk<Shipment>("GET", `/shipments/${shipment.id}`)).data.trackingStatus,
    ).toBeNull();
  });
});

describe("GET /shipments", () => {
  it("shipments are found by barcode and by text without regard to case and accents, and the list is paged", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    await shipmentWithOffers(s, { recipientAddress: { ...RECIPIENT, name: "Ömer Işık" } });
    const find = async (filter: string) =>
      (
        await s.call<Shipment[]>("GET", `/shipments?filter=${encodeURIComponent(filter)}`)
      ).body.data.map((x) => x.organizationShipmentID);
    expect([
      await find("cagla simsek"),
      await find("ISIK"),
      await find(shipment.barcode),
      await find("kadikoy"),
      await find('"; DROP TABLE shipments; --'),
      await find("%"),
    ]).toEqual([[1], [2], [1], [2, 1], [], []]);
    const { body } = await s.call<Shipment[]>("GET", "/shipments?limit=1&page=2");
    expect(body).toMatchObject({
      limit: 1,
      page: 2,
      totalRows: 2,
      totalPages: 2,
      sort: "organization_shipment_id desc",
    });
    expect(body.data[0]?.organizationShipmentID).toBe(1);
  });

  it("shipments are counted exactly under every filter", async () => {
    const s = await station();
    await boughtShipment(s);
    await shipmentWithOffers(s, {
      order: { orderNumber: "A-1", sourceIdentifier: "https://shop", merchantCode: "M1" },
    });
    const total = async (query: string) =>
      (await s.call("GET", `/shipments?${query}`)).body["totalRows"];
    expect({
      all: await total(""),
      bought: await total("statusFilter=TRACKING_CODE_CREATED"),
      order: await total("orderNumber=A-1"),
      shop: await total("storeIdentifier=https%3A%2F%2Fshop"),
      merchant: await total("merchantCode=M1"),
      tags: await total("tags=x"),
      returned: await total("isReturned=true"),
      notReturned: await total("isReturned=false"),
      today: await total("startDate=2026-11-21&endDate=2026-11-21"),
      later: await total("startDate=2026-11-22T00:00:00Z"),
    }).toEqual({
      all: 2,
      bought: 1,
      order: 1,
      shop: 1,
      merchant: 1,
      tags: 0,
      returned: 0,
      notReturned: 2,
      today: 2,
      later: 0,
    });
  });

  it("an unknown sort, an invalid page and a limit that is too large fall back to the defaults", async () => {
    const s = await station();
    const { status, body } = await s.call("GET", "/shipments?sortBy=price;drop&page=-1&limit=1000");
    expect([status, body["sort"], body["page"], body["limit"]]).toEqual([
      200,
      "organization_shipment_id desc",
      1,
      20,
    ]);
  });

  it("an invalid date is E1085", async () => {
    const s = await station();
    for (const date of ["yesterday", "2026-13-01", "2026-02-30", "20261121"])
      expect((await s.call("GET", `/shipments?startDate=${date}`)).body.code).toBe("E1085");
  });
});
