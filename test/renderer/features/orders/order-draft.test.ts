import { describe, expect, it } from "vitest";
import { newOrderSchema } from "../../../../core/station/new-orders/new-orders.schema.ts";
import {
  bodyOf,
  emptyOrder,
  isEmptyOrder,
  isRight,
  replacing,
  shownItems,
  withItem,
  withoutItem,
  wrongsOf,
  type ItemDraft,
  type OrderDraft,
} from "../../../../renderer/features/orders/order-draft.ts";
import { order, shipment } from "../../fixtures.ts";

const DRAFT_ID = "6f1d2c3b-4a5e-4f60-8b7c-9d0e1f2a3b4c";
const ADDRESS = {
  ...emptyOrder("").address,
  name: "Ayşe Yılmaz",
  phone: "0532 123 45 67",
  place: { cityCode: "34", cityName: "İstanbul", districtID: 3423, districtName: "Kadıköy" },
  line: "Moda Cd. No: 12",
};
const item = (part: Partial<ItemDraft>): ItemDraft => ({
  title: "",
  quantity: "",
  sku: "",
  price: "",
  ...part,
});
const draft = (part: Partial<OrderDraft> = {}): OrderDraft => ({
  ...emptyOrder(DRAFT_ID),
  address: ADDRESS,
  ...part,
});

describe("the body of a typed order", () => {
  it("the station accepts it: amounts and weight in Turkish notation, an empty quantity as one piece, empty lines left out", () => {
    const body = bodyOf(
      draft({
        items: [
          item({ title: " Kupa ", quantity: "2", sku: "K-1", price: "1.250,50" }),
          item({}),
          item({ title: "Tabak" }),
        ],
        weight: "1,2 kg",
        cash: "350 TL",
        note: "Telefonla",
        number: " T-1001 ",
        boxID: "box",
      }),
    );
    expect(newOrderSchema.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      draftID: DRAFT_ID,
      recipientAddress: { name: "Ayşe Yılmaz", phone: "+905321234567", districtID: 3423 },
      items: [
        { title: "Kupa", quantity: "2", sku: "K-1", unitPrice: "1250.50", currency: "TL" },
        { title: "Tabak", quantity: "1" },
      ],
      weight: "1.2",
      parcelTemplateID: "box",
      productPaymentOnDelivery: true,
      order: {
        orderNumber: "T-1001",
        notes: "Telefonla",
        totalAmount: "350.00",
        totalAmountCurrency: "TL",
      },
    });
  });

  it("names an address of the book by its id, and collects nothing without an amount", () => {
    const body = bodyOf(draft({ recipientID: "person" }));
    expect(body).toMatchObject({ recipientAddressID: "person", productPaymentOnDelivery: false });
    expect(body).not.toHaveProperty("recipientAddress");
    expect(body.order).toEqual({ orderNumber: "", notes: "" });
  });
});

describe("the terms of a typed order", () => {
  it("are sent as typed, and a way of collection only with an amount to collect", () => {
    const terms = {
      payer: "recipient",
      collection: "card",
      declaredValue: "1.250,50",
      waybillNumber: " IRS-7 ",
    };
    const sent = { payer: "recipient", declaredValue: "1250.50", waybillNumber: "IRS-7" };
    const bodies = [bodyOf(draft(terms)), bodyOf(draft({ ...terms, cash: "350" }))];
    expect(bodies.map((body) => newOrderSchema.safeParse(body).error)).toEqual([
      undefined,
      undefined,
    ]);
    expect(bodies.map(({ order }) => order)).toMatchObject([
      sent,
      { ...sent, collection: "card", totalAmount: "350.00" },
    ]);
    expect(bodies[0]?.order).not.toHaveProperty("collection");
  });

  it("are wrong with an unreadable or too large declared value, or a long waybill number", () => {
    const wrong = (change: Parameters<typeof draft>[0]) => wrongsOf(draft(change)).fields;
    expect([
      wrong({ declaredValue: "much" }),
      wrong({ declaredValue: "10.000.001" }),
      wrong({ declaredValue: "10.000.000" }),
      wrong({ waybillNumber: "1".repeat(31) }),
    ]).toEqual([
      { declaredValue: "declared" },
      { declaredValue: "declared" },
      {},
      { waybillNumber: "long" },
    ]);
  });
});

describe("wrong values", () => {
  it("a complete order has none, and needs no items, weight, number or e-mail", () => {
    expect(isRight(wrongsOf(draft()))).toBe(true);
  });

  it("an incomplete recipient, an item without a name, and unreadable numbers are wrong, each at its field", () => {
    const wrongs = wrongsOf(
      draft({
        address: { ...ADDRESS, phone: "" },
        items: [
          item({ title: "Kupa" }),
          item({ quantity: "2" }),
          item({ title: "Tabak", quantity: "0", price: "x" }),
        ],
        weight: "-1",
        cash: "0",
        note: "x".repeat(2_001),
        number: "x".repeat(101),
      }),
    );
    expect(wrongs).toEqual({
      isAddressWrong: true,
      items: { 1: { title: "title" }, 2: { quantity: "quantity", price: "price" } },
      fields: { weight: "weight", cash: "cash", note: "long", number: "long" },
    });
    expect(isRight(wrongs)).toBe(false);
  });
});

describe("the lines of items", () => {
  it("always end with an empty line, and typing in it adds the next one", () => {
    expect(shownItems({ items: [] })).toEqual([item({})]);
    const items = withItem({ items: [] }, 0, { title: "Kupa" });
    expect(shownItems({ items })).toEqual([item({ title: "Kupa" }), item({})]);
    expect(withItem({ items }, 0, { title: "" })).toEqual([]);
  });

  it("a removed line leaves the others in their order", () => {
    const items = [item({ title: "a" }), item({ title: "b" }), item({ title: "c" })];
    expect(withoutItem({ items }, 1).map(({ title }) => title)).toEqual(["a", "c"]);
  });
});

describe("a replacement", () => {
  it("has the recipient, the items, the size and the weight of the earlier order, and its number in the note", () => {
    const earlier = shipment({
      order: order("10482"),
      recipientAddress: {
        name: "Ömer Işık",
        phone: "+905551112233",
        email: "",
        cityCode: "34",
        cityName: "İstanbul",
        districtID: 3423,
        districtName: "Kadıköy",
        address1: "Gül Sk. 1",
        address2: "",
        zip: "",
      } as never,
      items: [{ title: "T-shirt", variantTitle: "M", quantity: 3, sku: "T" }] as never,
      parcelTemplateID: null,
    });
    const replacement = replacing(emptyOrder(DRAFT_ID), earlier, {
      note: "Replacement for order 10482",
      number: "10482-R",
    });
    expect(replacement).toMatchObject({
      draftID: DRAFT_ID,
      address: { name: "Ömer Işık", line: "Gül Sk. 1", place: { districtID: 3423 } },
      items: [{ title: "T-shirt M", quantity: "3", sku: "T", price: "" }],
      sides: { length: "30", width: "20", height: "15" },
      weight: "2.5",
      note: "Replacement for order 10482",
      number: "10482-R",
      cash: "",
    });
    expect(newOrderSchema.safeParse(bodyOf(replacement)).error).toBeUndefined();
    expect(isEmptyOrder(replacement)).toBe(false);
    expect(isEmptyOrder(emptyOrder(DRAFT_ID))).toBe(true);
  });
});
