/**
 * The tracking board: the column of each parcel, why a parcel needs attention, and what ends that.
 */
import { describe, expect, it } from "vitest";
import type {
  Board,
  BoardParcel,
  ParcelWay,
  Reason,
  Step,
} from "../../../../core/shipping/board/board.schema.ts";
import type { Instant } from "../../../../core/base/units.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { TrackingSubCode } from "../../../../core/shipping/tracking/tracking.schema.ts";
import {
  boughtShipment,
  call,
  memberWithToken,
  RECIPIENT,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import { carriersReport } from "../../../helpers/reporting-carriers.ts";
import { instantLabels } from "../../printing/a-printer.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const scan = (s: Station, id: string, subCode: TrackingSubCode, locationName = "Tuzla"): void => {
  s.clock.nowMs += HOUR / 60;
  recordTracking(s.core.deps, id, {
    subCode,
    statusDate: s.core.deps.now() as Instant,
    details: "",
    locationName,
  });
};
const parcel = async (s: Station, scans: readonly TrackingSubCode[] = []): Promise<string> => {
  const { shipment } = await boughtShipment(s);
  for (const subCode of scans) scan(s, shipment.id, subCode);
  return shipment.id;
};
const board = async (s: Station): Promise<Board> =>
  (await s.desk<Board>("GET", "/station/tracking/board")).data;
/** Finds the place of a parcel: in a column, under a reason, or on no list. */
async function whereIs(s: Station, id: string): Promise<Step | Reason | "gone"> {
  const { attention, columns } = await board(s);
  const has = (list: readonly BoardParcel[]): boolean =>
    list.some(({ shipmentID }) => shipmentID === id);
  const places = [
    ...attention.filter(({ list }) => has(list)).map(({ reason }) => reason),
    ...columns.filter(({ list }) => has(list)).map(({ step }) => step),
  ];
  expect(places.length).toBeLessThanOrEqual(1);
  return places[0] ?? "gone";
}
const handle = (s: Station, shipmentID: string, eventID: string, note = "") =>
  s.desk<ParcelWay>("POST", "/station/tracking/handled", { shipmentID, eventID, note });
const newest = async (s: Station, id: string): Promise<string> =>
  (await s.desk<ParcelWay>("GET", `/station/tracking/parcels/${id}`)).data.events.at(-1)?.id ?? "";

describe("a parcel on the board", () => {
  it.each<[TrackingSubCode[], string]>([
    [[], "BOUGHT"],
    [["information_received"], "BOUGHT"],
    [["package_accepted"], "ON_ITS_WAY"],
    [["package_accepted", "out_for_delivery"], "OUT_FOR_DELIVERY"],
    [["package_accepted", "out_for_delivery", "delivery_rescheduled"], "ON_ITS_WAY"],
    [["package_accepted", "delivered"], "DELIVERED"],
    [["package_accepted", "package_lost"], "LOST"],
    [["package_accepted", "package_lost", "other"], "LOST"],
    [["package_accepted", "package_undeliverable"], "UNDELIVERABLE"],
    [["package_accepted", "package_undeliverable", "out_for_delivery"], "OUT_FOR_DELIVERY"],
    [["package_accepted", "package_damaged"], "DAMAGED"],
    [["package_accepted", "package_damaged", "package_departed"], "DAMAGED"],
    [["package_accepted", "package_damaged", "delivered"], "DELIVERED"],
    [["package_accepted", "return_to_sender"], "RETURNED"],
  ])("a parcel after %j is under %s", async (scans, place) => {
    const s = await station();
    expect(await whereIs(s, await parcel(s, scans))).toBe(place);
  });

  it("a parcel appears with its purchase, in one step as well as by an accepted offer", async () => {
    const s = await station();
    const [sender] = (await s.call<{ id: string }[]>("GET", "/addresses?isRecipientAddress=false"))
      .body.data;
    const parcelInput = {
      test: false,
      recipientAddress: RECIPIENT,
      senderAddressID: sender?.id,
      returnAddressID: sender?.id,
      length: "30",
      width: "20",
      height: "10",
      weight: "2",
      massUnit: "kg",
      distanceUnit: "cm",
    };
    const { body } = await s.call<{ shipment: { id: string } }>("POST", "/transactions", {
      providerServiceCode: "SURAT_STANDART",
      shipment: parcelInput,
    });
    expect(await whereIs(s, body.data.shipment.id)).toBe("BOUGHT");
    const accepted = await parcel(s);
    const dueAt = (id: string): unknown =>
      s.core.deps.db.raw
        .prepare(
          "SELECT due_at IS NULL FROM open_parcels AS p JOIN shipments AS s ON s.seq = p.seq WHERE s.id = ?",
        )
        .pluck()
        .get(id);
    expect(dueAt(body.data.shipment.id)).toBe(dueAt(accepted));
  });

  it("a parcel is not on the board before its purchase, nor after its cancellation", async () => {
    const s = await station();
    const waiting = await shipmentWithOffers(s);
    const id = await parcel(s);
    await s.call("DELETE", `/shipments/${id}`);
    expect([await whereIs(s, waiting.id), await whereIs(s, id)]).toEqual(["gone", "gone"]);
  });

  it("a parcel shows its recipient, order and newest event", async () => {
    const s = await station();
    const { shipment } = await boughtShipment(s, { order: { orderNumber: "B-1" } });
    scan(s, shipment.id, "package_accepted", "Kadıköy Şube");
    const found = (await board(s)).columns
      .flatMap(({ list }) => list)
      .find(({ shipmentID }) => shipmentID === shipment.id);
    expect(found).toMatchObject({
      orderNumber: "B-1",
      recipientName: RECIPIENT.name,
      districtName: "Kadıköy",
      event: "package_accepted",
      place: "Kadıköy Şube",
      barcode: shipment.barcode,
      reason: null,
    });
  });

  it("a delivered parcel is not on the board the next day", async () => {
    const s = await station();
    const id = await parcel(s, ["package_accepted", "delivered"]);
    s.clock.nowMs += DAY;
    expect(await whereIs(s, id)).toBe("gone");
  });
});

