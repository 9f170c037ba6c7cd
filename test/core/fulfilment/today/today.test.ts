import { describe, expect, it } from "vitest";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  call,
  change,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const read = async (s: Station): Promise<Today> =>
  (await s.desk<Today>("GET", "/station/today")).data;
const sum = ({ carriers }: Today, of: "bought" | "toHandOver" | "returns"): number =>
  carriers.reduce((all, carrier) => all + carrier[of], 0);

describe("today", () => {
  it("today counts waiting orders without those on hold, which it counts apart", async () => {
    const s = await station();
    await shipmentWithOffers(s);
    const held = await shipmentWithOffers(s);
    await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
    const { waiting, held: onHold, carriers } = await read(s);
    expect({ waiting, onHold, carriers }).toEqual({ waiting: 1, onHold: 1, carriers: [] });
  });

  it("a label bought at 23:59 Turkish time counts on that day and in its hour, and not a minute later", async () => {
    const s = await station();
    s.clock.nowMs = Date.parse("2026-11-23T23:59:00.000+03:00");
    await boughtShipment(s);
    const before = await read(s);
    s.clock.nowMs = Date.parse("2026-11-24T00:00:30.000+03:00");
    const after = await read(s);
    expect([before.day, sum(before, "bought"), before.hours[23]]).toEqual(["2026-11-23", 1, 1]);
    expect([after.day, sum(after, "bought"), after.hours[23]]).toEqual(["2026-11-24", 0, 0]);
    // The parcel is still here, whenever its label was bought.
    expect([sum(before, "toHandOver"), sum(after, "toHandOver")]).toEqual([1, 1]);
  });

  it("a cancelled label is neither bought nor to be handed over", async () => {
    const s = await station();
    await boughtShipment(s);
    const { shipment } = await boughtShipment(s);
    await s.call("DELETE", `/shipments/${shipment.id}`);
    const now = await read(s);
    expect([sum(now, "bought"), sum(now, "toHandOver")]).toEqual([1, 1]);
  });

  it("a return under way is counted apart, and is not to be handed over", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const { data } = await s.desk<Shipment>("POST", `/shipments/${shipment.id}`, {
      isReturn: true,
    });
    await s.desk("POST", "/station/purchases", {
      offerID: data.offers?.cheapest?.id,
      print: false,
    });
    const now = await read(s);
    expect([sum(now, "bought"), sum(now, "toHandOver"), sum(now, "returns")]).toEqual([1, 1, 1]);
  });

  it("two carriers have a line each, sorted by name, and only printed labels count as printed", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s);
    const other = await boughtShipment(s);
    const third = await boughtShipment(s);
    for (const { shipment: one } of [other, third]) {
      change(s, `UPDATE shipments SET provider_code = 'ZZZ' WHERE id = '${one.id}'`);
      change(s, `UPDATE transactions SET carrier_name = 'Zeta' WHERE shipment_id = '${one.id}'`);
    }
    change(
      s,
      `UPDATE shipments SET is_printed = 1 WHERE id IN ('${shipment.id}', '${third.shipment.id}')`,
    );
    const { carriers } = await read(s);
    expect(carriers.map(({ bought, printed }) => [bought, printed])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(carriers[1]?.carrierName).toBe("Zeta");
  });

  it("a member with limited access sees neither others' parcels nor cost", async () => {
    const s = await station();
    await boughtShipment(s);
    const { token, memberID } = memberWithToken(s, "limitedAccessUser");
    const own = await call<Today>(s.url, token, { method: "GET", path: "/station/today" });
    expect(own.body.data).toMatchObject({ waiting: 0, carriers: [] });
    change(s, `UPDATE shipments SET created_by = '${memberID}'`);
    const now = await call<Today>(s.url, token, { method: "GET", path: "/station/today" });
    expect(now.body.data.carriers.map(({ bought, total }) => [bought, total])).toEqual([[1, null]]);
    expect((await read(s)).carriers[0]?.total).toMatch(/^\d+\.\d{2}$/);
  });
});
