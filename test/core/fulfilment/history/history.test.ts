/** A shipment with its whole history, as the window shows it. */
import { expect, it } from "vitest";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import {
  boughtShipment,
  memberWithToken,
  parcel,
  senderOf,
  station,
  type Station,
} from "../../../helpers/station.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";

const detailOf = async (
  s: Station,
  id: string,
  headers?: Record<string, string>,
): Promise<ShipmentDetail> =>
  (await s.call<ShipmentDetail>("GET", `/station/shipments/${id}`, undefined, headers)).body.data;

it("the shipment's events are listed in order with its ledger entries, refund included", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const bought = await detailOf(s, shipment.id);
  expect(bought).toMatchObject({
    serviceName: "PTT Standart",
    facts: [{ event: "quoted" }, { event: "purchaseOpened" }, { event: "bought" }],
    entries: [{ kind: "PURCHASE" }],
    deliveries: [],
  });
  await s.call("DELETE", `/shipments/${shipment.id}`);
  const cancelled = await detailOf(s, shipment.id);
  expect([
    cancelled.shipment.statusCode,
    cancelled.facts.at(-1)?.event,
    cancelled.entries.map(({ kind, amount }) => [kind, amount.startsWith("-")]),
  ]).toEqual([
    "CANCELED",
    "cancelled",
    [
      ["PURCHASE", true],
      ["REFUND", false],
    ],
  ]);
});

it("reading the history never moves a test shipment forward", async () => {
  const s = await station();
  const { body } = await s.call<{ shipment: Shipment }>("POST", "/transactions", {
    providerServiceCode: "PACKBENCH_STANDART",
    shipment: parcel({ test: true, returnAddressID: await senderOf(s) }),
  });
  const id = body.data.shipment.id;
  const states = [await detailOf(s, id), await detailOf(s, id), await detailOf(s, id)].map(
    ({ shipment }) => shipment.statusCode,
  );
  expect(new Set(states).size).toBe(1);
});

it("a member with limited access sees no money, and nothing of another member's shipment", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const { memberID, token } = memberWithToken(s, "limitedAccessUser");
  const headers = { authorization: `Bearer ${token}` };
  const other = await s.call("GET", `/station/shipments/${shipment.id}`, undefined, headers);
  s.core.deps.db.raw.exec(`UPDATE shipments SET created_by = '${memberID}'`);
  expect([
    other.status,
    other.body.code,
    (await detailOf(s, shipment.id, headers)).entries,
  ]).toEqual([404, "E1051", []]);
});

it("a return names its original shipment and order, but not to a member who may not see that shipment", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const { id } = (await s.call<Shipment>("POST", `/shipments/${shipment.id}`, { isReturn: true }))
    .body.data;
  const original = {
    id: shipment.id,
    organizationShipmentID: shipment.organizationShipmentID,
    orderNumber: shipment.order?.orderNumber ?? "",
  };
  expect([(await detailOf(s, id)).original, (await detailOf(s, shipment.id)).original]).toEqual([
    original,
    null,
  ]);
  const { memberID, token } = memberWithToken(s, "limitedAccessUser");
  s.core.deps.db.raw.prepare(`UPDATE shipments SET created_by = ? WHERE id = ?`).run(memberID, id);
  expect((await detailOf(s, id, { authorization: `Bearer ${token}` })).original).toBeNull();
});