describe("a late or stuck parcel", () => {
  it("a parcel is late after the end of the promised day, and stuck after the set number of days without a scan", async () => {
    const s = await station();
    const id = await parcel(s, ["package_accepted"]);
    carriersReport(s.core);
    await s.desk("PATCH", "/station/tracking/settings", { stuckDays: 9 });
    const due = Date.parse(
      (await s.desk<ParcelWay>("GET", `/station/tracking/parcels/${id}`)).data.promisedUntil ?? "",
    );
    expect(new Date(due).toISOString()).toMatch(/T21:00:00\.000Z$/);
    s.clock.nowMs = due - HOUR;
    expect(await whereIs(s, id)).toBe("ON_ITS_WAY");
    s.clock.nowMs = due + 1;
    expect(await whereIs(s, id)).toBe("LATE");

    s.core.deps.db.raw.prepare("UPDATE open_parcels SET due_at = NULL").run();
    expect(await whereIs(s, id)).toBe("ON_ITS_WAY");
    expect((await s.desk("PATCH", "/station/tracking/settings", { stuckDays: 1 })).data).toEqual({
      stuckDays: 1,
      publicAddress: "",
    });
    expect(await whereIs(s, id)).toBe("STUCK");
  });

  it("a parcel whose carrier reports no scans forms a quiet group when it would be late, and late when a status file of its carrier was applied in the last thirty days", async () => {
    const s = await station();
    const id = await parcel(s);
    expect(await whereIs(s, id)).toBe("BOUGHT");
    s.clock.nowMs += 20 * DAY;
    await parcel(s, ["package_accepted"]);
    expect(await whereIs(s, id)).toBe("UNREPORTED");
    const today = (await s.desk<Today>("GET", "/station/today")).data;
    expect([today.attention, today.carriers.map(({ toHandOver }) => toHandOver)]).toEqual([
      [],
      [0],
    ]);
    carriersReport(s.core);
    expect(await whereIs(s, id)).toBe("LATE");
    s.clock.nowMs += 31 * DAY;
    expect(await whereIs(s, id)).toBe("UNREPORTED");
  });
});

describe("a parcel that was handled", () => {
  it("a handled parcel needs no attention until its next event, and shows who did what", async () => {
    const s = await station();
    const id = await parcel(s, ["package_accepted", "package_undeliverable"]);
    const event = await newest(s, id);
    const answer = await handle(s, id, event, "Alıcı arandı");
    expect(answer.data.handled).toMatchObject([
      { note: "Alıcı arandı", by: expect.stringMatching(/./) as string },
    ]);
    expect((await handle(s, id, event, "Alıcı arandı")).data.handled).toHaveLength(1);
    expect(await whereIs(s, id)).toBe("ON_ITS_WAY");
    scan(s, id, "package_undeliverable", "Pendik");
    expect(await whereIs(s, id)).toBe("UNDELIVERABLE");
  });

  it("handling a parcel is E2083 when a new event arrived that the person did not see", async () => {
    const s = await station();
    const id = await parcel(s, ["package_accepted", "package_undeliverable"]);
    const seen = await newest(s, id);
    scan(s, id, "package_lost");
    expect(await handle(s, id, seen)).toMatchObject({ status: 409, code: "E2083" });
    expect(await whereIs(s, id)).toBe("LOST");
  });

  it("a handled return leaves the board, and handled damage stays handled through later scans", async () => {
    const s = await station();
    const back = await parcel(s, ["package_accepted", "return_to_sender"]);
    await handle(s, back, await newest(s, back));
    const damaged = await parcel(s, ["package_accepted", "package_damaged"]);
    await handle(s, damaged, await newest(s, damaged));
    scan(s, damaged, "package_departed");
    expect([await whereIs(s, back), await whereIs(s, damaged)]).toEqual(["gone", "ON_ITS_WAY"]);
  });
});

describe("the board of a member with limited access", () => {
  it("a member with limited access neither sees nor counts other members' parcels", async () => {
    const s = await station();
    await parcel(s, ["package_accepted", "package_lost"]);
    const { token } = memberWithToken(s, "limitedAccessUser");
    const { body } = await call<Board>(s.url, token, {
      method: "GET",
      path: "/station/tracking/board",
    });
    expect(
      [...body.data.attention, ...body.data.columns].map(({ count, list }) => [count, list.length]),
    ).toEqual(Array.from({ length: 12 }, () => [0, 0]));
  });
});

describe("a group with more parcels than are shown", () => {
  it("a column and a reason list their newest fifty parcels, and count all of them", async () => {
    const s = await station({ world: { labels: instantLabels }, settings: { rateLimit: null } });
    const ids: string[] = [];
    while (ids.length < 51) {
      s.clock.nowMs += HOUR / 60;
      ids.push(await parcel(s));
    }
    const newestFifty = ids.slice(1).reverse();
    const shown = (group: { count: number; list: readonly BoardParcel[] } | undefined): unknown => [
      group?.count,
      group?.list.map(({ shipmentID }) => shipmentID),
    ];
    expect(shown((await board(s)).columns.find(({ step }) => step === "BOUGHT"))).toEqual([
      51,
      newestFifty,
    ]);
    for (const id of ids) scan(s, id, "package_lost");
    expect(shown((await board(s)).attention.find(({ reason }) => reason === "LOST"))).toEqual([
      51,
      newestFifty,
    ]);
  });
});
