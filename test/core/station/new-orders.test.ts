import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pruneInSlices } from "../../../core/station/upkeep/prune.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import type { CreatedOrder } from "../../../core/station/new-orders/new-orders.schema.ts";
import type { OpenedOrder, WaitingOrder } from "../../../core/station/station.schema.ts";
import { call, memberWithToken, station, type Station } from "../../helpers/station.ts";

const ORDER = {
  recipientAddress: {
    name: "Ömer Işık",
    phone: "0555 111 22 33",
    address1: "Gül Sk. No: 1",
    countryCode: "TR",
    cityCode: "34",
    districtName: "Kadıköy",
  },
  weight: "1,5",
  items: [{ title: "Kupa", quantity: "2", sku: "K-1", unitPrice: "45,50" }],
};

const create = (s: Station, change: Record<string, unknown> = {}) =>
  s.desk<CreatedOrder>("POST", "/station/orders", { draftID: randomUUID(), ...ORDER, ...change });
const open = async (s: Station, code: string) =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data.shipment;
const waiting = async (s: Station) =>
  (await s.desk<{ list: WaitingOrder[] }>("GET", "/station/orders/waiting?limit=500")).data.list;

describe("an order typed at the desk", () => {
  it("has its recipient without an e-mail, its items, its note and its cash, and waits with offers", async () => {
    const s = await station();
    const { status, data } = await create(s, {
      productPaymentOnDelivery: true,
      order: {
        orderNumber: "T-1001",
        notes: "Telefonla verildi",
        totalAmount: "350,00",
        totalAmountCurrency: "TL",
      },
    });
    expect([status, data.isRepeated]).toEqual([201, false]);
    const shipment = await open(s, "T-1001");
    expect(shipment).toMatchObject({
      id: data.shipmentID,
      organizationShipmentID: data.shipmentNumber,
      statusCode: "GOT_OFFERS",
      weight: "1.5",
      productPaymentOnDelivery: true,
      recipientAddress: { name: "Ömer Işık", email: "", districtName: "Kadıköy" },
      items: [{ title: "Kupa", quantity: 2, sku: "K-1", unitPrice: "45.50" }],
      order: {
        orderNumber: "T-1001",
        notes: "Telefonla verildi",
        totalAmount: "350.00",
        sourceCode: "DESK",
      },
    });
    expect(shipment.offers?.list.length).toBeGreaterThan(0);
    expect((await waiting(s)).map(({ shipmentID }) => shipmentID)).toContain(data.shipmentID);
  });

  it("is created once when the same draft is sent again, also at the same time", async () => {
    const s = await station();
    const draftID = randomUUID();
    const answers = await Promise.all([
      create(s, { draftID, order: { orderNumber: "T-7" } }),
      create(s, { draftID, order: { orderNumber: "T-7" } }),
    ]);
    const later = await create(s, { draftID, order: { orderNumber: "T-7" } });
    expect([...answers, later].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([...answers, later].map(({ data }) => data.shipmentID)).size).toBe(1);
    expect(later.data.isRepeated).toBe(true);
    expect((await waiting(s)).filter(({ orderNumber }) => orderNumber === "T-7")).toHaveLength(1);
  });

  it("is refused with E2165, which names the order, when its draft was created with other contents, and changes nothing", async () => {
    const s = await station();
    const draftID = randomUUID();
    const first = await create(s, { draftID, order: { orderNumber: "T-8" } });
    const before = await open(s, "T-8");
    const answers = [
      await create(s, { draftID, order: { orderNumber: "T-8" }, weight: "3" }),
      await create(s, { draftID, order: { orderNumber: "T-9" } }),
    ];
    expect(
      answers.map(({ status, code, reason, values }) => [status, code, reason, values]),
    ).toEqual([
      [409, "E2165", "created", { shipmentNumber: first.data.shipmentNumber }],
      [409, "E2165", "created", { shipmentNumber: first.data.shipmentNumber }],
    ]);
    expect(await open(s, "T-8")).toEqual(before);
    expect(await waiting(s)).toHaveLength(1);
    expect((await create(s, { draftID, order: { orderNumber: "T-8" } })).data).toEqual({
      ...first.data,
      isRepeated: true,
    });
  });

  it("is refused with E2165 too after the contents of its draft were forgotten, since they may differ", async () => {
    const s = await station();
    const draftID = randomUUID();
    const first = await create(s, { draftID, order: { orderNumber: "T-8" } });
    s.clock.nowMs += 31 * 86_400_000;
    const slice = pruneInSlices(s.core.deps);
    while (slice());
    const again = await create(s, { draftID, order: { orderNumber: "T-9" } });
    expect([again.status, again.code, again.values]).toEqual([
      409,
      "E2165",
      { shipmentNumber: first.data.shipmentNumber },
    ]);
  });

  it("is refused with E2164 when an order of any source has the number, in capitals or not, and writes nothing", async () => {
    const s = await station();
    await s.desk<Shipment>("POST", "/shipments", {
      ...ORDER,
      recipientAddress: { ...ORDER.recipientAddress, email: "o@ornek.test" },
      order: { orderNumber: "WEB-5" },
    });
    await create(s, { order: { orderNumber: "inv-7" } });
    await create(s, { order: { orderNumber: "ŞİĞ-2" } });
    const before = await waiting(s);
    const answers = [
      await create(s, { order: { orderNumber: "WEB-5" } }),
      await create(s, { order: { orderNumber: "web-5" } }),
      await create(s, { order: { orderNumber: "INV-7" } }),
      await create(s, { order: { orderNumber: "şiğ-2" } }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, "E2164"],
      [409, "E2164"],
      [409, "E2164"],
      [409, "E2164"],
    ]);
    expect(await waiting(s)).toEqual(before);
    expect((await open(s, "şiğ-2")).id).toBe((await open(s, "ŞİĞ-2")).id);
    expect((await create(s, { order: { orderNumber: "WEB-6" } })).status).toBe(201);
  });

  it("needs no number: two orders without one are two shipments", async () => {
    const s = await station();
    const [one, other] = [await create(s), await create(s)];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.data.shipmentNumber).not.toBe(other.data.shipmentNumber);
    expect((await open(s, `#${one.data.shipmentNumber}`)).id).toBe(one.data.shipmentID);
  });

  it.each([
    ["E1133", { recipientAddress: { ...ORDER.recipientAddress, name: "" } }],
    ["E1134", { recipientAddress: { ...ORDER.recipientAddress, phone: "" } }],
    ["E1129", { recipientAddress: { ...ORDER.recipientAddress, address1: "" } }],
    ["E1132", { recipientAddress: { ...ORDER.recipientAddress, districtName: "Yok" } }],
    ["E1057", { productPaymentOnDelivery: true, order: { orderNumber: "T-9" } }],
    ["E1068", { senderAddressID: randomUUID() }],
    ["E1067", { parcelTemplateID: randomUUID() }],
    ["E1054", { weight: "heavy" }],
  ])("is refused with %s when a part is wrong, and no order waits then", async (code, change) => {
    const s = await station();
    const before = await waiting(s);
    expect((await create(s, change)).code).toBe(code);
    expect(await waiting(s)).toEqual(before);
  });

  it("is the same shipment as the same order by POST /shipments, but for its e-mail, source, ids, numbers and times", async () => {
    const s = await station();
    const order = {
      orderNumber: "T-70",
      notes: "Kapıya bırakın",
      totalAmount: "350",
      totalAmountCurrency: "TL",
    };
    const input = { ...ORDER, productPaymentOnDelivery: true };
    await create(s, { ...input, order });
    await s.desk<Shipment>("POST", "/shipments", {
      ...input,
      recipientAddress: { ...ORDER.recipientAddress, email: "o@ornek.test" },
      order: { ...order, orderNumber: "W-70" },
    });
    const partsOf = async (code: string) => {
      const shipment = await open(s, code);
      const { order: placed, offers, items, recipientAddress } = shipment;
      return {
        statusCode: shipment.statusCode,
        weight: shipment.weight,
        desi: shipment.desi,
        productPaymentOnDelivery: shipment.productPaymentOnDelivery,
        test: shipment.test,
        senderAddressID: shipment.senderAddressID,
        recipient: { ...recipientAddress, id: "", email: "", createdAt: "", updatedAt: "" },
        items: items.map(({ title, quantity, sku, unitPrice }) => [
          title,
          quantity,
          sku,
          unitPrice,
        ]),
        order: [placed?.notes, placed?.totalAmount, placed?.totalAmountCurrency],
        offers: offers?.list.map(({ providerServiceCode, totalAmount }) => [
          providerServiceCode,
          totalAmount,
        ]),
      };
    };
    expect(await partsOf("T-70")).toEqual(await partsOf("W-70"));
  });

  it("does not show a member who sees only own orders that a colleague used the number", async () => {
    const s = await station();
    await create(s, { order: { orderNumber: "T-50" } });
    const { token } = memberWithToken(s, "limitedAccessUser");
    const answer = await call<CreatedOrder>(s.url, token, {
      method: "POST",
      path: "/station/orders",
      body: { draftID: randomUUID(), ...ORDER, order: { orderNumber: "T-50" } },
    });
    expect(answer.status).toBe(201);
  });
});
