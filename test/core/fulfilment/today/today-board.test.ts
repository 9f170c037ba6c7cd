/** Tests what a lead reads from today without lists: failures, cut-offs, packers by hour, stations. */
import { describe, expect, it } from "vitest";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import { addAgreement, plainService } from "../../../helpers/agreements.ts";
import { buyTold, toldStation, TOLD_ACCOUNT } from "../../../helpers/announced-carrier.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { sellingStation } from "../../../helpers/selling-carrier.ts";
import {
  boughtShipment,
  call,
  change,
  eventually,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const read = async (s: Station): Promise<Today> =>
  (await s.desk<Today>("GET", "/station/today")).data;
const at = (s: Station, turkishTime: string): void => {
  s.clock.nowMs = Date.parse(`${turkishTime.replace(" ", "T")}:00.000+03:00`);
};

describe("what failed", () => {
  it("an order whose purchase was refused counts as failed until it is bought or a day has passed", async () => {
    const s = await sellingStation();
    at(s, "2026-11-24 10:00");
    s.selling.moods.push("refused");
    const { offers } = await shipmentWithOffers(s);
    const offer = offers?.list.find((one) => one.providerAccountID === s.accountID);
    const refused = await s.call("POST", "/transactions", { offerID: offer?.id });
    expect(refused.status).not.toBe(201);
    expect(await read(s)).toMatchObject({
      failed: 1,
      waiting: 1,
      failures: { purchases: 1, prints: 0, announcements: 0 },
    });
    at(s, "2026-11-25 23:59");
    expect((await read(s)).failed).toBe(1);
    at(s, "2026-11-26 00:01");
    expect((await read(s)).failed).toBe(0);
  });

  it("a label that its carrier refused counts once, although its print failed too", async () => {
    const s = await toldStation();
    s.told.moods.push("refused");
    const { shipment } = await buyTold(s);
    await eventually("the carrier has refused the label", async () =>
      (await read(s)).failures.announcements === 1 ? true : undefined,
    );
    await s.desk("POST", "/station/printjobs", { shipmentID: shipment.id });
    change(s, `UPDATE print_jobs SET status = 'FAILED'`);
    expect(await read(s)).toMatchObject({
      failed: 1,
      failures: { purchases: 0, prints: 1, announcements: 1 },
    });
    change(s, `UPDATE shipments SET is_printed = 1`);
    expect((await read(s)).failures.prints).toBe(0);
  });

  it("a label that waits to be announced counts under its carrier until it is announced", async () => {
    const s = await toldStation({ announces: "byHand" });
    await buyTold(s);
    const toAnnounce = async () => (await read(s)).carriers.map((carrier) => carrier.toAnnounce);
    expect(await toAnnounce()).toEqual([1]);
    await s.desk("POST", "/station/announcements", { accountID: s.accountID });
    await eventually("the label is announced", async () =>
      (await toAnnounce())[0] === 0 ? true : undefined,
    );
  });
});

describe("cut-offs", () => {
  const cutOffs = async (s: Station) =>
    (await read(s)).carriers.map(({ cutOffAt, isClosed }) => [cutOffAt, isClosed]);

  it("a carrier has the cut-off of its price list, on a half day noon, and none on a day without collection", async () => {
    const s = await toldStation();
    const days = ["2026-11-24 10:00", "2026-10-28 10:00", "2026-10-29 10:00", "2026-11-22 10:00"];
    const shown = [];
    for (const day of days) {
      at(s, day);
      await buyTold(s);
      shown.push(...(await cutOffs(s)));
    }
    expect(shown).toEqual([
      ["2026-11-24T14:00:00.000Z", false],
      ["2026-10-28T09:00:00.000Z", false],
      [null, true],
      [null, true],
    ]);
  });

  it("a cut-off that was entered for the account counts before that of the price list", async () => {
    const s = await toldStation({ cutOff: "15:30" });
    at(s, "2026-11-24 10:00");
    await buyTold(s);
    expect(await cutOffs(s)).toEqual([["2026-11-24T12:30:00.000Z", false]]);
    await s.call("POST", "/provideraccounts", {
      ...TOLD_ACCOUNT,
      name: "Zweites",
      username: "zwei",
      parameters: { ...TOLD_ACCOUNT.parameters, cutOff: "18:15" },
    });
    expect(await cutOffs(s)).toEqual([["2026-11-24T15:15:00.000Z", false]]);
  });

  it("a carrier that takes parcels at any time has no cut-off, and noon on a half day", async () => {
    const s = await station();
    const promise = { ...plainService().promise, cutOff: "23:59" };
    addAgreement(s, { tariff: { services: [plainService({ promise })] } });
    const shown = [];
    for (const day of ["2026-11-24 10:00", "2026-10-28 10:00"]) {
      at(s, day);
      const { offers } = await shipmentWithOffers(s);
      const offerID = offers?.list.find(({ providerCode }) => providerCode === "GERCEK")?.id;
      await s.call("POST", "/transactions", { offerID });
      const own = (await read(s)).carriers.find(({ providerCode }) => providerCode === "GERCEK");
      shown.push([own?.cutOffAt, own?.isClosed]);
    }
    expect(shown).toEqual([
      [null, false],
      ["2026-10-28T09:00:00.000Z", false],
    ]);
  });

  it("the free test carrier has no cut-off", async () => {
    const s = await station();
    change(s, `UPDATE agreements SET is_active = 0`);
    await boughtShipment(s, { test: true });
    expect((await cutOffs(s)).every(([cutOffAt, isClosed]) => cutOffAt === null && !isClosed)).toBe(
      true,
    );
  });
});

describe("handed over", () => {
  it("a scanned parcel counts as handed over today, also after its truck left and its carrier scanned it, and not the day after", async () => {
    const s = await toldStation();
    at(s, "2026-11-24 10:00");
    const [first, second, back] = [await buyTold(s), await buyTold(s), await buyTold(s)];
    const act = (code: string | undefined, more = {}) =>
      s.desk("POST", "/station/hand-over/scans", { code, pass: true, ...more });
    const counts = async () => {
      const { carriers } = await read(s);
      const { data } = await s.desk<{ total: number }>(
        "GET",
        "/station/shipments/places?waits=handedOverToday",
      );
      return [carriers[0]?.toHandOver, carriers[0]?.handedOver, data.total];
    };
    expect(await counts()).toEqual([3, 0, 0]);
    for (const { shipment } of [first, second, back]) await act(shipment.barcode);
    expect(await counts()).toEqual([0, 3, 3]);
    await act(back.shipment.barcode, { act: "takeBack" });
    expect(await counts()).toEqual([1, 2, 2]);
    await s.desk("POST", "/station/hand-over/end", { carrier: "GERCEK" });
    recordTracking(s.core.deps, first.shipment.id, {
      subCode: "package_accepted",
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
    expect(await counts()).toEqual([1, 2, 2]);
    at(s, "2026-11-25 00:01");
    expect(await counts()).toEqual([1, 0, 0]);
  });
});

describe("packers and stations", () => {
  it("each member has its labels by hour, its cancelled labels and the time of its last label", async () => {
    const s = await station();
    const { token, memberID } = memberWithToken(s, "user");
    at(s, "2026-11-24 09:30");
    await boughtShipment(s);
    const buyAsMember = async (): Promise<string> => {
      const { id, offers } = await shipmentWithOffers(s);
      await call(s.url, token, {
        method: "POST",
        path: "/transactions",
        body: { offerID: offers?.cheapest?.id },
      });
      return id;
    };
    await buyAsMember();
    at(s, "2026-11-24 14:10");
    await buyAsMember();
    await s.call("DELETE", `/shipments/${await buyAsMember()}`);
    const { packers, hours, stations } = await read(s);
    expect(packers.map(({ labels, cancelled }) => [labels, cancelled])).toEqual([
      [2, 1],
      [1, 0],
    ]);
    expect(packers[0]).toMatchObject({ memberID, lastAt: expect.stringContaining("T11:10") });
    expect([packers[0]?.hours[9], packers[0]?.hours[14], packers[1]?.hours[9]]).toEqual([1, 1, 1]);
    expect([hours[9], hours[14]]).toEqual([2, 1]);
    expect(stations).toEqual([
      expect.objectContaining({ isThis: true, isHere: true, labels: 3, prints: 0 }),
    ]);
  });

  it("a member with limited access sees itself alone, and no stations", async () => {
    const s = await station();
    await boughtShipment(s);
    const { token, memberID } = memberWithToken(s, "limitedAccessUser");
    change(s, `UPDATE shipments SET created_by = '${memberID}'`);
    const own = await call<Today>(s.url, token, { method: "GET", path: "/station/today" });
    expect([own.body.data.packers, own.body.data.stations]).toEqual([[], []]);
    change(s, `UPDATE transactions SET member_id = '${memberID}'`);
    const now = await call<Today>(s.url, token, { method: "GET", path: "/station/today" });
    expect(now.body.data.packers).toEqual([expect.objectContaining({ memberID, labels: 1 })]);
  });
});
