/**
 * The list of shipments agrees with the other screens: waiting orders, holds, search counts and
 * exact matches.
 */
import { expect, it } from "vitest";
import type { DeskDay } from "../../../../core/fulfilment/packing/packing.schema.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import type {
  ShipmentListRow,
  ShipmentPlaces,
} from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { DeskFacts, OpenedOrder } from "../../../../core/station/station.schema.ts";
import {
  boughtShipment,
  RECIPIENT,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

const read = async <T>(s: Station, path: string): Promise<T> => (await s.desk<T>("GET", path)).data;
const rows = async (s: Station, query: string): Promise<ShipmentListRow[]> =>
  (await read<{ list: ShipmentListRow[] }>(s, `/station/shipments/rows?${query}`)).list;
const search = (s: Station, text: string): Promise<{ list: ShipmentListRow[]; total: number }> =>
  read(s, `/station/shipments/search?filter=${encodeURIComponent(text)}`);

async function imported(s: Station, orders: readonly string[]): Promise<void> {
  const lines = orders.map(
    (order) => `${order};Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1`,
  );
  const content = Buffer.from(
    ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...lines].join("\n"),
  ).toString("base64");
  await s.desk("POST", "/station/imports", { fileName: "orders.csv", content });
}

it("orders to be packed, with or without offers, orders on hold and returns have separate lists, and the desk counts the first two together", async () => {
  const s = await station();
  await imported(s, ["I-1", "I-2"]);
  const quoted = await shipmentWithOffers(s);
  const held = await shipmentWithOffers(s);
  await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
  const { shipment: bought } = await boughtShipment(s);
  const { data: back } = await s.desk<Shipment>("POST", `/shipments/${bought.id}`, {
    isReturn: true,
  });
  const waiting = await rows(s, "waits=packing");
  expect([waiting.map(({ number }) => number), waiting[0]?.id]).toEqual([[3, 2, 1], quoted.id]);
  expect((await rows(s, "waits=held")).map(({ id, isHeld }) => [id, isHeld])).toEqual([
    [held.id, true],
  ]);
  expect((await rows(s, "waits=return")).map(({ id }) => id)).toEqual([back.id]);
  const totals = [];
  for (const waits of ["packing", "held", "return"])
    totals.push((await read<ShipmentPlaces>(s, `/station/shipments/places?waits=${waits}`)).total);
  expect([totals, (await read<DeskFacts>(s, "/station/desk")).waiting]).toEqual([[3, 1, 1], 4]);
});

it("an exported file marks returns in a separate column, in both languages", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  await s.desk<Shipment>("POST", `/shipments/${shipment.id}`, { isReturn: true });
  const lastCells = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await fetch(`${s.url}/station/shipments.csv${query}`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    return (await answer.text())
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(/[,;]/).at(-1)?.replaceAll('"', ""));
  };
  expect([await lastCells(""), await lastCells("?language=tr")]).toEqual([
    ["Return", "return", ""],
    ["İade", "iade", ""],
  ]);
});

