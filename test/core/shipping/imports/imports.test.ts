import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { RESOURCES } from "../../../helpers/folders.ts";
import { call, memberWithToken, station, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";
const ROW = "10001;Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2";

/** Encodes text as Windows-1254, as a spreadsheet program in Turkey saves it. */
function latin5(text: string): Buffer {
  const special: Record<string, number> = { Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe };
  return Buffer.from([...text].map((c) => special[c] ?? c.charCodeAt(0)));
}

async function take(
  s: Station,
  file: string | Buffer,
): Promise<{ status: number; data: ImportResult; code: string; message: string }> {
  return s.desk<ImportResult>("POST", "/station/imports", {
    fileName: "orders.csv",
    content: Buffer.from(file).toString("base64"),
  });
}

describe("importing an order file", () => {
  it.each([
    ["UTF-8 with semicolons", `${HEAD}\r\n${ROW}\r\n`],
    [
      "UTF-8 with a BOM and commas",
      `\uFEFF${HEAD.replaceAll(";", ",")}\n${ROW.replace("2,5", '"2,5"').replaceAll(";", ",")}\n`,
    ],
    ["Windows-1254", latin5(`${HEAD}\r\n${ROW}\r\n`)],
  ])("an order file in %s is read", async (_what, file) => {
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

  it("the sample's five bad rows are listed with line, column and code, and a second import adds nothing", async () => {
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

  it("the answer names the ignored columns", async () => {
    const s = await station();
    const { data } = await take(s, `${HEAD};Kapıda ödenecek;;Mağaza\n${ROW};94,50;;Web`);
    expect([data.added, data.unread]).toEqual([1, ["Kapıda ödenecek", "Mağaza"]]);
  });

  it("a row with two faults is counted once, and both faults are listed", async () => {
    const s = await station();
    const { data } = await take(
      s,
      [HEAD, ROW.replace("2,5", "x").replace("Tişört;2", "Tişört;0")].join("\n"),
    );
    expect([data.rejectedCount, data.rejected.map(({ line, code }) => [line, code])]).toEqual([
      1,
      [
        [2, "BAD_QUANTITY"],
        [2, "BAD_WEIGHT"],
      ],
    ]);
  });

  it("rows with one order number become the items of one order, and a row with another recipient is rejected", async () => {
    const s = await station();
    const second = ROW.replace("Tişört;2", "Kupa;1");
    const stranger = ROW.replace("Çağla Şimşekoğlu", "Ömer Işık");
    const { data } = await take(s, [HEAD, ROW, second, stranger].join("\n"));
    const opened = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    expect([
      data.added,
      data.rejected.map((r) => [r.line, r.code, r.detail]),
      opened.data.shipment.items.map((i) => i.title),
    ]).toEqual([1, [[4, "ORDER_NUMBER_TAKEN", "2"]], ["Tişört", "Kupa"]]);
  });

  it("a fault's line number counts every line of the file, including line breaks in quotes", async () => {
    const s = await station();
    const { data } = await take(
      s,
      `${HEAD}\n${ROW.replace("Bağdat Cd. 5", '"Bağdat Cd. 5\nKat 3"')}\n${ROW.replace("10001", "10002").replace("2,5", "heavy")}\n`,
    );
    expect([data.added, data.rejected]).toEqual([
      1,
      [
        expect.objectContaining({
          line: 4,
          column: "Ağırlık (kg)",
          value: "heavy",
          code: "BAD_WEIGHT",
        }),
      ],
    ]);
  });

  it("an unclosed quote is reported with its line, and the rows before it are imported", async () => {
    const s = await station();
    const { data } = await take(
      s,
      `${HEAD}\n${ROW}\n10002;"Ömer;0555;X;Kadıköy;İstanbul;1;A;1\n${ROW.replace("10001", "10003")}\n`,
    );
    expect([data.added, data.rejected.map((r) => [r.line, r.code])]).toEqual([
      1,
      [[3, "OPEN_QUOTE"]],
    ]);
  });

  it.each([
    [
      "a district of another city",
      ROW.replace("Kadıköy", "Karşıyaka"),
      { column: "İlçe", code: "UNKNOWN_DISTRICT", detail: "İstanbul" },
    ],
    ["no city", ROW.replace("İstanbul", ""), { column: "İl", code: "EMPTY_CITY" }],
    ["no address", ROW.replace("Bağdat Cd. 5", ""), { column: "Adres", code: "EMPTY_ADDRESS" }],
    [
      "no order number",
      ROW.replace("10001", ""),
      { column: "Sipariş No", code: "NO_ORDER_NUMBER" },
    ],
    ["no pieces", ROW.replace("Tişört;2", "Tişört;0"), { column: "Adet", code: "BAD_QUANTITY" }],
  ])(
    "the fault of a row with %s is reported in words for a packer",
    async (_what, row, expected) => {
      const s = await station();
      const { data } = await take(s, `${HEAD}\n${row}\n`);
      expect(data.rejected).toEqual([expect.objectContaining({ line: 2, ...expected })]);
      expect(data.rejected[0]?.reason).not.toMatch(/GET|districtID|cityCode/);
    },
  );

  it.each([
    ["nothing", ""],
    ["only a head", HEAD],
    ["a damaged workbook", Buffer.from("PK\u0003\u0004rest")],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ])("a file of %s is E2029, and nothing is imported", async (_what, file) => {
    const s = await station();
    const { status, code } = await take(s, file);
    expect([
      status,
      code,
      s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get(),
    ]).toEqual([400, "E2029", 0]);
  });

  it("a file name sent with half a character is reported well-formed", async () => {
    const s = await station();
    const body = JSON.stringify({
      fileName: "NAME",
      content: Buffer.from(`${HEAD}\n${ROW}\n`).toString("base64"),
    }).replace("NAME", "a\\ud83d.csv");
    expect((await s.call<ImportResult>("POST", "/station/imports", body)).body.data).toMatchObject({
      fileName: "a\ufffd.csv",
      added: 1,
    });
  });

  it("a file without a header is E2096, and nothing is imported", async () => {
    const s = await station();
    const { status, code } = await take(s, ROW);
    expect([
      status,
      code,
      s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get(),
    ]).toEqual([400, "E2096", 0]);
  });

  it("missing columns are named as shops write them, in both languages", async () => {
    const s = await station();
    const { message } = await take(
      s,
      "Sipariş No;Alıcı;Telefon;Adres;Ağırlık (kg)\n1;Ada;0555;X;1\n",
    );
    expect(message).toBe(
      'The first line must name the columns. Missing: "İlçe" or "District", "İl" or "City". Nothing was imported.',
    );
  });

  it("an import of an organization without a sender is E1068", async () => {
    const s = await station({ demo: false });
    const { status, code } = await take(s, `${HEAD}\n${ROW}\n`);
    expect([status, code]).toEqual([400, "E1068"]);
  });
});

describe("opening what was scanned", () => {
  it("a scan finds an order by its number, a shipment by its number and a parcel by its label", async () => {
    const s = await station();
    await take(s, `${HEAD}\n${ROW}\n`);
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    await s.desk("POST", "/station/purchases", {
      offerID: data.shipment.offers?.cheapest?.id,
      print: false,
    });
    const codes = [
      "10001",
      "1",
      "#1",
      (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" })).data.shipment
        .barcode,
    ];
    const found = await Promise.all(
      codes.map((code) => s.desk<OpenedOrder>("POST", "/station/orders/open", { code })),
    );
    expect(found.map((f) => f.data.shipment.id)).toEqual(codes.map(() => data.shipment.id));
  });

  it("an unknown number is E2024", async () => {
    const s = await station();
    const { status, code, message } = await s.desk("POST", "/station/orders/open", {
      code: "99999",
    });
    expect([status, code, message.includes("99999")]).toEqual([404, "E2024", true]);
  });

  it("an opened order shows why services are missing", async () => {
    const s = await station();
    await take(s, `${HEAD}\n${ROW.replace("2,5", "45")}\n`);
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "10001" });
    expect(data.missing.find((m) => m.providerServiceCode === "PTT_STANDART")).toMatchObject({
      code: "TOO_HEAVY",
      limit: "30 kg",
      reason: "heavier than 30 kg",
    });
  });
});

describe("an order whose shipment was cancelled", () => {
  const shipmentOf = async (s: Station, code = "10001"): Promise<OpenedOrder["shipment"]> =>
    (await s.desk<OpenedOrder>("POST", "/station/orders/open", { code })).data.shipment;
  const file = (row: string): string => `${HEAD}\n${row}\n`;
  const CHANGED = ROW.replace("Bağdat Cd. 5", "Moda Cd. 7");

  async function cancelled(): Promise<{ s: Station; old: OpenedOrder["shipment"] }> {
    const s = await station();
    await take(s, file(ROW));
    const opened = await shipmentOf(s);
    await s.desk("POST", "/station/purchases", {
      offerID: opened.offers?.cheapest?.id,
      print: false,
    });
    await s.desk("DELETE", `/shipments/${opened.id}`);
    return { s, old: opened };
  }

  it("a cancelled order waits again with the new content when its row has changed since the import, and is not duplicated", async () => {
    const { s, old } = await cancelled();
    const changed = await take(s, file(CHANGED));
    expect(changed.data).toMatchObject({ added: 0, reopened: 1, known: 0, rejected: [] });
    const opened = await shipmentOf(s);
    expect(opened).toMatchObject({
      statusCode: "GOT_OFFERS",
      recipientAddress: { address1: "Moda Cd. 7" },
      order: { orderNumber: "10001" },
    });
    expect([
      opened.id === old.id,
      opened.orderID === old.orderID,
      s.core.deps.db.raw
        .prepare("SELECT count(*) FROM orders WHERE source_code = 'IMPORT'")
        .pluck()
        .get(),
    ]).toEqual([false, true, 1]);
    expect(
      (
        await s.desk("POST", "/station/purchases", {
          offerID: opened.offers?.cheapest?.id,
          print: false,
        })
      ).status,
    ).toBe(201);
  });

  it("a cancelled order stays cancelled when its row is unchanged, even with another column and other line ends", async () => {
    const { s } = await cancelled();
    const again = await take(s, file(ROW));
    const moved = await take(s, `Renk;${HEAD}\r\nmavi;${ROW}\r\n`);
    expect([again.data, moved.data]).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ added: 0, reopened: 0, known: 1 })),
    );
    expect((await shipmentOf(s)).statusCode).toBe("CANCELED");
  });

  it("a changed row reopens a cancelled order once, and after another cancellation another change is needed", async () => {
    const { s } = await cancelled();
    const results = [
      await take(s, file(CHANGED)),
      await take(s, file(CHANGED)),
      await take(s, file(ROW)),
    ];
    expect(results.map(({ data }) => [data.reopened, data.known, data.changedCount])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    await s.desk("DELETE", `/shipments/${(await shipmentOf(s)).id}`);
    expect([
      (await take(s, file(CHANGED))).data.reopened,
      (await take(s, file(ROW))).data.reopened,
    ]).toEqual([0, 1]);
  });

  it("an order that waits, has a label or has a waiting copy is not changed by its row", async () => {
    const s = await station();
    await take(s, file(ROW));
    const isUnchanged = async (changedCount = 1): Promise<void> => {
      expect((await take(s, file(CHANGED))).data).toMatchObject({ reopened: 0, changedCount });
      expect((await shipmentOf(s)).recipientAddress?.address1).toBe("Bağdat Cd. 5");
    };
    await isUnchanged();
    const waiting = await shipmentOf(s);
    await s.call("POST", "/transactions", { offerID: waiting.offers?.cheapest?.id });
    expect((await shipmentOf(s)).statusCode).toBe("TRACKING_CODE_CREATED");
    await isUnchanged();
    await s.call("POST", `/shipments/${waiting.id}`, {});
    await s.desk("DELETE", `/shipments/${waiting.id}`);
    await isUnchanged(0);
  });

  it("a bad changed row is rejected with its reason, and the order stays unchanged", async () => {
    const { s } = await cancelled();
    const { data } = await take(s, file(ROW.replace("Kadıköy", "Karşıyaka")));
    expect([data.reopened, data.rejected.map((r) => r.code)]).toEqual([0, ["UNKNOWN_DISTRICT"]]);
    expect((await take(s, file(CHANGED))).data.reopened).toBe(1);
  });

  it("an order imported before contents were stored gets its content from the next file", async () => {
    const { s } = await cancelled();
    s.core.deps.db.raw.prepare("UPDATE orders SET content_hash = ''").run();
    expect([
      (await take(s, file(ROW))).data.reopened,
      (await take(s, file(CHANGED))).data.reopened,
    ]).toEqual([0, 1]);
  });

  it("a limitedAccessUser reopens only their own orders, and gets facts only about their own imports", async () => {
    const { s } = await cancelled();
    const limited = memberWithToken(s, "limitedAccessUser");
    const other = memberWithToken(s, "limitedAccessUser", "second@ornek.test");
    const as = async (token: string, text: string): Promise<ImportResult> =>
      (
        await call<ImportResult>(s.url, token, {
          method: "POST",
          path: "/station/imports",
          body: { fileName: "a.csv", content: Buffer.from(text).toString("base64") },
        })
      ).body.data;
    const factsOf = (memberID: string): unknown[] =>
      s.core.deps.db.raw
        .prepare(
          "SELECT visible_to FROM outbox WHERE topic = 'import.done' AND (visible_to IS NULL OR visible_to = ?)",
        )
        .pluck()
        .all(memberID);
    expect((await as(limited.token, file(CHANGED))).reopened).toBe(0); // This order is the desk's.
    expect(factsOf(limited.memberID)).toEqual([]); // The user may not see the desk's import.
    const own = file(ROW.replace("10001", "20001"));
    expect((await as(limited.token, own)).added).toBe(1);
    const mine = (
      await call<{ id: string; order: { orderNumber: string } }[]>(s.url, limited.token, {
        method: "GET",
        path: "/shipments",
      })
    ).body.data.find((x) => x.order.orderNumber === "20001");
    await call(s.url, limited.token, { method: "DELETE", path: `/shipments/${mine?.id}` });
    const changed = own.replace("Bağdat Cd. 5", "Moda Cd. 7");
    expect([
      (await as(other.token, changed)).reopened,
      (await as(limited.token, changed)).reopened,
    ]).toEqual([0, 1]);
    expect([factsOf(limited.memberID).length, factsOf(other.memberID).length]).toEqual([2, 0]);
  });
});
