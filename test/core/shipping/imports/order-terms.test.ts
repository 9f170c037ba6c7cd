/** Terms of orders in order files: payer, collection, declared value and waybill number. */
import { expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import { reasonIn } from "../../../../core/shipping/imports/row-reasons.schema.ts";
import type { Order } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Tahsilat";
const ROW = "Ada;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2;150";
const TURKISH = "Ödeyen;Tahsilat Şekli;Beyan Değeri (TL);İrsaliye No";
const ENGLISH = "Payer;Collection;Declared value;Waybill number";

/** Imports one order for each row of terms; the orders' numbers are T-1, T-2 and so on. */
async function take(s: Station, headings: string, rows: readonly string[]): Promise<ImportResult> {
  const lines = rows.map((terms, i) => `T-${i + 1};${ROW};${terms}`);
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.csv",
    content: Buffer.from([`${HEAD};${headings}`, ...lines].join("\n")).toString("base64"),
  });
  return data;
}

async function termsOf(s: Station, number: string): Promise<unknown[]> {
  const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: number });
  const { payer, collection, declaredValue, waybillNumber } = data.shipment.order ?? ({} as Order);
  return [payer, collection, declaredValue, waybillNumber];
}

it.each([
  [TURKISH, "Alıcı;Kart;1.250,00;IRS2026000000001"],
  [TURKISH, "ALICI ÖDEMELİ;Kredi kartı;1250 TL;IRS2026000000001"],
  [ENGLISH, "Recipient;Card;1250.00;IRS2026000000001"],
])("a file with the headings %s gives an order the terms %s", async (headings, terms) => {
  const s = await station();
  expect(await take(s, headings, [terms])).toMatchObject({ added: 1, unread: [] });
  expect(await termsOf(s, "T-1")).toEqual(["recipient", "card", "1250.00", "IRS2026000000001"]);
});

it("empty terms, and the sender as the payer, give an order without terms", async () => {
  const s = await station();
  expect(await take(s, TURKISH, [";;;", "Gönderici;;0;"])).toMatchObject({ added: 2 });
  const none = [undefined, undefined, undefined, undefined];
  expect([await termsOf(s, "T-1"), await termsOf(s, "T-2")]).toEqual([none, none]);
});

it("wrong terms are refused with a reason in both languages, and other rows are imported", async () => {
  const s = await station();
  const { added, rejected } = await take(s, TURKISH, [
    ";;;",
    "Kargo;;;",
    ";çek;;",
    ";;yüz lira;",
    ";;-5;",
    ";;1250 EUR;",
    ";;1250,555;",
    ";;10000000,01;",
    `;;;${"1".repeat(31)}`,
  ]);
  const declared = "BAD_DECLARED_VALUE";
  expect([added, rejected.map(({ line, column, code }) => [line, column, code])]).toEqual([
    1,
    [
      [3, "Ödeyen", "BAD_PAYER"],
      [4, "Tahsilat Şekli", "BAD_COLLECTION"],
      [5, "Beyan Değeri (TL)", declared],
      [6, "Beyan Değeri (TL)", declared],
      [7, "Beyan Değeri (TL)", declared],
      [8, "Beyan Değeri (TL)", declared],
      [9, "Beyan Değeri (TL)", declared],
      [10, "İrsaliye No", "LONG_WAYBILL"],
    ],
  ]);
  expect(rejected.slice(0, 3).map((row) => [reasonIn("en", row), reasonIn("tr", row)])).toEqual([
    ["The payer must be sender or recipient.", "Ödeyen, gönderici veya alıcı olmalı."],
    ["The collection must be cash or card.", "Tahsilat şekli nakit veya kart olmalı."],
    [
      "The declared value must be an amount in TL, such as 1250.00.",
      "Beyan değeri TL olarak bir tutar olmalı, 1250,00 gibi.",
    ],
  ]);
});

it("a cancelled order waits again when its payer changes in the file, and not when the file gets empty columns of terms", async () => {
  const s = await station();
  const file = async (headings: string, terms: string): Promise<ImportResult> =>
    await take(s, headings, [terms]);
  await file("Mağaza", "Web");
  const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "T-1" });
  await s.desk("DELETE", `/shipments/${data.shipment.id}`);
  const empty = await file(TURKISH, ";;;");
  const changed = await file(TURKISH, "Alıcı;;;");
  expect([empty.reopened, changed.reopened, (await termsOf(s, "T-1"))[0]]).toEqual([
    0,
    1,
    "recipient",
  ]);
});
