/** Scanning parcels onto a carrier's truck, at one station, through its API. */
import { describe, expect, it } from "vitest";
import { badgeNumberOf } from "../../../../core/base/badge-number.ts";
import type { Transaction } from "../../../../core/fulfilment/transactions/transactions.schema.ts";
import type {
  EndedHandOver,
  HandOver,
  HandOverScanned,
  Truck,
} from "../../../../core/fulfilment/hand-over/hand-over.schema.ts";
import { finishHandOvers } from "../../../../core/fulfilment/hand-over/end-hand-over.ts";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { Board } from "../../../../core/shipping/board/board.schema.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { addAgreement } from "../../../helpers/agreements.ts";
import { buyTold, toldStation } from "../../../helpers/announced-carrier.ts";
import {
  call,
  change,
  eventually,
  memberWithToken,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const CARRIER = "GERCEK";

/** Starts a station whose only agreement sells labels that may be shipped. */
async function liveStation(): Promise<Station> {
  const s = await station();
  addAgreement(s);
  addAgreement(s, {
    providerCode: "OTEKI",
    name: "Öteki Kargo",
    ranges: [{ prefix: "O", first: 1_000_000_001, last: 1_999_999_999, width: 10 }],
    tariff: { services: [] },
  });
  return s;
}

/** Buys a label of an agreement. */
async function bought(
  s: Station,
  change_: Record<string, unknown> = {},
  carrier = CARRIER,
): Promise<Transaction> {
  const { offers } = await shipmentWithOffers(s, change_);
  const offer = offers?.list.find(({ providerCode }) => providerCode === carrier);
  const { body } = await s.call<Transaction>("POST", "/transactions", { offerID: offer?.id });
  return body.data;
}

const codeOf = ({ shipment }: Transaction): string => shipment.barcode ?? "";
const scan = (s: Station, code: string, more: Record<string, unknown> = {}) =>
  s.desk<HandOverScanned>("POST", "/station/hand-over/scans", { code, carrier: CARRIER, ...more });
const end = (s: Station) =>
  s.desk<EndedHandOver>("POST", "/station/hand-over/end", { carrier: CARRIER });
const read = async (s: Station) => (await s.desk<HandOver>("GET", "/station/hand-over")).data;
const truck = async (s: Station) =>
  (await s.desk<Truck>("GET", `/station/hand-over/carriers/${CARRIER}`)).data;
const countsOf = async (s: Station) => {
  const one = (await read(s)).carriers.find(({ providerCode }) => providerCode === CARRIER);
  return one === undefined
    ? undefined
    : { here: one.here, loaded: one.loaded, canceled: one.canceled, handedOver: one.handedOver };
};
const reasonOf = async (answer: ReturnType<typeof scan>) => {
  const { status, code, reason } = await answer;
  return [status, code, reason];
};

/** Makes a member the one who created a label's shipment. */
function giveTo(s: Station, memberID: string, { shipment }: Transaction): void {
  for (const table of ["shipments", "open_parcels"]) {
    const key = table === "shipments" ? "id" : "(SELECT id FROM shipments s WHERE s.seq = t.seq)";
    change(
      s,
      `UPDATE ${table} AS t SET created_by = '${memberID}' WHERE ${key} = '${shipment.id}'`,
    );
  }
}

describe("a label that is scanned at a truck", () => {
  it("counts once, leaves the parcels that are here, and keeps its published status", async () => {
    const s = await liveStation();
    const [first, second] = [await bought(s), await bought(s)];
    expect(await countsOf(s)).toEqual({ here: 2, loaded: 0, canceled: 0, handedOver: 0 });
    const once = await scan(s, codeOf(first));
    const twice = await scan(s, codeOf(first).toLowerCase());
    expect([once.data.step, once.data.loaded, twice.data.step, twice.data.loaded]).toEqual([
      "loaded",
      1,
      "repeated",
      1,
    ]);
    expect(await countsOf(s)).toEqual({ here: 1, loaded: 1, canceled: 0, handedOver: 0 });
    const { loaded, staying } = await truck(s);
    expect([loaded.map((p) => p.barcode), staying.map((p) => p.barcode)]).toEqual([
      [codeOf(first)],
      [codeOf(second)],
    ]);
    const { body } = await s.call<Shipment>("GET", `/shipments/${first.shipment.id}`);
    expect(body.data.statusCode).toBe(first.shipment.statusCode);
  });

  it("is found by its shipment's number and by its order's number, and needs no chosen carrier", async () => {
    const s = await liveStation();
    const one = await bought(s, { order: { orderNumber: "S-77" } });
    const other = await bought(s);
    const byOrder = await scan(s, "s-77");
    const byNumber = await s.desk<HandOverScanned>("POST", "/station/hand-over/scans", {
      code: `#${other.shipment.organizationShipmentID}`,
    });
    expect([
      byOrder.data.parcel.barcode,
      byNumber.data.parcel.barcode,
      byNumber.data.providerCode,
    ]).toEqual([codeOf(one), codeOf(other), CARRIER]);
  });

  it("is taken off again, and may be scanned onto the truck again", async () => {
    const s = await liveStation();
    const label = await bought(s);
    expect(await reasonOf(scan(s, codeOf(label), { act: "takeBack" }))).toEqual([
      409,
      "E2192",
      "NOT_LOADED",
    ]);
    await scan(s, codeOf(label));
    const { data } = await scan(s, codeOf(label), { act: "takeBack" });
    expect([data.step, data.loaded]).toEqual(["takenBack", 0]);
    expect(await countsOf(s)).toEqual({ here: 1, loaded: 0, canceled: 0, handedOver: 0 });
    expect((await scan(s, codeOf(label))).data.step).toBe("loaded");
  });

  it("is in the board's column HANDED_OVER, and in the list of that group", async () => {
    const s = await liveStation();
    const [here, gone] = [await bought(s), await bought(s)];
    await scan(s, codeOf(gone));
    const { data } = await s.desk<Board>("GET", "/station/tracking/board");
    const listOf = async (waits: string) =>
      (
        await s.desk<{ list: { id: string }[] }>(
          "GET",
          `/station/shipments/rows?limit=10&waits=${waits}`,
        )
      ).data.list.map(({ id }) => id);
    expect([
      data.columns.slice(0, 2).map(({ step, count, list }) => [step, count, list[0]?.shipmentID]),
      await listOf("handover"),
      await listOf("handedOver"),
    ]).toEqual([
      [
        ["BOUGHT", 1, here.shipment.id],
        ["HANDED_OVER", 1, gone.shipment.id],
      ],
      [here.shipment.id],
      [gone.shipment.id],
    ]);
  });

  it("is in the history of its shipment, with its time and its packer", async () => {
    const s = await liveStation();
    const label = await bought(s);
    const handOverOf = async () =>
      (await s.desk<ShipmentDetail>("GET", `/station/shipments/${label.shipment.id}`)).data
        .handOver;
    const before = await handOverOf();
    await scan(s, codeOf(label));
    const loaded = await handOverOf();
    await end(s);
    const ended = await handOverOf();
    expect([before, loaded?.isEnded, ended?.isEnded, ended?.at === loaded?.at, ended?.by]).toEqual([
      null,
      false,
      true,
      true,
      loaded?.by,
    ]);
  });

  it("leaves the column HANDED_OVER with the carrier's first scan", async () => {
    const s = await liveStation();
    const label = await bought(s);
    await scan(s, codeOf(label));
    s.clock.nowMs += 60_000;
    recordTracking(s.core.deps, label.shipment.id, {
      subCode: "package_accepted",
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
    const { data } = await s.desk<Board>("GET", "/station/tracking/board");
    expect(data.columns.map(({ step, count }) => [step, count]).slice(0, 3)).toEqual([
      ["BOUGHT", 0],
      ["HANDED_OVER", 0],
      ["ON_ITS_WAY", 1],
    ]);
  });
});

describe("a code that is refused at a truck", () => {
  it("names its reason and counts nothing: unknown, unpacked, cancelled, test, sample, return, other carrier", async () => {
    const s = await liveStation();
    const waiting = await shipmentWithOffers(s, { order: { orderNumber: "W-1" } });
    const cancelled = await bought(s);
    await s.call("DELETE", `/shipments/${cancelled.shipment.id}`);
    const test = await bought(s, { test: true }, "PACKBENCH");
    const sample = await bought(s, {}, "ARAS");
    const original = await bought(s);
    const { data: back } = await s.desk<Shipment>("POST", `/shipments/${original.shipment.id}`, {
      isReturn: true,
    });
    const offerID = back.offers?.list.find(({ providerCode }) => providerCode === CARRIER)?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    const { body } = await s.call<Shipment>("GET", `/shipments/${back.id}`);
    expect([
      await reasonOf(scan(s, "BILINMEYEN")),
      await reasonOf(scan(s, "W-1")),
      await reasonOf(scan(s, codeOf(cancelled))),
      await reasonOf(scan(s, codeOf(test))),
      await reasonOf(scan(s, codeOf(sample))),
      await reasonOf(scan(s, body.data.barcode ?? "")),
      await reasonOf(scan(s, codeOf(original), { carrier: "ARAS" })),
    ]).toEqual(
      ["UNKNOWN", "NO_LABEL", "CANCELED", "TEST", "SAMPLE", "RETURN", "OTHER_CARRIER"].map(
        (reason) => [409, "E2192", reason],
      ),
    );
    expect(waiting.id).not.toBe("");
    expect((await truck(s)).loaded).toEqual([]);
  });

  it("names no badge, because the answer is stored under the call's Idempotency-Key", async () => {
    const s = await station();
    const badge = badgeNumberOf(Buffer.alloc(16, 7));
    const answer = await s.call(
      "POST",
      "/station/hand-over/scans",
      { code: badge },
      { "idempotency-key": "scan-1" },
    );
    expect([answer.status, answer.body.code]).toEqual([409, "E2192"]);
    const stored = s.core.deps.db.raw.prepare("SELECT status, body FROM idempotency_keys").all();
    expect(stored).toEqual([expect.objectContaining({ status: 409 })]);
    expect(JSON.stringify([answer.body, stored])).not.toContain(badge);
  });

  it("is a label that is on a manifest, or that its carrier has scanned", async () => {
    const s = await liveStation();
    const [gone, scanned] = [await bought(s), await bought(s)];
    await scan(s, codeOf(gone));
    await end(s);
    recordTracking(s.core.deps, scanned.shipment.id, {
      subCode: "package_accepted",
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
    expect([
      await reasonOf(scan(s, codeOf(gone))),
      await reasonOf(scan(s, codeOf(gone), { act: "takeBack" })),
      await reasonOf(scan(s, codeOf(scanned))),
    ]).toEqual([
      [409, "E2192", "HANDED_OVER"],
      [409, "E2192", "HANDED_OVER"],
      [409, "E2192", "SCANNED_BY_CARRIER"],
    ]);
  });

  it("is the number of an order of several boxes: each box has its label", async () => {
    const s = await liveStation();
    const label = await bought(s, { order: { orderNumber: "K-2" } });
    const added = await s.desk<{ shipment: Shipment }>(
      "POST",
      `/station/shipments/${label.shipment.id}/boxes`,
      {},
    );
    const byOrder = await reasonOf(scan(s, "K-2"));
    const { id } = added.data.shipment;
    const { data } = await s.desk<Shipment>("PATCH", `/shipments/${id}`, {
      length: "30",
      width: "20",
      height: "15",
      distanceUnit: "cm",
      weight: "2",
      massUnit: "kg",
    });
    const offerID = data.offers?.list.find(({ providerCode }) => providerCode === CARRIER)?.id;
    await s.desk("POST", "/station/purchases", { offerID, print: false });
    expect([
      byOrder,
      await reasonOf(scan(s, "K-2")),
      (await scan(s, codeOf(label))).data.step,
    ]).toEqual([[409, "E2192", "NO_LABEL"], [409, "E2192", "SEVERAL_BOXES"], "loaded"]);
  });

  it("is the number that orders of two shops have, also when one of them has no label yet", async () => {
    const s = await liveStation();
    const orderOf = (shop: string) => ({
      order: { orderNumber: "1001", sourceCode: "WOOCOMMERCE", sourceIdentifier: shop },
    });
    const one = await bought(s, orderOf("shop-a"));
    await shipmentWithOffers(s, orderOf("shop-b"));
    const waiting = await reasonOf(scan(s, "1001"));
    const both = await bought(s, orderOf("shop-c"));
    const loading = await reasonOf(scan(s, "1001"));
    await scan(s, codeOf(one));
    await scan(s, codeOf(both));
    const taking = await reasonOf(scan(s, "1001", { act: "takeBack" }));
    expect([waiting, loading, taking, (await truck(s)).loaded.length]).toEqual([
      [409, "E2192", "SEVERAL_ORDERS"],
      [409, "E2192", "SEVERAL_ORDERS"],
      [409, "E2192", "SEVERAL_ORDERS"],
      2,
    ]);
  });

  it("is a label that its carrier does not know, which an owner or admin may pass", async () => {
    const s = await toldStation({ announces: "byHand" });
    const label = await buyTold(s);
    const { token } = memberWithToken(s, "user");
    const body = { code: codeOf(label), pass: true };
    const refusal = await reasonOf(scan(s, codeOf(label)));
    const packer = await call(s.url, token, {
      method: "POST",
      path: "/station/hand-over/scans",
      body,
    });
    const lead = await scan(s, codeOf(label), { pass: true });
    const { data } = await s.desk<{ list: { kind: string; act: string }[] }>(
      "GET",
      "/station/audit?kind=handOver",
    );
    expect([refusal, packer.status, packer.body.code, lead.data.step]).toEqual([
      [409, "E2192", "NOT_ANNOUNCED"],
      403,
      "E1055",
      "passed",
    ]);
    expect(data.list.map(({ kind, act }) => [kind, act])).toEqual([["handOver", "changed"]]);
    expect((await truck(s)).loaded.map(({ isPassed }) => isPassed)).toEqual([true]);
    const unannounced = async () => (await read(s)).carriers.map((row) => row.unannounced);
    const onTruck = await unannounced();
    await end(s);
    expect([onTruck, await unannounced()]).toEqual([[1], [0]]);
  });
  it("is a label that its carrier refused, or may not know", async () => {
    const s = await toldStation();
    const reasons: unknown[] = [];
    for (const mood of ["refused", "silent"] as const) {
      s.told.moods.push(...Array.from({ length: 20 }, () => mood));
      const label = await buyTold(s);
      reasons.push(
        await eventually("the carrier has answered", async () => {
          const [, , reason] = await reasonOf(scan(s, codeOf(label)));
          return reason !== "NOT_ANNOUNCED" && reason;
        }),
      );
      s.told.moods.length = 0;
    }
    expect(reasons).toEqual(["ANNOUNCEMENT_REFUSED", "ANNOUNCEMENT_UNCERTAIN"]);
    expect((await truck(s)).loaded).toEqual([]);
  });
});

describe("the end of a truck's loading", () => {
  it("puts exactly the scanned parcels on the manifest; later scans go onto the next truck", async () => {
    const s = await liveStation();
    const [first, second, third] = [await bought(s), await bought(s), await bought(s)];
    await scan(s, codeOf(first));
    await scan(s, codeOf(second));
    const { status, data } = await end(s);
    await scan(s, codeOf(third));
    const next = await end(s);
    expect([status, data.parcels, data.isEnding, next.data.parcels]).toEqual([201, 2, false, 1]);
    expect(await countsOf(s)).toEqual({ here: 0, loaded: 0, canceled: 0, handedOver: 3 });
    expect((await read(s)).ended.map(({ id, parcels, isHere }) => [id, parcels, isHere])).toEqual([
      [next.data.id, 1, true],
      [data.id, 2, true],
    ]);
  });

  it("is refused without parcels, and while a cancelled label is on the truck", async () => {
    const s = await liveStation();
    const refusalOf = async () => {
      const { status, code, reason } = await end(s);
      return [status, code, reason];
    };
    const empty = await refusalOf();
    const [kept, cancelled] = [await bought(s), await bought(s)];
    await scan(s, codeOf(kept));
    await scan(s, codeOf(cancelled));
    await s.call("DELETE", `/shipments/${cancelled.shipment.id}`);
    const before = await countsOf(s);
    const refused = await refusalOf();
    const off = await scan(s, codeOf(cancelled), { act: "takeBack" });
    const { data } = await end(s);
    expect([empty, before, refused, off.data.step, data.parcels]).toEqual([
      [409, "E2193", "EMPTY"],
      { here: 0, loaded: 2, canceled: 1, handedOver: 0 },
      [409, "E2193", "CANCELED"],
      "takenBack",
      1,
    ]);
  });

  it("goes on at the start of the station when a crash has interrupted it", async () => {
    const s = await liveStation();
    const labels = [await bought(s), await bought(s), await bought(s)];
    for (const label of labels) await scan(s, codeOf(label));
    const { data } = await end(s);
    // The state after a power cut between the first parcels and the last.
    const last = codeOf(labels[2] as Transaction);
    change(s, `UPDATE hand_overs SET state = 'ENDING', parcels = 0 WHERE id = '${data.id}'`);
    change(s, `UPDATE handed_over SET hand_over_id = '' WHERE transaction_id = '${labels[2]?.id}'`);
    expect((await read(s)).ended[0]?.isEnding).toBe(true);
    await finishHandOvers(s.core.deps, true);
    const [ended] = (await read(s)).ended;
    expect([ended?.isEnding, ended?.parcels, (await truck(s)).loaded]).toEqual([false, 3, []]);
    expect(await reasonOf(scan(s, last))).toEqual([409, "E2192", "HANDED_OVER"]);
  });

  it("answers a repeat under its Idempotency-Key with the same hand-over", async () => {
    const s = await liveStation();
    await scan(s, codeOf(await bought(s)));
    const headers = { "Idempotency-Key": "truck-1" };
    const body = { carrier: CARRIER };
    const first = await s.call<EndedHandOver>("POST", "/station/hand-over/end", body, headers);
    const again = await s.call<EndedHandOver>("POST", "/station/hand-over/end", body, headers);
    expect([first.status, again.status, again.body.data]).toEqual([201, 201, first.body.data]);
  });

  it("by an owner shows a member with limited access its own parcels on the manifest, as Today does", async () => {
    const s = await liveStation();
    const { token, memberID } = memberWithToken(s, "limitedAccessUser");
    const [own, other] = [await bought(s), await bought(s)];
    giveTo(s, memberID, own);
    await scan(s, codeOf(own));
    await scan(s, codeOf(other));
    await end(s);
    const readAs = async <T>(path: string) =>
      (await call<T>(s.url, token, { method: "GET", path })).body.data;
    const { carriers, ended } = await readAs<HandOver>("/station/hand-over");
    const today = await readAs<Today>("/station/today");
    expect([
      carriers.map(({ providerCode, handedOver }) => [providerCode, handedOver]),
      ended,
      today.carriers.map(({ handedOver }) => handedOver),
    ]).toEqual([[[CARRIER, 1]], [], [1]]);
  });

  it("by a member with limited access hands over only that member's parcels", async () => {
    const s = await liveStation();
    const { token, memberID } = memberWithToken(s, "limitedAccessUser");
    const [own, other] = [await bought(s), await bought(s)];
    giveTo(s, memberID, own);
    const theirs = await call<HandOverScanned>(s.url, token, {
      method: "POST",
      path: "/station/hand-over/scans",
      body: { code: codeOf(other) },
    });
    await scan(s, codeOf(own));
    await scan(s, codeOf(other));
    const { body } = await call<EndedHandOver>(s.url, token, {
      method: "POST",
      path: "/station/hand-over/end",
      body: { carrier: CARRIER },
    });
    expect([theirs.body.code, body.data.parcels, await countsOf(s)]).toEqual([
      "E2192",
      1,
      { here: 0, loaded: 1, canceled: 0, handedOver: 1 },
    ]);
  });
});
