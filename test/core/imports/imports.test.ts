import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../core/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../core/station/station.schema.ts";
import { RESOURCES } from "../../helpers/folders.ts";
import { station, type Station } from "../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";
const ROW = "10001;Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2";

/** Windows-1254, as a spreadsheet program in Turkey saves it. */
function latin5(text: string): Buffer {
  const special: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe };
  return Buffer.from([...text].map((c) => special[c] ?? c.charCodeAt(0)));
}

async function take(s: Station, file: string | Buffer): Promise<{ status: number; data: ImportResult; code: string; message: string }> {
  return s.desk<ImportResult>("POST", "/station/imports", { fileName: "orders.csv", content: Buffer.from(file).toString("base64") });
}

describe("importing an order file", () => {
  it.each([
    ["UTF-8 with semicolons", `${HEAD}\r\n${ROW}\r\n`],
    ["UTF-8 with a BOM and commas", `\uFEFF${HEAD.replaceAll(";", ",")}\n${ROW.replace("2,5", '"2,5"').replaceAll(";", ",")}\n`],
    ["Windows-1254", latin5(`${HEAD}\r\n${ROW}\r\n`)],
  ])("reads %s", async (_what, file) => {
    const s = await station();
    expect((await take(s, file)).data).toMatchObject({ rows: 1, added: 1, rejected: [] });
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    expect(data.shipment).toMatchObject({
      statusCode: "GOT_OFFERS",
      weight: "2.5",
      recipientAddress: { name: "Çağla Şimşekoğlu", districtName: "Kadıköy", cityCode: "34" },
      items: [{ title: "Tişört", quantity: 2 }],
    });
  });

  it("lists the sample's five bad rows with line, column and code, and adds nothing the second time", async () => {
    const s = await station();
    const file = readFileSync(join(RESOURCES, "samples", "orders.csv"));
    const first = await take(s, file);
    const second = await take(s, file);
    expect(first.data).toMatchObject({ rows: 60, added: 55, known: 0 });
    expect(first.data.rejected.map((r) => [r.line, r.column, r.code])).toEqual([
      [9, "İl", "UNKNOWN_CITY"],
      [21, "İlçe", "UNKNOWN_DISTRICT"],
      [30, "Alıcı", "EMPTY_NAME"],
      [43, "Ağırlık (kg)", "BAD_WEIGHT"],
      [55, "Telefon", "EMPTY_PHONE"],
    ]);
    expect(second.data).toMatchObject({ added: 0, known: 55, rejected: first.data.rejected });
  });

  it("takes rows with one order number as the items of one order", async () => {
    const s = await station();
    const second = ROW.replace("Tişört;2", "Kupa;1");
    const stranger = ROW.replace("Çağla Şimşekoğlu", "Ömer Işık");
    const { data } = await take(s, [HEAD, ROW, second, stranger].join("\n"));
    const opened = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    expect([data.added, data.rejected.map((r) => [r.line, r.code, r.detail]), opened.data.shipment.items.map((i) => i.title)]).toEqual([1, [[4, "ORDER_NUMBER_TAKEN", "2"]], ["Tişört", "Kupa"]]);
  });

  it("counts lines in the file, quoted line breaks too", async () => {
    const s = await station();
    const { data } = await take(s, `${HEAD}\n${ROW.replace("Bağdat Cd. 5", '"Bağdat Cd. 5\nKat 3"')}\n${ROW.replace("10001", "10002").replace("2,5", "heavy")}\n`);
    expect([data.added, data.rejected]).toEqual([1, [expect.objectContaining({ line: 4, column: "Ağırlık (kg)", value: "heavy", code: "BAD_WEIGHT" })]]);
  });

  it("says of a quote that is never closed where it begins, and takes the rows before it", async () => {
    const s = await station();
    const { data } = await take(s, `${HEAD}\n${ROW}\n10002;"Ömer;0555;X;Kadıköy;İstanbul;1;A;1\n${ROW.replace("10001", "10003")}\n`);
    expect([data.added, data.rejected.map((r) => [r.line, r.code])]).toEqual([1, [[3, "OPEN_QUOTE"]]]);
  });

  it.each([
    ["a district of another city", ROW.replace("Kadıköy", "Karşıyaka"), { column: "İlçe", code: "UNKNOWN_DISTRICT", detail: "İstanbul" }],
    ["no city", ROW.replace("İstanbul", ""), { column: "İl", code: "EMPTY_CITY" }],
    ["no address", ROW.replace("Bağdat Cd. 5", ""), { column: "Adres", code: "EMPTY_ADDRESS" }],
    ["no order number", ROW.replace("10001", ""), { column: "Sipariş No", code: "NO_ORDER_NUMBER" }],
    ["no pieces", ROW.replace("Tişört;2", "Tişört;0"), { column: "Adet", code: "BAD_QUANTITY" }],
  ])("says of a row with %s what is wrong, in words for a packer", async (_what, row, expected) => {
    const s = await station();
    const { data } = await take(s, `${HEAD}\n${row}\n`);
    expect(data.rejected).toEqual([expect.objectContaining({ line: 2, ...expected })]);
    expect(data.rejected[0]?.reason).not.toMatch(/GET|districtID|cityCode/);
  });

  it.each([
    ["nothing", ""],
    ["only a head", HEAD],
    ["no head", ROW],
    ["a spreadsheet", Buffer.from("PK\u0003\u0004rest")],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ])("E2029 for %s, and nothing goes in", async (_what, file) => {
    const s = await station();
    const { status, code } = await take(s, file);
    expect([status, code, s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get()]).toEqual([400, "E2029", 0]);
  });

  it("says what to do when the organization has no sender yet", async () => {
    const s = await station({ demo: false });
    const { status, code } = await take(s, `${HEAD}\n${ROW}\n`);
    expect([status, code]).toEqual([400, "E1068"]);
  });
});

describe("opening what was scanned", () => {
  it("finds an order by its number, a shipment by its number and a parcel by its label", async () => {
    const s = await station();
    await take(s, `${HEAD}\n${ROW}\n`);
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    await s.desk("POST", "/station/purchases", { offerID: data.shipment.offers?.cheapest?.id, print: false });
    const codes = ["10001", "1", "#1", (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" })).data.shipment.barcode];
    const found = await Promise.all(codes.map((code) => s.desk<OpenedOrder>("POST", "/station/orders/open", { code })));
    expect(found.map((f) => f.data.shipment.id)).toEqual(codes.map(() => data.shipment.id));
  });

  it("E2024 for a number nobody knows", async () => {
    const s = await station();
    const { status, code, message } = await s.desk("POST", "/station/orders/open", { code: "99999" });
    expect([status, code, message.includes("99999")]).toEqual([404, "E2024", true]);
  });

  it("says why services are missing", async () => {
    const s = await station();
    await take(s, `${HEAD}\n${ROW.replace("2,5", "45")}\n`);
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    expect(data.missing.find((m) => m.providerServiceCode === "PTT_STANDART")).toMatchObject({ code: "TOO_HEAVY", limit: "30 kg", reason: "heavier than 30 kg" });
  });
});
