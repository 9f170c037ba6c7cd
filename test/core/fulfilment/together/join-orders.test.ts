/** Orders of one recipient that are packed as one parcel. */
import { describe, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { change, parcel, station, type Station } from "../../../helpers/station.ts";
import { joinAt, open, ordersFile, separateAt, waitingNumbers } from "./together-acts.ts";
import { someOf } from "../../../helpers/some-of.ts";

/** Opens the first order, and joins all others that wait for its recipient. */
async function joined(s: Station, first = "T-1"): Promise<OpenedOrder> {
  const { shipment, together } = await open(s, first);
  const ids = together.waiting.map(({ shipmentID }) => shipmentID);
  return (await joinAt(s, shipment.id, ids)).data;
}

const titles = ({ items }: Shipment): string[] => items.map((i) => `${i.quantity} ${i.title}`);

const buy = (s: Station, { offers }: Shipment) =>
  s.desk("POST", "/station/purchases", { offerID: offers?.cheapest?.id, print: false });

/** Waits until joined orders wait again. */
const settled = (s: Station, count: number) =>
  expect.poll(async () => (await waitingNumbers(s)).length, { timeout: 5_000 }).toBe(count);

describe("orders of one recipient", () => {
  it("are shown with the open order, even if capital letters, accents or the phone's form differ", async () => {
    const s = await station();
    await ordersFile(s, [
      { no: "T-1", item: "Kupa" },
      { no: "T-2", item: "Tişört", name: "ÖMER IŞIK", phone: "+90 555 111 22 33" },
      { no: "T-3", item: "Çanta", address: "gul sk 1" },
      { no: "T-4", item: "Defter", name: "Ömer Işıklı" },
      { no: "T-5", item: "Kalem", phone: "05551112234" },
      { no: "T-6", item: "Silgi", address: "Gül Sk. 11" },
    ]);
    const { together } = await open(s, "T-1");
    expect(together).toMatchObject({
      waiting: [
        { orderNumber: "T-2", items: [{ title: "Tişört", quantity: 1 }], refusal: null },
        { orderNumber: "T-3", items: [{ title: "Çanta", quantity: 1 }], refusal: null },
      ],
      joined: [],
      packedWith: null,
    });
  });

  it("are packed as one shipment with the items of all, and the others are cancelled and name the first", async () => {
    const s = await station();
    await ordersFile(s, [
      { no: "T-1", item: "Kupa", weight: "1,5" },
      { no: "T-2", item: "Tişört", weight: "0,5", note: "Zile basmayın" },
      { no: "T-3", item: "Kupa", weight: "1" },
    ]);
    const { shipment, together } = await joined(s);
    expect([titles(shipment), shipment.weight, shipment.order?.notes]).toEqual([
      ["1 Kupa", "1 Tişört", "1 Kupa"],
      "3",
      "Zile basmayın",
    ]);
    expect(together.joined.map(({ orderNumber, itemIDs }) => [orderNumber, itemIDs])).toEqual([
      ["T-2", [shipment.items[1]?.id]],
      ["T-3", [shipment.items[2]?.id]],
    ]);
    const other = await open(s, "T-2");
    expect([other.shipment.statusCode, other.shipment.barcode, other.together.packedWith]).toEqual([
      "CANCELED",
      "",
      {
        shipmentID: shipment.id,
        number: shipment.organizationShipmentID,
        orderNumber: "T-1",
      },
    ]);
    expect(await waitingNumbers(s)).toEqual(["T-1"]);
    expect((await buy(s, shipment)).status).toBe(201);
    const bought = await open(s, "T-1");
    expect([titles(bought.shipment).length, bought.together.joined.length]).toEqual([3, 2]);
  });

  it("are joined once when the key is pressed twice", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
    const { shipment, together } = await open(s, "T-1");
    const ids = together.waiting.map(({ shipmentID }) => shipmentID);
    const both = await Promise.all([joinAt(s, shipment.id, ids), joinAt(s, shipment.id, ids)]);
    expect(both.map(({ status, data }) => [status, titles(data.shipment).length])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });

  it("keep the pieces that were scanned before", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
    const { shipment } = await open(s, "T-2");
    await s.desk("POST", `/station/shipments/${shipment.id}/ticks`, {
      itemID: shipment.items[0]?.id,
    });
    expect((await joined(s)).ticks).toEqual([{ itemID: shipment.items[0]?.id, scanned: 1 }]);
  });

  it("ask for the sum of the cash when all collect", async () => {
    const s = await station();
    await ordersFile(s, [
      { no: "T-1", cash: "100,00" },
      { no: "T-2", cash: "50,50" },
    ]);
    const { shipment } = await joined(s);
    expect(shipment.order?.totalAmount).toBe("150.50");
    await buy(s, shipment);
    const body = s.core.deps.db
      .sql<{ cash: string }>(
        `SELECT body ->> '$.label.cashOnDelivery.amount' AS cash FROM purchase_snapshots`,
      )
      .get();
    expect(body?.cash).toBe("150.50");
  });

  it("wait separately again when they are separated before the purchase", async () => {
    const s = await station();
    await ordersFile(s, [
      { no: "T-1", weight: "1", cash: "100,00" },
      { no: "T-2", weight: "2", cash: "50,50" },
    ]);
    const { shipment } = await joined(s);
    const { data } = await separateAt(s, shipment.id);
    expect([titles(data.shipment), data.shipment.weight, data.shipment.order?.totalAmount]).toEqual(
      [["1 Kupa"], "1", "100.00"],
    );
    expect((await separateAt(s, shipment.id)).status).toBe(200);
    const copy = (await open(s, "T-2")).shipment;
    expect([await waitingNumbers(s), copy.weight, copy.order?.totalAmount]).toEqual([
      ["T-1", "T-2"],
      "2",
      "50.50",
    ]);
    expect(titles((await joined(s)).shipment)).toEqual(["1 Kupa", "1 Kupa"]);
  });
});

