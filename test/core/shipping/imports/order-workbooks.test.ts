/** Order files as workbooks, and cells that a spreadsheet has changed. */
import { describe, expect, it } from "vitest";
import type { ImportResult, MendResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { xlsxOf } from "../../../helpers/workbooks.ts";

/** Cell that a spreadsheet keeps as a number. */
const n = (value: number) => ({ number: String(value) });

const HEAD = ["Sipariş No", "Alıcı", "Telefon", "Adres", "İlçe", "İl", "Ağırlık (kg)", "EAN"];
const CSV_HEAD = HEAD.join(";");

const take = async (s: Station, content: Buffer, importID?: string) =>
  s.desk<ImportResult>(
    "POST",
    `/station/imports${importID === undefined ? "" : `?importID=${importID}`}`,
    { fileName: "orders.xlsx", content: content.toString("base64") },
  );

const open = async (s: Station, code: string) =>
  (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data.shipment;

describe("a workbook of orders", () => {
  it("is read like a CSV file, with numbers as numbers, and again adds nothing", async () => {
    const s = await station();
    const file = await xlsxOf([
      HEAD,
      [
        "X-1",
        "Çağla Şimşekoğlu",
        "05551112233",
        "Bağdat Cd. 5",
        "Kadıköy",
        "İstanbul",
        n(1.255),
        "",
      ],
      ["X-2", "Ali Veli", "05551112234", "Moda Cd. 1", "Kadıköy", "34", n(1250.5), ""],
    ]);
    const first = await take(s, file);
    expect(first.data).toMatchObject({ rows: 2, added: 2, repairedCount: 0, rejected: [] });
    expect(await open(s, "X-1")).toMatchObject({ weight: "1.255" });
    expect(await open(s, "X-2")).toMatchObject({ recipientAddress: { cityName: "İstanbul" } });
    expect((await take(s, file)).data).toMatchObject({ added: 0, known: 2 });
  });

  it("has its plates and telephones repaired that are kept as numbers, and each repair is named", async () => {
    const s = await station();
    const { data } = await take(
      s,
      await xlsxOf([
        HEAD,
        ["X-3", "Ali Veli", n(5_321_112_233), "Atatürk Bulvarı 1", "Çankaya", n(6), n(2), ""],
      ]),
    );
    expect(data).toMatchObject({
      added: 1,
      repairedCount: 2,
      repaired: [
        { line: 2, column: "Telefon", from: "5321112233", to: "05321112233" },
        { line: 2, column: "İl", from: "6", to: "06" },
      ],
    });
    expect(await open(s, "X-3")).toMatchObject({
      recipientAddress: { cityName: "Ankara", phone: "05321112233" },
    });
  });

  it("with a plate that no city has is refused with the reason", async () => {
    const s = await station();
    const { data } = await take(
      s,
      await xlsxOf([
        HEAD,
        ["X-4", "Ali Veli", "05321112233", "Cadde 1", "Çankaya", n(99), n(2), ""],
      ]),
    );
    expect(data).toMatchObject({ added: 0, rejected: [{ line: 2, code: "UNKNOWN_CITY" }] });
  });

  it("has its rejected rows corrected on the screen", async () => {
    const s = await station();
    const importID = "01a22e0f-e45e-7a30-bf89-ca190dce5013";
    const { data } = await take(
      s,
      await xlsxOf([HEAD, ["X-5", "", "05321112233", "Cadde 1", "Çankaya", "Ankara", n(2), ""]]),
      importID,
    );
    expect(data.rejected).toMatchObject([{ line: 2, field: "name", code: "EMPTY_NAME" }]);
    const mended = await s.desk<MendResult>("POST", `/station/imports/${importID}/mend`, {
      rows: [{ line: 2, cells: { name: "Ali Veli" } }],
    });
    expect(mended.data).toEqual({ added: [2], rejected: [] });
  });
});

describe("a number that a spreadsheet has shortened", () => {
  it.each([
    ["a telephone", "S-1;Ali Veli;5,32E+09;Cadde 1;Çankaya;Ankara;2;", "Telefon"],
    ["a telephone with a point", "S-1;Ali Veli;5.32E+09;Cadde 1;Çankaya;Ankara;2;", "Telefon"],
    ["an EAN", "S-1;Ali Veli;05321112233;Cadde 1;Çankaya;Ankara;2;8,69E+12", "EAN"],
    ["an order number", "1,0482E+12;Ali Veli;05321112233;Cadde 1;Çankaya;Ankara;2;", "Sipariş No"],
  ])("refuses the row of %s and says how to export it", async (_what, row, column) => {
    const s = await station();
    const { data } = await take(s, Buffer.from(`${CSV_HEAD}\n${row}\n`));
    expect(data).toMatchObject({ added: 0, rejected: [{ line: 2, column, code: "LOST_DIGITS" }] });
    expect(data.rejected[0]?.reason).toContain("Format the column as text");
  });
});
