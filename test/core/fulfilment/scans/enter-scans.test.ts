/** Scans that a person or a program enters, and the life of a live parcel from its scans. */
import { describe, expect, it } from "vitest";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { ParcelWay } from "../../../../core/shipping/board/board.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { CashReport } from "../../../../core/fulfilment/reports/reports.schema.ts";
import { runRetention } from "../../../../core/records/privacy/retention.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import { receiver } from "../../../helpers/receiver.ts";
import {
  boughtShipment,
  eventually,
  shipmentWithOffers,
  station,
} from "../../../helpers/station.ts";

const NOW = "2026-11-21T09:30:00.000Z";

describe("scans that are entered", () => {
  it("a mark at the desk ships the parcel, shows who entered it, and is recorded once when it is repeated or comes from a program", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    s.clock.nowMs = Date.parse(NOW);
    const path = `/station/shipments/${shipment.id}/tracking`;
    const scan = { subCode: "package_accepted", statusDate: "2026-11-21T12:10:00+03:00" };
    const way = await s.desk<ParcelWay>("POST", path, scan);
    expect(way.data.events).toMatchObject([
      {
        trackingSubStatusCode: "package_accepted",
        statusDate: "2026-11-21T09:10:00.000Z",
        source: "person",
      },
    ]);
    await s.desk("POST", path, scan);
    const again = await s.call<ParcelWay>("POST", path, { scans: [scan, scan] });
    expect(again.body.data.events).toEqual(way.data.events);
    const detail = await s.desk<ShipmentDetail>("GET", `/station/shipments/${shipment.id}`);
    expect([detail.data.shipment.statusCode, detail.data.tracking[0]?.source]).toEqual([
      "SHIPPED",
      "person",
    ]);
    const published = await s.call<Shipment>("GET", `/shipments/${shipment.id}`);
    expect(published.body.data.trackingStatus).not.toHaveProperty("source");
  });

  it.each([
    ["2090-01-01T00:00:00Z", "E2177"],
    ["1990-01-01T00:00:00Z", "E2177"],
    ["2026-11-20T09:00:00Z", "E2177"],
    ["yesterday", "E1085"],
  ])(
    "a scan of the time %s is refused with %s, and no scan of its call is recorded",
    async (statusDate, code) => {
      const s = await station();
      const { shipment } = await boughtShipment(s);
      const path = `/station/shipments/${shipment.id}/tracking`;
      const scans = [{ subCode: "package_accepted" }, { subCode: "delivered", statusDate }];
      expect((await s.call("POST", path, { scans })).body.code).toBe(code);
      expect(
        (await s.desk<ShipmentDetail>("GET", `/station/shipments/${shipment.id}`)).data,
      ).toMatchObject({ tracking: [], shipment: { statusCode: "TRACKING_CODE_CREATED" } });
    },
  );

  it("a scan of an unbought, cancelled or test shipment is refused", async () => {
    const s = await station();
    const waiting = await shipmentWithOffers(s);
    const cancelled = await boughtShipment(s);
    await s.call("DELETE", `/shipments/${cancelled.shipment.id}`);
    const test = await boughtShipment(s, { test: true });
    const codes = [];
    for (const id of [waiting.id, cancelled.shipment.id, test.shipment.id])
      codes.push(
        (await s.desk("POST", `/station/shipments/${id}/tracking`, { subCode: "delivered" })).code,
      );
    expect(codes).toEqual(["E2175", "E2175", "E2176"]);
  });

  it("a tracking number and page that come with a scan are shown and found, and empty ones overwrite nothing", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const path = `/station/shipments/${shipment.id}/tracking`;
    const number = { trackingNumber: "KN 77-4411", trackingURL: "https://kargo.example/77" };
    await s.desk("POST", path, { subCode: "package_accepted", ...number });
    await s.desk("POST", path, {
      subCode: "package_departed",
      trackingNumber: "",
      trackingURL: "",
    });
    expect((await s.call<Shipment>("GET", `/shipments/${shipment.id}`)).body.data).toMatchObject({
      trackingNumber: "KN 77-4411",
      trackingUrl: "https://kargo.example/77",
      barcode: shipment.barcode,
    });
    const found = await s.desk<{ list: { id: string }[] }>(
      "GET",
      "/station/shipments?filter=77-4411",
    );
    expect(JSON.stringify(found.data)).toContain(shipment.id);
    const bad = await s.desk("POST", path, {
      subCode: "delivered",
      trackingURL: "javascript:alert(1)",
    });
    expect(bad.code).toBe("E1085");
  });
});

it("a live parcel with cash on delivery is followed by its scans to its delivery, its debt and its erasure by age", async () => {
  const s = await station();
  const r = await receiver();
  await s.call("POST", "/webhook", { type: "TRACK_UPDATED", url: `${r.url}/hook` });
  const { shipment } = await boughtShipment(s, {
    productPaymentOnDelivery: true,
    order: { orderNumber: "LIFE-1", totalAmount: "150.40", totalAmountCurrency: "TL" },
  });
  const mark = async (subCode: string): Promise<string> => {
    const path = `/station/shipments/${shipment.id}/tracking`;
    expect((await s.desk("POST", path, { subCode })).status).toBe(200);
    const { data } = await s.desk<ShipmentDetail>("GET", `/station/shipments/${shipment.id}`);
    return data.shipment.statusCode;
  };
  const columns = async (): Promise<string[]> =>
    (await s.desk<Board>("GET", "/station/tracking/board")).data.columns
      .filter(({ count }) => count === 1)
      .map(({ step }) => step);
  const cash = async () =>
    (await s.desk<CashReport>("GET", "/station/reports/cash")).data.lines.map(
      ({ expected, owed, providerCode }) => ({ expected, owed, providerCode }),
    );

  expect([await mark("package_accepted"), await columns()]).toEqual(["SHIPPED", ["ON_ITS_WAY"]]);
  s.clock.nowMs += 60_000;
  expect(await cash()).toMatchObject([{ expected: "150.40", owed: "0.00" }]);
  expect([await mark("delivered"), await columns()]).toEqual(["DELIVERED", ["DELIVERED"]]);
  const [{ providerCode } = { providerCode: "" }] = await cash();
  expect(await cash()).toMatchObject([{ expected: "0.00", owed: "150.40" }]);
  await eventually("both events at the receiver", () => r.calls.length === 2);
  expect(r.calls.map(({ json }) => json.data?.trackingStatus?.trackingSubStatusCode)).toEqual([
    "package_accepted",
    "delivered",
  ]);

  await s.desk("POST", "/station/reports/cash/receipts", {
    providerCode,
    amount: "150.40",
    reference: "EFT-1",
  });
  await s.desk("PATCH", "/station/privacy", { personalDataDays: 30 });
  s.clock.nowMs += 31 * 24 * 3_600_000;
  await runRetention(s.core.deps);
  const { body } = await s.call("GET", `/shipments/${shipment.id}`);
  expect(JSON.stringify(body)).not.toContain(shipment.recipientAddress?.name);
  expect(r.calls).toHaveLength(2);
});
