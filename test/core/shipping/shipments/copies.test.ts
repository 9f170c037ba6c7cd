import { describe, expect, it } from "vitest";
import type { RemoteCarrier, Quotes } from "../../../../core/shipping/carriers/carrier.ts";
import { priced } from "../../../helpers/priced.ts";
import { farCarrier, outcomeOf } from "../../../helpers/far-carrier.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import {
  orderInputSchema,
  type Shipment,
} from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import {
  balanceOf,
  boughtShipment,
  eventually,
  parcel,
  RECIPIENT,
  shipmentWithOffers,
  station,
  temporaryFolder,
} from "../../../helpers/station.ts";

/** Names of the amounts in an order. */
const MONEY = /^total(Amount|Tax)$|Cost$/;

describe("a return", () => {
  it("a return goes from the original recipient to the original's sender, with offers", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const { status, body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
    });
    expect([
      status,
      body.data.isReturn,
      body.data.statusCode,
      body.data.senderAddress?.name,
      body.data.recipientAddress?.name,
    ]).toEqual([201, true, "GOT_OFFERS", RECIPIENT.name, "Örnek Mağaza Depo"]);
    expect(body.data.offers?.list.length).toBeGreaterThan(2);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.isReturned).toBe(
      false,
    );
  });

  it("a return is bought with willAccept, here sent as PATCH, and marks the original", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const { status, body } = await s.call<Transaction>("PATCH", `/shipments/${shipment.id}`, {
      isReturn: true,
      willAccept: true,
      count: 1,
    });
    expect([
      status,
      body.data.isPayed,
      body.data.shipment.isReturn,
      body.data.shipment.providerServiceCode,
    ]).toEqual([200, true, true, shipment.providerServiceCode]);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.isReturned).toBe(
      true,
    );
    expect((await s.call("GET", "/shipments?isReturned=true")).body["totalRows"]).toBe(1);
  });

  it("buying a return is E2055 and costs nothing after the person at its pick-up address was erased", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const ask = (willAccept: boolean) =>
      s.call<Shipment>("POST", `/shipments/${shipment.id}`, { isReturn: true, willAccept });
    recordTracking(s.core.deps, shipment.id, {
      subCode: "delivered",
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
    await s.desk("POST", "/station/privacy/erasures", { phone: RECIPIENT.phone });
    const before = await balanceOf(s);
    const offered = (await ask(false)).body.data;
    const refused = [
      await ask(true),
      await s.call("POST", "/transactions", { offerID: offered.offers?.cheapest?.id }),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [410, "E2055"],
      [410, "E2055"],
    ]);
    expect(await balanceOf(s)).toBe(before);
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data.isReturned).toBe(
      false,
    );
  });

  it("a return in transit is RETURN_SHIPPED", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { test: true });
    const { body } = await s.call<Transaction>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
      willAccept: true,
      providerServiceCode: "SURAT_STANDART",
    });
    await s.call("GET", `/shipments/${body.data.shipment.id}`);
    expect(
      (await s.call<Shipment>("GET", `/shipments/${body.data.shipment.id}`)).body.data.statusCode,
    ).toBe("RETURN_SHIPPED");
  });

  it("several returns are created by count, all bought or none", async () => {
    const s = await station();
    const { shipment, newBalance } = await boughtShipment(s);
    const { body } = await s.call<Transaction & { extraShipmentIDs: string[] }>(
      "POST",
      `/shipments/${shipment.id}`,
      { isReturn: true, willAccept: true, count: "3" },
    );
    expect(body.data.extraShipmentIDs).toHaveLength(2);
    const others = await Promise.all(
      body.data.extraShipmentIDs.map((id) => s.desk<Shipment>("GET", `/shipments/${id}`)),
    );
    expect(others.map((o) => o.data.statusCode)).toEqual([
      "TRACKING_CODE_CREATED",
      "TRACKING_CODE_CREATED",
    ]);
    expect(Number(await balanceOf(s))).toBeCloseTo(
      Number(newBalance) - 3 * Number(body.data.totalAmount),
      2,
    );
    s.core.deps.db.raw
      .prepare("UPDATE balances SET balance_minor = ?")
      .run(Math.round(Number(body.data.totalAmount) * 100) * 2);
    const before = s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get();
    const refused = await s.call("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
      willAccept: true,
      count: 3,
    });
    expect([
      refused.body.code,
      s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get(),
    ]).toEqual(["E1066", before]);
  });

  it("a return is delivered to the address in senderAddress", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const senderAddress = {
      ...RECIPIENT,
      name: "Tamir Servisi",
      cityCode: "06",
      cityName: "",
      districtName: "Çankaya",
    };
    const { body } = await s.call<Shipment>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
      senderAddress,
    });
    expect([body.data.recipientAddress?.name, body.data.recipientAddress?.cityName]).toEqual([
      "Tamir Servisi",
      "Ankara",
    ]);
  });

  it("a return of a shipment without a label is refused", async () => {
    const s = await station();
    const shipment = await shipmentWithOffers(s);
    expect((await s.call("POST", `/shipments/${shipment.id}`, { isReturn: true })).body.code).toBe(
      "E1073",
    );
  });
});

