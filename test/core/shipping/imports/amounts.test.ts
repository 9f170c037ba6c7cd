import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { lastingStation, parcel, senderOf, type Station } from "../../../helpers/station.ts";

let s: Station;
beforeAll(async () => void (s = await lastingStation()));
afterAll(() => s.stop());

let next = 20_000;
type Row = {
  number: string;
  codAmount?: string;
  weight?: string;
  length?: string;
  quantity?: string;
  currency?: string;
};

/**
 * Imports a file of rows, each with the given values.
 *
 * @returns The result, and each order's number.
 */
async function take(
  rows: readonly Omit<Row, "number">[],
  headings: { currency?: boolean; codAmount?: string } = {},
): Promise<{ result: ImportResult; numbers: string[] }> {
  const numbered = rows.map((row): Row => ({ number: String((next += 1)), ...row }));
  const head = `Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Boy (cm);Ürün;Adet;${headings.codAmount ?? "Tahsilat"}${headings.currency === true ? ";Para Birimi" : ""}`;
  const lines = numbered.map(
    (r) =>
      `${r.number};Ada;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;${r.weight ?? "2"};${r.length ?? ""};Tişört;${r.quantity ?? "1"};${r.codAmount ?? ""}${headings.currency === true ? `;${r.currency ?? ""}` : ""}`,
  );
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "a.csv",
    content: Buffer.from([head, ...lines].join("\n")).toString("base64"),
  });
  return { result: data, numbers: numbered.map((r) => r.number) };
}

const opened = async (number = ""): Promise<Shipment> =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: number })).data.shipment;
const refusals = (result: ImportResult): unknown[] =>
  result.rejected.map(({ line, column, value, code, detail }) => [
    line,
    column,
    value,
    code,
    detail,
  ]);

describe("the amount to collect in an order file", () => {
  it.each([
    ["1.250,00", "1250.00"],
    ["1,250.00", "1250.00"],
    ["1250.00", "1250.00"],
    ["94,5", "94.50"],
  ])("the amount %s is %s", async (codAmount, amount) => {
    const { numbers } = await take([{ codAmount }]);
    expect((await opened(numbers[0])).order).toMatchObject({
      totalAmount: amount,
      totalAmountCurrency: "TL",
    });
  });

  it("the amount 1.250 is 1250.00 when another row of its column has a decimal comma, and 1.25 when another row has a decimal point", async () => {
    const comma = await take([{ codAmount: "1.250" }, { codAmount: "99,90" }]);
    const point = await take([{ codAmount: "1.250" }, { codAmount: "99.90" }]);
    expect([
      (await opened(comma.numbers[0])).order?.totalAmount,
      (await opened(point.numbers[0])).order?.totalAmount,
    ]).toEqual(["1250.00", "1.25"]);
  });

  it("the amount 1.250 is refused with both readings in an ambiguous column, and other rows are imported", async () => {
    const { result } = await take([
      { codAmount: "1.250" },
      { codAmount: "150" },
      { codAmount: "" },
    ]);
    expect([result.added, refusals(result)]).toEqual([
      2,
      [[2, "Tahsilat", "1.250", "AMBIGUOUS_NUMBER", "1250.00 / 1.25"]],
    ]);
    expect(result.rejected[0]?.reason).toBe(
      "This number can be read in two ways: 1250.00 or 1.25. Write one of these two.",
    );
  });

  it.each(["Kapıda Ödeme (TL)", "Tahsil Edilecek Tutar", "To collect", "Cash on delivery (TRY)"])(
    "the amount is read below the heading %s",
    async (heading) => {
      const { result, numbers } = await take([{ codAmount: "94,50" }], { codAmount: heading });
      expect([result.added, result.unread]).toEqual([1, []]);
      expect((await opened(numbers[0])).order?.totalAmount).toBe("94.50");
    },
  );

  it("an amount with three decimals is refused, not rounded, and zeros after the second decimal are ignored", async () => {
    const { result, numbers } = await take([
      { codAmount: "94,255" },
      { codAmount: "99,90" },
      { codAmount: "0,001" },
      { codAmount: "12,500" },
    ]);
    expect([result.added, refusals(result)]).toEqual([
      2,
      [
        [2, "Tahsilat", "94,255", "AMOUNT_DECIMALS", undefined],
        [4, "Tahsilat", "0,001", "AMOUNT_DECIMALS", undefined],
      ],
    ]);
    expect(result.rejected[0]?.reason).toBe(
      "The amount to collect has more than two decimals. Write it in lira and kuruş, as in 94,25.",
    );
    expect((await opened(numbers[3])).order?.totalAmount).toBe("12.50");
  });

  it("a currency other than TL is refused, in the amount's cell or in a separate column, and signs of the lira are accepted", async () => {
    const inCell = await take([
      { codAmount: "100 EUR" },
      { codAmount: "€100" },
      { codAmount: "100,50 TL" },
      { codAmount: "₺100" },
      { codAmount: "0 EUR" },
      { codAmount: "100 adet" },
    ]);
    expect([inCell.result.added, refusals(inCell.result)]).toEqual([
      3,
      [
        [2, "Tahsilat", "100 EUR", "OTHER_CURRENCY", "EUR"],
        [3, "Tahsilat", "€100", "OTHER_CURRENCY", "€"],
        [7, "Tahsilat", "100 adet", "BAD_AMOUNT", undefined],
      ],
    ]);
    expect((await opened(inCell.numbers[2])).order?.totalAmount).toBe("100.50");
    const inColumn = await take(
      [
        { codAmount: "100", currency: "EUR" },
        { codAmount: "100", currency: "TRY" },
        { codAmount: "", currency: "EUR" },
        { codAmount: "100", currency: "" },
      ],
      { currency: true },
    );
    expect([inColumn.result.added, refusals(inColumn.result)]).toEqual([
      3,
      [[2, "Para Birimi", "EUR", "OTHER_CURRENCY", "EUR"]],
    ]);
  });
});

