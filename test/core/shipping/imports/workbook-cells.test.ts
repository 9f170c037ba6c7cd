/** Cells of order workbooks that a spreadsheet has calculated, shortened or could not calculate. */
import { expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { TYPES, workbookOf, WORKBOOK_PARTS } from "../../../helpers/workbooks.ts";

const HEAD = "Sipariş No|Alıcı|Telefon|Adres|İlçe|İl|Ağırlık (kg)|Ürün|Kapıda Ödeme".split("|");

const text = (value: string): string => ` t="inlineStr"><is><t>${value}</t></is>`;
const number = (value: string): string => `><v>${value}</v>`;
const error = (value: string): string => ` t="e"><f>A1</f><v>${value}</v>`;

/** Makes a workbook from the inner texts of its cells. */
function bookOf(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells, i) => {
    const each = cells.map(
      (inner, j) => `<c r="${String.fromCharCode(65 + j)}${i + 1}"${inner}</c>`,
    );
    return `<row r="${i + 1}">${each.join("")}</row>`;
  });
  const sheet = `<worksheet xmlns="${TYPES}/spreadsheetml/2006/main"><sheetData>${lines.join("")}</sheetData></worksheet>`;
  return workbookOf({ ...WORKBOOK_PARTS, "xl/worksheets/sheet1.xml": sheet });
}

type Cells = { readonly no?: string; readonly kg?: string; readonly name?: string };

/** Imports one order. @param cash Inner text of the cell of the amount to collect. */
async function imported(s: Station, cash: string, cells: Cells = {}): Promise<ImportResult> {
  const { no = text("T-1"), kg = number("1"), name = text("Ömer Işık") } = cells;
  const place = ["05551112233", "Gül Sk. 1", "Kadıköy", "İstanbul"].map(text);
  const content = bookOf([HEAD.map(text), [no, name, ...place, kg, text("Kupa"), cash]]);
  const { data } = await s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.xlsx",
    content: content.toString("base64"),
  });
  return data;
}

it("a calculated amount and weight are read as the spreadsheet shows them", async () => {
  const s = await station();
  const calculated = number("59.699999999999996");
  const kg = number("0.30000000000000004");
  expect(await imported(s, calculated, { kg })).toMatchObject({ added: 1, rejected: [] });
  const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "T-1" });
  expect(data.shipment).toMatchObject({ weight: "0.3", order: { totalAmount: "59.70" } });
});

it.each(["1.23456789012345E+19", "1234567890123456"])(
  "the number %s, of which a spreadsheet has kept 15 digits, is no order number (LOST_DIGITS)",
  async (value) => {
    const { added, rejected } = await imported(await station(), text(""), { no: number(value) });
    expect([added, rejected]).toMatchObject([0, [{ column: "Sipariş No", code: "LOST_DIGITS" }]]);
  },
);

it.each([
  ["an error", error("#N/A")],
  ["a formula that no program has calculated", "><f>A1*2</f>"],
  ["the text of an error", text("#DEĞER!")],
])("an order whose amount to collect is %s is refused (CELL_ERROR)", async (_what, cash) => {
  const { added, rejected } = await imported(await station(), cash);
  expect([added, rejected]).toMatchObject([0, [{ column: "Kapıda Ödeme", code: "CELL_ERROR" }]]);
});

it("an order whose recipient is an error is refused (CELL_ERROR)", async () => {
  const { added, rejected } = await imported(await station(), text(""), { name: error("#REF!") });
  expect([added, rejected]).toMatchObject([0, [{ column: "Alıcı", value: "#REF!" }]]);
});

it("a formula with an empty result is an empty cell", async () => {
  const s = await station();
  const empty = ` t="str"><f>""</f><v></v>`;
  expect(await imported(s, empty)).toMatchObject({ added: 1, rejected: [] });
});