describe("a copy", () => {
  it("a copy has every field that an order can have, and its answers show each field", async () => {
    const s = await station();
    const given = Object.fromEntries(
      Object.keys(orderInputSchema.shape).map((field) => [field, MONEY.test(field) ? "7.50" : "X"]),
    );
    const order = { ...given, totalAmountCurrency: "TL" };
    const { body } = await s.call<Shipment>("POST", "/shipments", parcel({ order }));
    expect(body.data.order).toMatchObject(order);
    const copy = await s.call<Shipment>("POST", `/shipments/${body.data.id}`, {});
    // A copy is created through this station's interface, wherever its original came from.
    expect(copy.body.data.order).toMatchObject({ ...order, sourceCode: "API" });
  });

  it.each([
    ["{}", {}],
    ["no body", undefined],
    ["isReturn false", { isReturn: false }],
  ])(
    "a copy made with %s has the same parcel, order and addresses, and new offers",
    async (_what, body) => {
      const s = await station();
      const { shipment } = await boughtShipment(s, {
        order: { orderNumber: "A-1", sourceIdentifier: "https://shop" },
        items: [{ title: "Kupa", quantity: 3 }],
      });
      const { status, body: answer } = await s.call<Shipment>(
        "POST",
        `/shipments/${shipment.id}`,
        body,
      );
      const copy = answer.data;
      expect([
        status,
        copy.statusCode,
        copy.organizationShipmentID,
        copy.barcode,
        copy.order?.orderNumber,
        copy.items.map((i) => [i.title, i.quantity]),
      ]).toEqual([201, "GOT_OFFERS", 2, "", "A-1", [["Kupa", 3]]]);
      expect([copy.length, copy.weight, copy.recipientAddress?.name]).toEqual([
        shipment.length,
        shipment.weight,
        shipment.recipientAddress?.name,
      ]);
      expect(copy.offers?.cheapest?.id).not.toBe(shipment.acceptedOfferID);
    },
  );
});

describe("a bought shipment", () => {
  it("a bought shipment keeps its addresses when they are edited later", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    await s.call("PATCH", `/addresses/${shipment.senderAddressID}`, { name: "Yeni Depo" });
    const again = await s.desk<Shipment>("GET", `/shipments/${shipment.id}`);
    expect(again.data.senderAddress?.name).toBe(shipment.senderAddress?.name);
  });

  it("a bought shipment cannot change its size", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const { status, body } = await s.call("PATCH", `/shipments/${shipment.id}`, { weight: "9" });
    expect([status, body.code]).toEqual([409, "E1073"]);
  });
});

describe("prices of a remote carrier", () => {
  const quotes: Quotes = {
    quotes: [
      {
        providerCode: "FAR",
        providerServiceCode: "FAR_STANDART",
        serviceName: "Far",
        providerAccountID: null,
        providerAccountName: null,
        price: priced(100),
        estimatedHours: 4,
        durationTerms: "",
        rating: 5,
        expiresAt: null,
        appointments: [],
        details: {},
      },
    ],
    ineligible: [],
  };
  const far = (quote: () => Promise<Quotes>): RemoteCarrier =>
    farCarrier({ deadlineMs: 10_000, quote: () => outcomeOf(quote()) });

  it("prices arrive after the answer, and percentage, cheapest and fastest are correct at each moment", async () => {
    let answer: ((quotes: Quotes) => void) | undefined;
    const s = await station({
      world: { carriers: [far(() => new Promise((done) => (answer = done)))] },
    });
    const first = await shipmentWithOffers(s);
    expect(first.offers?.percentageCompleted).toBeLessThan(100);
    expect(first.offers?.cheapest?.providerCode).not.toBe("FAR");
    const give = await eventually("the carrier is asked", () => answer);
    give(quotes);
    const later = await eventually("its price is there", async () => {
      const { data } = await s.desk<Shipment>("GET", `/shipments/${first.id}`);
      return data.offers?.percentageCompleted === 100 && data;
    });
    expect([
      later.offers?.cheapest?.providerCode,
      later.offers?.fastest?.providerCode,
      later.offers?.totalOffersCompleted,
    ]).toEqual(["FAR", "FAR", later.offers?.totalOffersRequested]);
  });

  it("prices that never arrive count as completed at the deadline and give no offer, even if the station was off meanwhile", async () => {
    const dataDir = temporaryFolder();
    const silent = far(() => new Promise(() => {}));
    const s = await station({ dataDir, world: { carriers: [silent] } });
    const first = await shipmentWithOffers(s);
    await s.stop();
    const again = await station({ dataDir, world: { carriers: [silent] } });
    again.clock.nowMs += 60_000;
    await again.call("PATCH", `/addresses/${first.senderAddressID}`, {});
    await shipmentWithOffers(again); // Any change wakes the job.
    const { offers } = await eventually("the deadline is kept", async () => {
      const { data } = await again.desk<Shipment>("GET", `/shipments/${first.id}`);
      return data.offers?.percentageCompleted === 100 && data;
    });
    expect(offers?.list.some((o) => o.providerCode === "FAR")).toBe(false);
  });

  it("a carrier that cannot be reached is listed as missing, its prices count as completed, and other carriers' offers stay", async () => {
    const s = await station({
      world: { carriers: [far(() => Promise.reject(new Error("ECONNREFUSED")))] },
    });
    const first = await shipmentWithOffers(s, { order: { orderNumber: "N-1" } });
    const { offers } = await eventually("the prices are complete", async () => {
      const { data } = await s.desk<Shipment>("GET", `/shipments/${first.id}`);
      return data.offers?.percentageCompleted === 100 && data;
    });
    expect([first.offers?.list.length, offers?.list]).toEqual([
      expect.toSatisfy((count: number) => count > 1),
      first.offers?.list,
    ]);
    const opened = await s.desk<{ missing: { name: string; code: string }[] }>(
      "POST",
      "/station/orders/open",
      { code: "N-1" },
    );
    expect(opened.data.missing.find((m) => m.name === "Far")?.code).toBe("NOT_REACHED");
  });
});
