/** Sources of orders: columns of their files, and the orders of two shops with the same numbers. */
import { describe, expect, it } from "vitest";
import type { FileHeadings } from "../../../../core/shipping/imports/file-headings.schema.ts";
import type { ImportResult, MendResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OrderSource } from "../../../../core/shipping/sources/order-sources.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { LEAD_PIN, signInAs, withBadges } from "../../../helpers/sign-in.ts";
import { memberWithToken, RECIPIENT, station, type Station } from "../../../helpers/station.ts";
import { xlsxOf } from "../../../helpers/workbooks.ts";

const HEAD = "Fiş No;Cari Ünvanı;Cep;Açık Adresi;İlçesi;Şehri;Brüt Kg;Evrak";
const ROW = "1001;Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;F-7";
const COLUMNS = {
  orderNumber: "Fiş No",
  name: "Cari Ünvanı",
  phone: "Cep",
  address: "Açık Adresi",
  district: "İlçesi",
  city: "Şehri",
  weight: "Brüt Kg",
};
const USUAL_HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)";
const USUAL_ROW = "1001;Can Bal;05551112244;Gül Sk. 1;Kadıköy;İstanbul;1";
const ID = "00000000-0000-4000-8000-000000000001";

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const take = (s: Station, file: string | Buffer, query = "") =>
  s.desk<ImportResult>("POST", `/station/imports?importID=${ID}${query}`, {
    fileName: "orders.csv",
    content: base64(file),
  });
const save = (s: Station, body: Record<string, unknown>) =>
  s.desk<OrderSource>("PUT", "/station/order-sources", body);
const list = async (s: Station) =>
  (await s.desk<{ list: OrderSource[] }>("GET", "/station/order-sources")).data.list;
const headings = (s: Station, file: string) =>
  s.desk<FileHeadings>("POST", "/station/imports/headings", {
    fileName: "orders.csv",
    content: base64(file),
  });

async function ordersOf(s: Station): Promise<(string | undefined)[][]> {
  const { body } = await s.call<Shipment[]>("GET", "/shipments");
  return body.data.map(({ order }) => [order?.sourceIdentifier, order?.orderNumber]).toSorted();
}

describe("the headings of an order file", () => {
  it("are read with samples, a guess and the missing columns, and nothing is imported", async () => {
    const s = await station();
    const file = `${HEAD};Telefon\n${ROW};1\n${ROW.replace("1001", "1002")};2`;
    const { data } = await headings(s, file);
    expect(data).toMatchObject({
      guess: { phone: "Telefon" },
      missing: ["orderNumber", "name", "address", "district", "city", "weight"],
      sources: [],
    });
    expect(data.headings[0]).toEqual({ heading: "Fiş No", samples: ["1001", "1002"] });
    expect(data.headings).toHaveLength(9);
    expect(await ordersOf(s)).toEqual([]);
  });

  it("get the guess of the kept source that fits most of them", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    const { data } = await headings(s, `${HEAD.replace("Brüt Kg", "Net Kg")}\n${ROW}`);
    expect(data.guess).toMatchObject({ orderNumber: "Fiş No", name: "Cari Ünvanı" });
    expect([data.nearest, data.missing, data.sources]).toEqual(["Logo", ["weight"], []]);
  });

  it("of a file that is no text are E2029", async () => {
    const s = await station();
    expect((await headings(s, "\0\0\0")).code).toBe("E2029");
  });
});