it("an exported file has words for states, carriers and services in its language, and codes without a language", async () => {
  const s = await station();
  await boughtShipment(s);
  const held = await shipmentWithOffers(s);
  await s.desk("PUT", `/station/shipments/${held.id}/hold`, { reason: "OUT_OF_STOCK" });
  await shipmentWithOffers(s);
  const cellsOf = async (query: string): Promise<string[][]> => {
    const answer = await fetch(`${s.url}/station/shipments.csv${query}`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    const lines = (await answer.text()).trim().split(/\r?\n/).slice(1);
    return lines.map((line) => {
      const cells = line.split(/[,;](?=")/).map((cell) => cell.replaceAll('"', ""));
      return [2, 12, 13].map((at) => cells[at] ?? "");
    });
  };
  expect(await cellsOf("?language=tr")).toEqual([
    ["Paketlenecek", "", ""],
    ["Askıda", "", ""],
    ["Satın alındı", "PTT Kargo", "PTT Standart"],
  ]);
  expect(await cellsOf("?language=en")).toEqual([
    ["To be packed", "", ""],
    ["On hold", "", ""],
    ["Bought", "PTT Kargo", "PTT Standart"],
  ]);
  expect(await cellsOf("")).toEqual([
    ["GOT_OFFERS", "", ""],
    ["GOT_OFFERS", "", ""],
    ["TRACKING_CODE_CREATED", "PTT", "PTT_STANDART"],
  ]);
});

it("a search counts all matches, and lists the newest fifty", async () => {
  const s = await station();
  await imported(
    s,
    Array.from({ length: 60 }, (_, i) => `S-${i}`),
  );
  const { list, total } = await search(s, "omer isik");
  expect([list.length, list[0]?.number, total]).toEqual([50, 60, 60]);
  expect((await search(s, "nobody")).total).toBe(0);
});

it("a last character that goes on is counted, sorted and written to a file as it is listed: K-1 of K-10", async () => {
  const s = await station();
  await imported(
    s,
    Array.from({ length: 70 }, (_, i) => `K-${i}`),
  );
  const { list, total } = await search(s, "K-1");
  const sorted = await s.call<{ seqs: number[] }>(
    "GET",
    "/station/shipments/sorted?filter=K-1&sortBy=recipient",
  );
  expect([
    list.map(({ orderNumber }) => orderNumber).toSorted(),
    total,
    sorted.body.data.seqs.length,
  ]).toEqual([
    // K-0 is shipment 1.
    ["K-0", "K-1", ...Array.from({ length: 10 }, (_, i) => `K-1${i}`)],
    12,
    12,
  ]);
});

it("an exact order number comes first, before newer shipments that contain its words", async () => {
  const s = await station();
  await shipmentWithOffers(s, { order: { orderNumber: "ÖRNEK-1" } });
  await shipmentWithOffers(s, { order: { orderNumber: "ÖRNEK-12" } });
  for (let i = 1; i <= 55; i += 1)
    await shipmentWithOffers(s, {
      recipientAddress: { ...RECIPIENT, email: "cagla@ornek.test" },
      order: { orderNumber: `LB-${i}` },
    });
  for (const text of ["ÖRNEK-1", "örnek-1", "ornek 1"]) {
    const { list } = await search(s, text);
    expect([text, list.slice(0, 2).map(({ orderNumber }) => orderNumber)]).toEqual([
      text,
      ["ÖRNEK-1", "ÖRNEK-12"],
    ]);
  }
});

it("a parcel that its carrier has lost is also marked as lost in the list", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const { shipment: other } = await boughtShipment(s);
  recordTracking(s.core.deps, shipment.id, {
    subCode: "package_lost",
    statusDate: s.core.deps.now(),
    details: "",
    locationName: "",
  });
  recordTracking(s.core.deps, other.id, {
    subCode: "package_undeliverable",
    statusDate: s.core.deps.now(),
    details: "",
    locationName: "",
  });
  expect((await rows(s, "")).map(({ id, status, isLost }) => [id, status, isLost])).toEqual([
    [other.id, "FAILED", false],
    [shipment.id, "FAILED", true],
  ]);
});

it("a row has the newest tracking event of its parcel, so that the list says announced or handed over", async () => {
  const s = await station();
  const { shipment } = await boughtShipment(s);
  const { shipment: other } = await boughtShipment(s);
  for (const subCode of ["information_received", "package_accepted"] as const)
    recordTracking(s.core.deps, shipment.id, {
      subCode,
      statusDate: s.core.deps.now(),
      details: "",
      locationName: "",
    });
  expect((await rows(s, "")).map(({ id, event }) => [id, event])).toEqual([
    [other.id, ""],
    [shipment.id, "package_accepted"],
  ]);
});

it("a label bought at a sample price is marked in the list, and an order without a label is not", async () => {
  const s = await station({ demo: false });
  await s.desk("POST", "/addresses", { ...RECIPIENT, isDefaultSenderAddress: true });
  await s.desk("POST", "/station/samples");
  const { organization } = await read<DeskFacts>(s, "/station/desk");
  await s.desk("POST", `/organizations/${organization.id}/balance/topups`, {
    amount: "1000.00",
    reference: "R-1",
  });
  const { data: opened } = await s.desk<OpenedOrder>("POST", "/station/orders/open", {
    code: "ÖRNEK-1",
  });
  await s.desk("POST", "/station/purchases", {
    offerID: opened.shipment.offers?.cheapest?.id,
    print: false,
  });
  const marks = (await rows(s, "")).map(({ orderNumber, isSample }) => [orderNumber, isSample]);
  expect(marks).toEqual([
    ["ÖRNEK-3", false],
    ["ÖRNEK-2", false],
    ["ÖRNEK-1", true],
  ]);
});

it("the desk's day counts the labels in force, and lists cancelled labels without counting them", async () => {
  const s = await station();
  s.clock.nowMs = Date.now();
  const { shipment } = await boughtShipment(s);
  await boughtShipment(s);
  await s.desk("DELETE", `/shipments/${shipment.id}`);
  const { total, hours, list } = await read<DeskDay>(s, "/station/packing/today");
  expect([total, hours.map(({ parcels }) => parcels), list.length]).toEqual([1, [1], 2]);
});

it("GET /station/shipments/rows and /places document no free text, which only a search finds", async () => {
  const s = await station();
  const { paths } = (await (await fetch(`${s.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { parameters: { name: string }[] } }>;
  };
  const takesText = (path: string): boolean | undefined =>
    paths[path]?.get.parameters.some(({ name }) => name === "filter");
  expect(
    ["rows", "places", "search"].map((list) => takesText(`/station/shipments/${list}`)),
  ).toEqual([false, false, true]);
});