describe("a weight or a side in an order file", () => {
  it("a weight or side is read by its column's format, and refused with both readings in an ambiguous column", async () => {
    const known = await take([{ weight: "1.250", length: "30" }, { weight: "0.750" }]);
    const comma = await take([{ weight: "1,250" }, { weight: "12,5" }]);
    const unknown = await take([{ weight: "1.250" }, { weight: "3", length: "1,100" }]);
    expect([
      (await opened(known.numbers[0])).weight,
      (await opened(comma.numbers[0])).weight,
    ]).toEqual(["1.25", "1.25"]);
    expect(refusals(unknown.result)).toEqual([
      [2, "Ağırlık (kg)", "1.250", "AMBIGUOUS_NUMBER", "1250.00 / 1.25"],
      [3, "Boy (cm)", "1,100", "AMBIGUOUS_NUMBER", "1100.00 / 1.1"],
    ]);
  });
});

describe("a quantity in an order file", () => {
  it("the quantity 1.250 is 1250 if its column has a decimal comma, and refused with both readings in an ambiguous column", async () => {
    const known = await take([{ quantity: "1.250" }, { quantity: "2,0" }]);
    const unknown = await take([{ quantity: "1.250" }, { quantity: "3" }, { quantity: "x" }]);
    expect((await opened(known.numbers[0])).items[0]?.quantity).toBe(1_250);
    expect([unknown.result.added, refusals(unknown.result)]).toEqual([
      1,
      [
        [2, "Adet", "1.250", "AMBIGUOUS_NUMBER", "1250.00 / 1.25"],
        [4, "Adet", "x", "BAD_QUANTITY", undefined],
      ],
    ]);
  });
});

describe("cash on delivery in another currency by the API", () => {
  const order = (totalAmountCurrency: string) => ({
    productPaymentOnDelivery: true,
    order: { orderNumber: "E1", totalAmount: "100", totalAmountCurrency },
  });

  it("another currency is refused with E1057 and instructions for a new shipment and for a one-step purchase, and nothing is written", async () => {
    const before = s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get();
    const made = await s.call("POST", "/shipments", parcel(order("EUR")));
    const bought = await s.call("POST", "/transactions", {
      providerServiceCode: "PTT_KAPIDA_ODEME",
      shipment: { ...parcel(order("EUR")), returnAddressID: await senderOf(s) },
    });
    const message =
      'Cash on delivery is collected in TL, and order.totalAmountCurrency is "EUR". Send order.totalAmount in TL with "TL" or "TRY", or leave out productPaymentOnDelivery.';
    expect([made, bought].map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [400, "E1057", message],
      [400, "E1057", message],
    ]);
    expect(s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get()).toBe(before);
  });

  it("TRY is accepted and stored as TL, and another currency is accepted without cash on delivery", async () => {
    const answers = [
      await s.call<Shipment>("POST", "/shipments", parcel(order("TRY"))),
      await s.call<Shipment>(
        "POST",
        "/shipments",
        parcel({ ...order("EUR"), productPaymentOnDelivery: false }),
      ),
    ];
    expect(
      answers.map(({ status, body }) => [status, body.data.order?.totalAmountCurrency]),
    ).toEqual([
      [201, "TL"],
      [201, "EUR"],
    ]);
  });
});

it("a weight over 100 kg or a side over 300 cm is refused with both readings if only its column's format makes it so large", async () => {
  const { result } = await take([
    { weight: "2.750", length: "1.250" },
    { weight: "0,5", length: "30,5" },
    { weight: "150.000,0" },
    { weight: "250" },
  ]);
  expect(refusals(result)).toEqual([
    [2, "Ağırlık (kg)", "2.750", "AMBIGUOUS_NUMBER", "2750.00 / 2.75"],
    [2, "Boy (cm)", "1.250", "AMBIGUOUS_NUMBER", "1250.00 / 1.25"],
    [4, "Ağırlık (kg)", "150.000,0", "BAD_WEIGHT", undefined],
  ]);
  expect(result.added).toBe(2);
});

it("a phone number with too few digits is refused", async () => {
  const row = (phone: string): string =>
    `${(next += 1)};Ada;${phone};Bağdat Cd. 5;Kadıköy;İstanbul;2`;
  const file = [
    "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)",
    row("12"),
    row("444 1 234"),
  ].join("\n");
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "a.csv",
    content: Buffer.from(file).toString("base64"),
  });
  expect([refusals(data), data.added]).toEqual([
    [[2, "Telefon", "12", "SHORT_PHONE", undefined]],
    1,
  ]);
});
