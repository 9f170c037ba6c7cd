import { describe, expect, it } from "vitest";
import type { OpenedOrder, WaitingOrder } from "../../../../core/station/station.schema.ts";
import type { DeskDay, ItemTick } from "../../../../core/fulfilment/packing/packing.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { getLabelModel } from "../../../../core/labels/labels.service.ts";
import {
  call,
  lastingStation,
  memberWithToken,
  parcel,
  senderOf,
  station,
  temporaryFolder,
  trueTime,
  type Station,
} from "../../../helpers/station.ts";

const ITEMS = [
  { title: "Kupa", quantity: 2, ean: "8690000000012", imageURL: "https://shop.example/kupa.png" },
  { title: "Not kartı", quantity: 1 },
];

async function order(
  s: Station,
  orderNumber: string,
  change: Record<string, unknown> = {},
): Promise<Shipment> {
  await senderOf(s);
  return (
    await s.desk<Shipment>(
      "POST",
      "/shipments",
      parcel({ items: ITEMS, order: { orderNumber }, ...change }),
    )
  ).data;
}
const open = async (s: Station, code: string): Promise<OpenedOrder> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data;
const tick = (s: Station, { id, items }: Shipment) =>
  s.desk<{ ticks: ItemTick[] }>("POST", `/station/shipments/${id}/ticks`, { itemID: items[0]?.id });
const buy = (s: Station, { offers }: Shipment) =>
  s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });
const waiting = async (s: Station) =>
  (
    await s.desk<{ list: WaitingOrder[]; held: WaitingOrder[]; total: number }>(
      "GET",
      "/station/orders/waiting?limit=500",
    )
  ).data;

describe("an item", () => {
  it("an item keeps its EAN and the address of its picture", async () => {
    const s = await station();
    const { items } = await order(s, "P-1");
    expect(items.map(({ ean, imageURL }) => [ean, imageURL])).toEqual([
      ["8690000000012", "https://shop.example/kupa.png"],
      ["", ""],
    ]);
  });

  it("an item gets its EAN and picture from an order file with Turkish headings", async () => {
    const s = await station();
    const file = [
      "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Barkod;Görsel",
      "F-1;Ömer Işık;05551112233;Gül Sk. 1;Kadıköy;İstanbul;1,5;Kupa;2;8690000000012;https://shop.example/k.png",
    ].join("\n");
    await s.desk("POST", "/station/imports", {
      fileName: "orders.csv",
      content: Buffer.from(file).toString("base64"),
    });
    const { shipment } = await open(s, "F-1");
    expect(shipment.items).toMatchObject([
      { title: "Kupa", ean: "8690000000012", imageURL: "https://shop.example/k.png" },
    ]);
  });

  it("an item is counted piece by piece, never above its quantity, and can be reset", async () => {
    const s = await station();
    const shipment = await order(s, "P-2");
    await tick(s, shipment);
    expect((await open(s, "P-2")).ticks).toEqual([{ itemID: shipment.items[0]?.id, scanned: 1 }]);
    await tick(s, shipment);
    const third = await tick(s, shipment);
    expect([third.status, third.code]).toEqual([409, "E2081"]);
    expect((await s.desk("DELETE", `/station/shipments/${shipment.id}/ticks`)).data).toEqual({
      ticks: [],
    });
  });

  it("an item keeps its count after a restart of the station", async () => {
    const dataDir = temporaryFolder();
    const s = await lastingStation({ dataDir });
    const shipment = await order(s, "P-3");
    await tick(s, shipment);
    await s.stop();
    const again = await station({ dataDir });
    expect((await open(again, "P-3")).ticks).toEqual([
      { itemID: shipment.items[0]?.id, scanned: 1 },
    ]);
  });
});

describe("the check for scanned items", () => {
  it("with the setting on, a purchase at the desk is E2072 until every item with a code was scanned", async () => {
    const s = await station();
    const shipment = await order(s, "G-1");
    expect(
      (await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: true })).data,
    ).toMatchObject({ requireScannedItems: true });
    const refused = await buy(s, shipment);
    expect([refused.status, refused.code]).toEqual([409, "E2072"]);
    await tick(s, shipment);
    expect((await buy(s, shipment)).code).toBe("E2072");
    await tick(s, shipment);
    expect((await buy(s, shipment)).status).toBe(201);
    await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: false });
    expect((await buy(s, await order(s, "G-2"))).status).toBe(201);
  });

  it("with the setting on, an offer of an order that the member may not see is unknown, as without it", async () => {
    const s = await station();
    await s.desk("PATCH", "/station/packing/settings", { requireScannedItems: true });
    const { offers } = await order(s, "G-3");
    const { token } = memberWithToken(s, "limitedAccessUser");
    const { body } = await s.call(
      "POST",
      "/station/purchases",
      { offerID: offers?.list[0]?.id },
      { authorization: `Bearer ${token}` },
    );
    expect(body.code).toBe("E1064");
  });
});

