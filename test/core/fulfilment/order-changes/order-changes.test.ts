/** Orders that a later file changes or cancels before their purchase. */
import { describe, expect, it } from "vitest";
import type { Today } from "../../../../core/fulfilment/today/today.schema.ts";
import type { OrderChanges } from "../../../../core/shipping/order-changes/order-changes.schema.ts";
import { call, memberWithToken, station } from "../../../helpers/station.ts";
import { changeBy, decide, fieldsOf, openAt, openChanges, take } from "./order-change-acts.ts";

describe("a changed row before the purchase", () => {
  it("is listed with its differences, and nothing of the order changes until it is applied", async () => {
    const s = await station();
    await take(s);
    const before = await openAt(s);
    const result = await take(s, {
      name: "Ada Işık",
      phone: "0555 111 22 44",
      address: "Gül Sk. 9",
      district: "Üsküdar",
      weight: "2,5",
      quantity: "3",
      cash: "150",
      note: "Zile basmayın",
      invoice: "FTR1",
    });
    expect(result).toMatchObject({ added: 0, known: 0, changedCount: 1, rejectedCount: 0 });
    expect(
      result.changed.map((one) => [one.kind, one.stage, one.orderNumber, fieldsOf(one)]),
    ).toEqual([
      [
        "CHANGED",
        "WAITING",
        "T-1",
        [
          ["name", "Ömer Işık", "Ada Işık"],
          ["phone", "05551112233", "0555 111 22 44"],
          ["address", "Gül Sk. 1", "Gül Sk. 9"],
          ["district", "Kadıköy", "Üsküdar"],
          ["items", "2 × Kupa (S-Kupa)", "3 × Kupa (S-Kupa)"],
          ["weight", "1", "2.5"],
          ["cash", "", "150.00"],
          ["invoiceNumber", "", "FTR1"],
          ["notes", "", "Zile basmayın"],
        ],
      ],
    ]);
    const { change, ...after } = await openAt(s);
    expect([change, after]).toEqual([result.changed[0], { ...before, change: undefined }]);
  });

  it("gives the order the file's content when it is applied, with new offers, and applying it again answers the same", async () => {
    const s = await station();
    await take(s, {}, { item: "Tişört", quantity: "1" });
    const { shipment } = await openAt(s);
    for (const { id } of shipment.items)
      await s.desk("POST", `/station/shipments/${shipment.id}/ticks`, { itemID: id });
    const { changed } = await take(s, {
      address: "Gül Sk. 9",
      weight: "30",
      quantity: "1",
      cash: "150",
      note: "N",
    });
    const [change] = changed;
    if (change === undefined) throw new Error("the file has changed no order");
    const first = await decide(s, "apply", change);
    expect(first.data).toEqual({
      id: change.id,
      version: change.version,
      state: "APPLIED",
      shipmentID: shipment.id,
    });
    expect((await decide(s, "apply", change)).data).toEqual(first.data);
    const now = await openAt(s);
    expect({
      change: now.change,
      address: now.shipment.recipientAddress?.address1,
      weight: now.shipment.weight,
      items: now.shipment.items.map(({ id, title, quantity }) => [id, title, quantity]),
      ticks: now.ticks,
      cash: [now.shipment.productPaymentOnDelivery, now.shipment.order?.totalAmount],
      notes: now.shipment.order?.notes,
    }).toEqual({
      change: null,
      address: "Gül Sk. 9",
      weight: "30",
      items: [[shipment.items[0]?.id, "Kupa", 1]],
      ticks: [{ itemID: shipment.items[0]?.id, scanned: 1 }],
      cash: [true, "150.00"],
      notes: "N",
    });
    expect(now.shipment.offers?.cheapest?.id).not.toBe(shipment.offers?.cheapest?.id);
    const old = await s.desk("POST", "/station/purchases", {
      offerID: shipment.offers?.cheapest?.id,
      print: false,
    });
    expect(old.code).toBe("E1064");
    expect(
      await take(s, { address: "Gül Sk. 9", weight: "30", quantity: "1", cash: "150", note: "N" }),
    ).toMatchObject({ known: 1, changedCount: 0 });
  });

  it("is kept open by the same file, asked once, and never again after a person has dismissed it", async () => {
    const s = await station();
    await take(s);
    const change = await changeBy(s, { address: "Gül Sk. 9" });
    expect(await changeBy(s, { address: "Gül Sk. 9" })).toEqual(change);
    expect((await openChanges(s)).list).toEqual([change]);
    expect((await decide(s, "dismiss", change)).data.state).toBe("DISMISSED");
    expect((await decide(s, "dismiss", change)).data.state).toBe("DISMISSED");
    expect(await take(s, { address: "Gül Sk. 9" })).toMatchObject({ known: 1, changed: [] });
    expect(await openChanges(s)).toEqual({ list: [], next: null, total: 0 });
    expect((await openAt(s)).shipment.recipientAddress?.address1).toBe("Gül Sk. 1");
    expect((await changeBy(s, { address: "Gül Sk. 8" })).differences).toEqual([
      { field: "address", from: "Gül Sk. 1", to: "Gül Sk. 8" },
    ]);
  });

  it(
    "closes by itself when a later file has the row as it was, also a cancelled row",
    { tags: "all" },
    async () => {
      const s = await station();
      await take(s);
      for (const row of [{ address: "Gül Sk. 9" }, { state: "İptal" }]) {
        await changeBy(s, row);
        expect(await take(s)).toMatchObject({ known: 1, changed: [] });
        expect((await openAt(s)).change).toBeNull();
      }
    },
  );

  it("is replaced by a newer file, and a decision about the older one is E2281", async () => {
    const s = await station();
    await take(s);
    const older = await changeBy(s, { address: "Gül Sk. 8" });
    const newer = await changeBy(s, { address: "Gül Sk. 9" });
    expect((await decide(s, "apply", older)).code).toBe("E2281");
    expect((await decide(s, "dismiss", older)).code).toBe("E2281");
    expect((await decide(s, "apply", newer)).status).toBe(200);
    expect((await decide(s, "dismiss", newer)).code).toBe("E2281");
    expect((await openAt(s)).shipment.recipientAddress?.address1).toBe("Gül Sk. 9");
    expect((await decide(s, "apply", { ...newer, id: s.core.deps.newId() })).code).toBe("E2280");
  });

  it("is no change when only the spelling of the phone, the state or an order corrected at the desk differ", async () => {
    const s = await station();
    await take(s);
    const { shipment } = await openAt(s);
    const to = { name: "Ada Işık", phone: "05551112233", address1: "Gül Sk. 1", countryCode: "TR" };
    await s.desk("PUT", `/station/shipments/${shipment.id}/recipient`, {
      ...to,
      cityName: "İstanbul",
      districtName: "Kadıköy",
    });
    expect(
      await take(s, { name: "Ada Işık", phone: "+90 555 111 22 33", state: "Hazırlanıyor" }),
    ).toMatchObject({ known: 1, changedCount: 0 });
  });

  it("is refused with its reason when the order cannot take it", async () => {
    const s = await station();
    await take(s);
    const { changedCount, rejected } = await take(s, { district: "Yok" });
    expect([changedCount, rejected.map(({ line, code }) => [line, code])]).toEqual([
      0,
      [[2, "UNKNOWN_DISTRICT"]],
    ]);
    expect((await take(s, { weight: "" })).rejected.map(({ code }) => code)).toEqual([
      "EMPTY_WEIGHT",
    ]);
  });
});