describe("an order is not packed with another", () => {
  it.each(
    someOf(
      [
        ["CASH", { cash: "50,00" }, ""],
        ["HELD", {}, `UPDATE shipments SET hold_reason = 'x' WHERE order_number = 'T-2'`],
        ["TEST", {}, `UPDATE shipments SET test = 1 - test WHERE order_number = 'T-2'`],
        ["RETURN", {}, `UPDATE shipments SET is_return = 1 WHERE order_number = 'T-2'`],
        ["PAYER", {}, `UPDATE orders SET payer = 'recipient' WHERE order_number = 'T-2'`],
        ["WAYBILL", {}, `UPDATE orders SET waybill_number = 'I1' WHERE order_number = 'T-2'`],
        ["CARRIER", {}, `UPDATE orders SET buyer_shipment_method = 'F' WHERE order_number = 'T-2'`],
        ["CONTENTS", {}, `UPDATE shipments SET hide_contents = 1 WHERE order_number = 'T-2'`],
        ["SENDER", {}, `UPDATE shipments SET merchant_code = 'M' WHERE order_number = 'T-2'`],
        ["OTHER_RECIPIENT", { name: "Başka Biri" }, ""],
      ] as const,
      3,
    ),
  )("for the reason %s, and nothing is changed", async (reason, row, sql) => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2", ...row }]);
    if (sql !== "") change(s, sql);
    const first = (await open(s, "T-1")).shipment;
    const second = s.core.deps.db
      .sql<{ id: string }>(`SELECT id FROM shipments WHERE order_number = 'T-2'`)
      .get();
    const refused = await joinAt(s, first.id, [second?.id ?? ""]);
    expect([refused.status, refused.code, refused.reason]).toEqual([409, "E2260", reason]);
    expect((await open(s, "T-1")).shipment.items).toHaveLength(1);
  });

  it("after its label is bought", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
    const first = (await open(s, "T-1")).shipment;
    const second = (await open(s, "T-2")).shipment;
    await buy(s, second);
    const refused = await joinAt(s, first.id, [second.id]);
    expect([refused.code, refused.reason]).toEqual(["E2260", "NOT_WAITING"]);
  });

  it("when a program made it, until the setting of the desk allows it", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }]);
    const { shipment } = await open(s, "T-1");
    const recipientAddress = {
      ...shipment.recipientAddress,
      email: "a@ornek.test",
    };
    const body = { ...parcel(), test: shipment.test, recipientAddress };
    await s.call("POST", "/shipments", body);
    expect((await open(s, "T-1")).together.waiting.map(({ refusal }) => refusal)).toEqual([
      "PROGRAM",
    ]);
    await s.desk("PATCH", "/station/packing/settings", { joinApiOrders: true });
    expect((await joined(s)).together.joined).toHaveLength(1);
  });
});