describe("a kept source", () => {
  it("reads its files from then on, and the result names it", { tags: "all" }, async () => {
    const s = await station();
    expect((await take(s, `${HEAD}\n${ROW}`)).code).toBe("E2096");
    await save(s, { name: "Logo", columns: { ...COLUMNS, invoiceNumber: "Evrak" } });
    const { data } = await take(s, `${HEAD.toLocaleUpperCase("tr")}\n${ROW}`);
    expect(data).toMatchObject({ source: "Logo", added: 1, rejected: [], unread: [] });
    const opened = await s.desk<{ shipment: Shipment }>("POST", "/station/orders/open", {
      code: "1001",
    });
    expect(opened.data.shipment.order).toMatchObject({
      sourceIdentifier: "logo",
      invoiceNumber: "F-7",
    });
  });

  it("reads a workbook too", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    const rows = [HEAD, ROW].map((line) => line.split(";"));
    expect((await take(s, await xlsxOf(rows))).data).toMatchObject({ source: "Logo", added: 1 });
  });

  it("keeps its order 1001 apart from order 1001 of another source, and each is known in the next file", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    const files = [`${HEAD}\n${ROW}`, `${USUAL_HEAD}\n${USUAL_ROW}`];
    const first = [];
    for (const file of [...files, ...files]) first.push((await take(s, file)).data);
    expect(first.map(({ source, added, known }) => [source, added, known])).toEqual([
      ["Logo", 1, 0],
      ["order-file", 1, 0],
      ["Logo", 0, 1],
      ["order-file", 0, 1],
    ]);
    expect(await ordersOf(s)).toEqual([
      ["logo", "1001"],
      ["order-file", "1001"],
    ]);
  });

  it("takes columns that it does not name from usual headings, and reads none that it leaves out", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: { orderNumber: "Fiş No", notes: "" } });
    const file = `Fiş No;${USUAL_HEAD};Not\nA-7;${USUAL_ROW};Kapıya bırakın`;
    const { data } = await take(s, file);
    expect(data).toMatchObject({ source: "Logo", added: 1, unread: ["Sipariş No", "Not"] });
    const [of] = await ordersOf(s);
    expect(of).toEqual(["logo", "A-7"]);
  });

  it("whose file lacks a required column is E2096 with the heading of the source", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    const { code, message, reason } = await take(
      s,
      `${HEAD.replace("Brüt Kg", "Kg net")}\n${ROW}`,
      "&source=LOGO",
    );
    expect([code, reason]).toEqual(["E2096", "weight"]);
    expect(message).toContain('"Brüt Kg"');
  });

  it("with the most headings reads the file; two with the same headings are E2291 until one is named", async () => {
    const s = await station();
    await save(s, { name: "Short", columns: { orderNumber: "Fiş No" } });
    await save(s, { name: "Shop A", columns: COLUMNS });
    expect((await take(s, `${HEAD}\n${ROW}`)).data.source).toBe("Shop A");
    await save(s, { name: "Shop B", columns: COLUMNS });
    const refused = await take(s, `${HEAD}\n${ROW}`);
    expect([refused.status, refused.code, refused.values]).toEqual([
      409,
      "E2291",
      { names: "Shop A, Shop B" },
    ]);
    expect((await headings(s, `${HEAD}\n${ROW}`)).data.sources).toEqual(["Shop A", "Shop B"]);
    const other = ROW.replace("Çağla", "Ayla");
    const named = await take(s, `${HEAD}\n${other}`, "&source=shop%20b");
    expect(named.data).toMatchObject({ source: "Shop B", added: 1 });
    const usual = await take(s, `${USUAL_HEAD}\n${USUAL_ROW}`, "&source=order-file");
    expect(usual.data).toMatchObject({ source: "order-file", added: 1 });
  });

  it("that is unknown is E2290, and nothing is imported", async () => {
    const s = await station();
    expect((await take(s, `${USUAL_HEAD}\n${USUAL_ROW}`, "&source=Logo")).code).toBe("E2290");
    expect((await s.desk("DELETE", "/station/order-sources/Logo")).code).toBe("E2290");
    expect(await ordersOf(s)).toEqual([]);
  });

  it("that is forgotten reads no file, and its orders are known again once it is kept again", async () => {
    const s = await station();
    const { data: made } = await save(s, { name: "Logo", columns: COLUMNS, demands: ["paper"] });
    await take(s, `${HEAD}\n${ROW}`);
    await s.desk("DELETE", `/station/order-sources/${made.id}`);
    expect((await take(s, `${HEAD}\n${ROW}`)).code).toBe("E2096");
    const again = await save(s, { name: "LOGO", columns: COLUMNS });
    expect(again.data).toMatchObject({ id: made.id, demands: [] });
    expect((await take(s, `${HEAD}\n${ROW}`)).data).toMatchObject({ added: 0, known: 1 });
  });

  it("that is forgotten and kept under another name adds no order with the same rows twice", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    await take(s, `${HEAD}\n${ROW}`);
    await s.desk("DELETE", "/station/order-sources/Logo");
    await save(s, { name: "Logo 2", columns: COLUMNS });
    const file = `${HEAD}\n${ROW}\n${ROW.replace("1001", "1002")}`;
    expect((await take(s, file)).data).toMatchObject({ source: "Logo 2", added: 1, known: 1 });
    expect(await ordersOf(s)).toEqual([
      ["logo 2", "1002"],
      ["logo", "1001"],
    ]);
  });

  it("gets the refused rows of its file that a person corrects", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    const { data } = await take(s, `${HEAD}\n${ROW.replace("Kadıköy", "Yok")}`);
    expect(data.rejected).toMatchObject([{ column: "İlçesi", field: "district" }]);
    const mended = await s.desk<MendResult>("POST", `/station/imports/${ID}/mend`, {
      rows: [{ line: 2, cells: { district: "Kadıköy" } }],
    });
    expect(mended.data.added).toEqual([2]);
    expect(await ordersOf(s)).toEqual([["logo", "1001"]]);
  });
});