describe("a cancelled row", () => {
  it("of an unknown order is skipped and counted, also when its other cells have faults", async () => {
    const s = await station();
    const result = await take(
      s,
      { no: "T-1", state: "İPTAL EDİLDİ", district: "Yok" },
      { no: "T-2", state: "Canceled" },
      { no: "T-3", state: "İade" },
      { no: "T-4", state: "Hazır" },
    );
    expect(result).toMatchObject({ added: 2, skipped: 2, known: 0, rejectedCount: 0, unread: [] });
  });

  it("cancels the order unbought when it is applied, and the order waits again when its row comes back", async () => {
    const s = await station();
    await take(s);
    const change = await changeBy(s, { state: "iptal" });
    expect([change.kind, change.differences]).toEqual(["CANCELLED", []]);
    expect((await openAt(s)).shipment.statusCode).toBe("GOT_OFFERS");
    await decide(s, "apply", change);
    expect((await decide(s, "apply", change)).data.state).toBe("APPLIED");
    const cancelled = await openAt(s);
    expect([cancelled.shipment.statusCode, cancelled.change]).toEqual(["CANCELED", null]);
    expect(await take(s, { state: "iptal" })).toMatchObject({ known: 1, changedCount: 0 });
    expect(await take(s)).toMatchObject({ reopened: 1 });
    expect((await changeBy(s, { state: "iptal" })).kind).toBe("CANCELLED");
  });

  it("of one item takes only this item out of the order", async () => {
    const s = await station();
    const both = [{}, { item: "Tişört", quantity: "1" }] as const;
    await take(s, ...both);
    const { changed } = await take(s, both[0], { ...both[1], state: "iptal" });
    expect(changed.map(fieldsOf)).toEqual([
      [["items", "2 × Kupa (S-Kupa)\n1 × Tişört (S-Tişört)", "2 × Kupa (S-Kupa)"]],
    ]);
  });
});