describe("an order on hold", () => {
  it("an order on hold is listed apart from waiting orders, cannot be bought, and waits again after its release", async () => {
    const s = await station();
    const shipment = await order(s, "H-1");
    await s.desk("PUT", `/station/shipments/${shipment.id}/hold`, {
      reason: "Address is asked for.",
    });
    const on = await waiting(s);
    expect([
      on.list.some(({ orderNumber }) => orderNumber === "H-1"),
      on.held.map(({ holdReason }) => holdReason),
    ]).toEqual([false, ["Address is asked for."]]);
    expect((await open(s, "H-1")).holdReason).toBe("Address is asked for.");
    const byDesk = await buy(s, shipment);
    const byProgram = await s.call("POST", "/transactions", {
      offerID: shipment.offers?.cheapest?.id,
    });
    expect([byDesk.code, byProgram.body.code, byProgram.body.message]).toEqual([
      "E2073",
      "E2073",
      "This order is on hold (Address is asked for.). Release it first. Nothing was bought.",
    ]);
    await s.desk("DELETE", `/station/shipments/${shipment.id}/hold`);
    const off = await waiting(s);
    expect([off.list.some(({ orderNumber }) => orderNumber === "H-1"), off.held]).toEqual([
      true,
      [],
    ]);
    expect((await buy(s, shipment)).status).toBe(201);
  });

  it("only an order without a bought label can be put on hold, with a reason", async () => {
    const s = await station();
    const shipment = await order(s, "H-2");
    expect(
      (await s.desk("PUT", `/station/shipments/${shipment.id}/hold`, { reason: "  " })).status,
    ).toBe(400);
    await buy(s, shipment);
    expect(
      (await s.desk("PUT", `/station/shipments/${shipment.id}/hold`, { reason: "late" })).code,
    ).toBe("E2074");
  });
});

describe("another box of an order", () => {
  it("another box is a shipment of the same order with the unscanned pieces, and has no cash on delivery", async () => {
    const s = await station();
    const shipment = await order(s, "B-1", {
      productPaymentOnDelivery: true,
      order: { orderNumber: "B-1", totalAmount: "150.00", totalAmountCurrency: "TL" },
    });
    await tick(s, shipment);
    const { data: second, status } = await s.desk<OpenedOrder>(
      "POST",
      `/station/shipments/${shipment.id}/boxes`,
      {},
    );
    expect([
      status,
      second.box,
      second.shipment.orderID,
      second.shipment.productPaymentOnDelivery,
      second.shipment.weight,
    ]).toEqual([
      201,
      { no: 2, of: 2, next: shipment.organizationShipmentID },
      shipment.orderID,
      false,
      "",
    ]);
    expect(second.shipment.items.map(({ title, quantity, ean }) => [title, quantity, ean])).toEqual(
      [
        ["Kupa", 1, "8690000000012"],
        ["Not kartı", 1, ""],
      ],
    );
    const first = await open(s, String(shipment.organizationShipmentID));
    expect([
      first.box,
      first.shipment.items.map(({ title, quantity }) => [title, quantity]),
    ]).toEqual([{ no: 1, of: 2, next: second.shipment.organizationShipmentID }, [["Kupa", 1]]]);
  });

  it("another box that is cancelled and packed again keeps its box number and its order", async () => {
    const s = await station();
    const shipment = await order(s, "B-2");
    const { data: second } = await s.desk<OpenedOrder>(
      "POST",
      `/station/shipments/${shipment.id}/boxes`,
      {},
    );
    await s.desk("PATCH", `/shipments/${second.shipment.id}`, { weight: 1 });
    const opened = await open(s, String(second.shipment.organizationShipmentID));
    await buy(s, opened.shipment);
    await s.desk("DELETE", `/shipments/${opened.shipment.id}`);
    const { data: copy } = await s.desk<OpenedOrder>("POST", "/station/orders/again", {
      shipmentID: opened.shipment.id,
    });
    expect([copy.shipment.id === shipment.id, copy.box.no, copy.shipment.orderID]).toEqual([
      false,
      2,
      shipment.orderID,
    ]);
  });

  it("a label keeps the box number and the number of boxes known at the purchase", async () => {
    const s = await station();
    const first = await order(s, "B-3");
    const alone = await order(s, "B-4");
    const { data: second } = await s.desk<OpenedOrder>(
      "POST",
      `/station/shipments/${first.id}/boxes`,
      {},
    );
    await s.desk("PATCH", `/shipments/${second.shipment.id}`, { weight: 1 });
    for (const { shipment } of [
      await open(s, String(first.organizationShipmentID)),
      await open(s, String(second.shipment.organizationShipmentID)),
      await open(s, "B-4"),
    ])
      await buy(s, shipment);
    // The third box is added after the labels were bought.
    await s.desk("POST", `/station/shipments/${first.id}/boxes`, {});
    const pieces = [first, second.shipment, alone].map(
      ({ id }) => getLabelModel(s.core.deps, id).pieces,
    );
    expect(pieces).toEqual([
      { no: 1, of: 2 },
      { no: 2, of: 2 },
      { no: 1, of: 1 },
    ]);
  });

  it("another box for a shipment without an order is E2074", async () => {
    const s = await station();
    const { data } = await s.desk<Shipment>("POST", "/shipments", parcel());
    expect((await s.desk("POST", `/station/shipments/${data.id}/boxes`, {})).code).toBe("E2074");
  });
});

describe("the desk's day", () => {
  it("the day lists the labels bought here today, newest first, counts the labels in force by hour, and counts none for another member with limited access", async () => {
    const s = await station({ world: { now: trueTime } });
    await buy(s, await order(s, "T-1"));
    const second = await order(s, "T-2");
    await buy(s, second);
    await s.desk("DELETE", `/shipments/${second.id}`);
    const { data } = await s.desk<DeskDay>("GET", "/station/packing/today");
    expect([
      data.total,
      data.list.map(({ orderNumber, statusCode }) => [orderNumber, statusCode]),
    ]).toEqual([
      1,
      [
        ["T-2", "CANCELED"],
        ["T-1", "TRACKING_CODE_CREATED"],
      ],
    ]);
    expect(data.hours.reduce((sum, { parcels }) => sum + parcels, 0)).toBe(1);
    const { token } = memberWithToken(s, "limitedAccessUser");
    const limited = await call<DeskDay>(s.url, token, {
      method: "GET",
      path: "/station/packing/today",
    });
    expect(limited.body.data.total).toBe(0);
  });
});
