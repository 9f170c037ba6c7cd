import { describe, expect, it } from "vitest";
import type { SampleSet, StationCarriers } from "../../../core/station/station-facts.schema.ts";
import type { DeskPurchase, OpenedOrder } from "../../../core/station/station.schema.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { recordTracking } from "../../../core/shipping/shipments/record-tracking.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { Instant } from "../../../core/base/units.ts";
import {
  getSnapshot,
  updateSnapshot,
} from "../../../core/fulfilment/transactions/transactions.store.ts";
import { station, type Station } from "../../helpers/station.ts";
import { facts, RECIPIENT, SENDER } from "./sample-station.ts";

const open = async (s: Station, code: string): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;

async function stationWithSender(): Promise<Station> {
  const s = await station({ demo: false });
  await s.desk("POST", "/addresses", SENDER);
  return s;
}

/** Buys the cheapest offer of an order. */
async function buy(s: Station, code: string): Promise<DeskPurchase> {
  const { organization } = await facts(s);
  await s.desk("POST", `/organizations/${organization.id}/balance/topups`, {
    amount: "1000.00",
    reference: code,
  });
  const offerID = (await open(s, code)).shipment.offers?.cheapest?.id;
  const { status, data } = await s.desk<DeskPurchase>("POST", "/station/purchases", {
    offerID,
    print: false,
  });
  expect(status).toBe(201);
  return data;
}

describe("the sample set", () => {
  it("the sample set is refused and adds nothing while the organization has no sender", async () => {
    const s = await station({ demo: false });
    const { status, code } = await s.desk("POST", "/station/samples");
    expect([status, code]).toEqual([400, "E1068"]);
    expect(await facts(s)).toMatchObject({ hasCarriers: false, waiting: 0 });
  });

  it("the sample set adds waiting orders with offers at sample prices, and nothing when it is created again", async () => {
    const s = await stationWithSender();
    const { data } = await s.desk<SampleSet>("POST", "/station/samples");
    expect(data).toMatchObject({ waiting: 3, labels: 0, stays: [] });
    expect(data.carriers).toBeGreaterThan(0);
    expect((await s.desk<SampleSet>("POST", "/station/samples")).data).toEqual(data);
    expect(await facts(s)).toMatchObject({ waiting: 3, samplePrices: true });
    expect((await open(s, "ÖRNEK-1")).shipment.offers?.list.length).toBeGreaterThan(0);
  });

  it("deleting the sample set keeps the organization's own orders, even with a sample's number or bought at sample prices", async () => {
    const s = await stationWithSender();
    await s.desk("POST", "/station/samples");
    await s.desk("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      length: 10,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: "ÖRNEK-1", sourceIdentifier: "packbench-samples" },
    });
    await s.desk("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      length: 10,
      width: 10,
      height: 10,
      weight: 1,
      order: { orderNumber: "OWN-2" },
    });
    const { transaction } = await buy(s, "OWN-2");

    const { status, data } = await s.desk<SampleSet>("DELETE", "/station/samples");
    expect([status, data]).toEqual([200, { waiting: 0, labels: 0, stays: [], carriers: 0 }]);
    expect(await facts(s)).toMatchObject({ waiting: 1, hasCarriers: false, samplePrices: false });
    expect((await open(s, "OWN-2")).shipment).toMatchObject({
      statusCode: "TRACKING_CODE_CREATED",
      barcode: transaction.shipment.barcode,
    });
    // The bought label can still be cancelled.
    expect((await s.desk("DELETE", `/shipments/${transaction.shipment.id}`)).status).toBe(200);
  });

  it("deleting the sample set cancels and refunds the labels of its orders that were bought at sample prices, and the set can be created again", async () => {
    const s = await stationWithSender();
    await s.desk("POST", "/station/samples");
    const { balance: before } = await facts(s);
    const { transaction } = await buy(s, "ÖRNEK-2");
    expect((await s.desk<SampleSet>("GET", "/station/samples")).data).toMatchObject({
      waiting: 2,
      labels: 1,
      stays: [],
    });

    const { status, data } = await s.desk<SampleSet>("DELETE", "/station/samples");
    expect([status, data]).toEqual([200, { waiting: 0, labels: 0, stays: [], carriers: 0 }]);
    expect(
      (await s.desk<Shipment>("GET", `/shipments/${transaction.shipment.id}`)).data.statusCode,
    ).toBe("CANCELED");
    expect(Number((await facts(s)).balance) - Number(before)).toBe(1_000);
    expect((await s.desk<SampleSet>("POST", "/station/samples")).data).toMatchObject({
      waiting: 3,
      labels: 0,
      stays: [],
    });
  });

  it("a sample order whose label has a real price or whose parcel is with the carrier is kept, and the answer gives the reason", async () => {
    const s = await stationWithSender();
    await s.desk("POST", "/station/samples");
    const real = await buy(s, "ÖRNEK-1");
    const { db } = s.core.deps;
    inTransaction(s.core.deps, () => {
      const snapshot = getSnapshot(db, real.transaction.id);
      updateSnapshot(db, real.transaction.id, {
        ...snapshot,
        label: { ...snapshot.label, isSample: false },
      });
    });
    const gone = await buy(s, "ÖRNEK-2");
    inTransaction(s.core.deps, () =>
      recordTracking(s.core.deps, gone.transaction.shipment.id, {
        subCode: "package_accepted",
        statusDate: s.core.deps.now() as Instant,
        details: "",
        locationName: "",
      }),
    );

    const { status, data } = await s.desk<SampleSet>("DELETE", "/station/samples");
    const stays = data.stays.toSorted((a, b) => a.orderNumber.localeCompare(b.orderNumber));
    expect([status, { ...data, stays }]).toEqual([
      200,
      {
        waiting: 0,
        labels: 0,
        carriers: 0,
        stays: [
          { orderNumber: "ÖRNEK-1", why: "REAL_PRICE" },
          { orderNumber: "ÖRNEK-2", why: "WITH_CARRIER" },
        ],
      },
    ]);
    expect(
      (await s.desk<Shipment>("GET", `/shipments/${real.transaction.shipment.id}`)).data.statusCode,
    ).toBe("TRACKING_CODE_CREATED");
  });
});

describe("facts for Settings", () => {
  it("the facts include the sample carriers with their services, and higher prices to another city", async () => {
    const s = await station();
    const within = (await s.desk<StationCarriers>("GET", "/station/carriers")).data;
    const far = (await s.desk<StationCarriers>("GET", "/station/carriers?toCityCode=65")).data;
    expect(within.list.every(({ isSample, services }) => isSample && services.length > 0)).toBe(
      true,
    );
    expect(Number(far.prices[0]?.offers[0]?.totalAmount)).toBeGreaterThan(
      Number(within.prices[0]?.offers[0]?.totalAmount),
    );
  });

  it("the facts include the data folder's size and free space, and the last integrity check after the first check", async () => {
    const s = await station();
    const before = (await s.desk("GET", "/station/data")).data;
    expect(before).toMatchObject({ folder: expect.any(String) as string, checked: null });
    expect((before as { bytes: number; freeBytes: number }).bytes).toBeGreaterThan(100_000);
    expect((before as { freeBytes: number }).freeBytes).toBeGreaterThan(0);
    await s.desk("GET", "/station/integrity");
    expect((await s.desk("GET", "/station/data")).data).toMatchObject({
      checked: { isWhole: true, at: expect.any(String) as string },
    });
  });
});