it("a cancelled row leaves the list when the desk cancels the order too, and comes back when the order is packed again", async () => {
  const s = await station();
  await take(s, {}, { no: "T-2" });
  const { changed } = await take(s, { state: "iptal" }, { no: "T-2", state: "iptal" });
  const { shipment } = await openAt(s);
  await s.desk("DELETE", `/shipments/${shipment.id}`);
  expect(await openChanges(s)).toEqual({ list: [changed[1]], next: null, total: 1 });
  const page = await s.desk<OrderChanges>("GET", "/station/order-changes?limit=1");
  expect(page.data.list).toEqual([changed[1]]);
  await s.desk("POST", "/station/orders/again", { shipmentID: shipment.id });
  expect((await openChanges(s)).list.map(({ orderNumber }) => orderNumber)).toEqual(["T-1", "T-2"]);
});

it("a list of open changes is read in pages", async () => {
  const s = await station();
  const rows = Array.from({ length: 5 }, (_, i) => ({ no: `T-${i}` }));
  await take(s, ...rows);
  await take(s, ...rows.map((row) => ({ ...row, address: "Gül Sk. 9" })));
  const seen: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    const path: string = `/station/order-changes?limit=2&after=${encodeURIComponent(after)}`;
    const { data }: { data: OrderChanges } = await s.desk<OrderChanges>("GET", path);
    expect(data.total).toBe(5);
    seen.push(...data.list.map(({ orderNumber }) => orderNumber));
    after = data.next;
  }
  expect(seen.toSorted()).toEqual(rows.map(({ no }) => no));
});

it("a member with limited access neither sees nor counts the changes of others' orders", async () => {
  const s = await station();
  await take(s);
  const { id, version } = await changeBy(s, { address: "Gül Sk. 9" });
  const { token } = memberWithToken(s, "limitedAccessUser");
  const list = { method: "GET", path: "/station/order-changes" };
  const apply = { method: "POST", path: `${list.path}/${id}/apply`, body: { version } };
  expect((await call(s.url, token, list)).body.data).toEqual({ list: [], next: null, total: 0 });
  const today = { method: "GET", path: "/station/today" };
  const counted = (body: { data: unknown }) => (body.data as Today).changedOrders;
  expect([
    (await s.desk<Today>("GET", today.path)).data.changedOrders,
    counted((await call(s.url, token, today)).body),
  ]).toEqual([1, 0]);
  expect((await call(s.url, token, apply)).body.code).toBe("E2280");
});