describe("saving a source", () => {
  it.each([
    ["two columns with one heading", { name: "cari", phone: "CARİ" }, "name and phone cannot both"],
    ["a column that orders do not have", { colour: "Renk" }, "colour is not a column of orders"],
  ])("with %s is E1085", async (_what, columns, words) => {
    const s = await station();
    const { code, message } = await save(s, { name: "Logo", columns });
    expect([code, message]).toEqual(["E1085", expect.stringContaining(words)]);
    expect((await list(s)).filter(({ isKept }) => isKept)).toEqual([]);
  });

  it("of files with the usual headings takes demands and no columns", async () => {
    const s = await station();
    const refused = await save(s, { name: "Order-File", columns: { name: "Cari" } });
    expect([refused.code, refused.reason]).toEqual(["E1085", "usualSource"]);
    await save(s, { name: "order-file", demands: ["paper", "invoiceNumber", "paper"] });
    expect(await list(s)).toMatchObject([
      { name: "order-file", isKept: true, demands: ["invoiceNumber", "paper"] },
    ]);
  });

  it("changes only what it names, by either case of the name", async () => {
    const s = await station();
    await save(s, { name: "Logo", columns: COLUMNS });
    await save(s, { name: "LOGO", demands: ["waybillNumber"] });
    expect(await list(s)).toMatchObject([
      { name: "order-file", isKept: false },
      { name: "Logo", isKept: true, columns: COLUMNS, demands: ["waybillNumber"] },
    ]);
  });

  it("is for owners and admins: another member's token is E1055", async () => {
    const s = await station();
    const headers = { authorization: `Bearer ${memberWithToken(s, "user").token}` };
    const put = await s.call("PUT", "/station/order-sources", { name: "Logo" }, headers);
    expect([put.status, put.body.code]).toEqual([403, "E1055"]);
    expect((await s.call("GET", "/station/order-sources", undefined, headers)).status).toBe(200);
  });
});

it(
  "a packer at the desk keeps columns by a lead's leave (E2242 without it), and demands by none (E1055)",
  { tags: "all" },
  async () => {
    const s = await station();
    const { packer, lead } = await withBadges(s);
    await signInAs(s, packer);
    const columns = { name: "Logo", columns: COLUMNS };
    const demands = { name: "Logo", demands: ["paper"] };
    const refused = await save(s, columns);
    expect([refused.status, refused.code, refused.reason]).toEqual([403, "E2242", "columns"]);
    const answers = [];
    for (const body of [columns, demands]) {
      const call = { method: "PUT", path: "/station/order-sources", body } as const;
      await s.desk("POST", "/station/sign-in/approvals", {
        badge: lead.number,
        pin: LEAD_PIN,
        act: "columns",
        ...call,
      });
      answers.push(await s.desk(call.method, call.path, call.body));
    }
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [403, "E1055"],
    ]);
  },
);

it("sources from which orders came lately are listed, with nothing kept", async () => {
  const s = await station();
  const send = (sourceIdentifier: string, orderNumber: string) =>
    s.call("POST", "/shipments", {
      recipientAddress: RECIPIENT,
      order: { sourceIdentifier, orderNumber, totalAmount: "10", totalAmountCurrency: "TL" },
    });
  for (const [i, of] of ["ETSY", "ETSY", "once"].entries()) await send(of, `E-${i}`);
  expect((await list(s)).map(({ name, isKept }) => [name, isKept])).toEqual([
    ["order-file", false],
    ["ETSY", false],
  ]);
});