describe("when the label of a joined parcel is cancelled", () => {
  it("all orders wait again, each once", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2", item: "Tişört" }, { no: "T-3" }]);
    const { shipment } = await joined(s);
    await buy(s, shipment);
    await s.desk("DELETE", `/shipments/${shipment.id}`);
    await settled(s, 3);
    expect(await waitingNumbers(s)).toEqual(["T-1", "T-2", "T-3"]);
    const first = (await open(s, "T-1")).shipment;
    const second = (await open(s, "T-2")).shipment;
    expect([titles(first), titles(second), first.id === shipment.id]).toEqual([
      ["1 Kupa"],
      ["1 Tişört"],
      false,
    ]);
    const again = await s.desk<OpenedOrder>("POST", "/station/orders/again", {
      shipmentID: shipment.id,
    });
    expect([again.data.shipment.id, (await waitingNumbers(s)).length]).toEqual([first.id, 3]);
  });

  it("the order that is packed again at once has its own items, and the others wait too", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
    const { shipment } = await joined(s);
    await buy(s, shipment);
    await Promise.all([
      s.desk("DELETE", `/shipments/${shipment.id}`),
      expect
        .poll(
          async () =>
            (await s.desk("POST", "/station/orders/again", { shipmentID: shipment.id })).status,
          { timeout: 5_000 },
        )
        .toBe(201),
    ]);
    await settled(s, 2);
    expect(titles((await open(s, "T-1")).shipment)).toEqual(["1 Kupa"]);
  });

  it("an order that is cancelled without a label stays cancelled, and the others wait again", async () => {
    const s = await station();
    await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
    const { shipment } = await joined(s);
    await s.desk("DELETE", `/shipments/${shipment.id}`);
    await settled(s, 1);
    expect(await waitingNumbers(s)).toEqual(["T-2"]);
  });
});

describe("an order that is packed with another", () => {
  it("is not packed again, gets no box, and is not imported again", async () => {
    const s = await station();
    const rows = [{ no: "T-1" }, { no: "T-2" }];
    await ordersFile(s, rows);
    const { shipment, together } = await joined(s);
    const again = await s.desk("POST", "/station/orders/again", {
      shipmentID: together.joined[0]?.shipmentID,
    });
    const box = await s.desk("POST", `/station/shipments/${shipment.id}/boxes`, {});
    const file = await ordersFile(
      s,
      rows.map((row) => ({ ...row, note: "x" })),
    );
    expect([again.code, box.code, file.added]).toEqual(["E2261", "E2264", 0]);
    expect(await waitingNumbers(s)).toEqual(["T-1"]);
  });
});

it("a desk that has an order open while another desk joins it buys nothing, and reads why", async () => {
  const s = await station();
  await ordersFile(s, [{ no: "T-1" }, { no: "T-2" }]);
  const second = (await open(s, "T-2")).shipment;
  await joined(s);
  const late = await buy(s, second);
  expect([late.status, late.code]).toEqual([409, "E2261"]);
});
