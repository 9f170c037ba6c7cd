import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ImportResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { memberWithToken, station, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet;Mağaza";
const ROW =
  "10001;Çağla Şimşekoğlu;+90 555 111 22 33;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2;Web";
const rowOf = (number: string, from = "", to = ""): string =>
  ROW.replace("10001", number).replace(from, to);

async function take(
  s: Station,
  lines: string | readonly string[],
  importID = randomUUID(),
): Promise<ImportResult & { importID: string }> {
  const text = typeof lines === "string" ? lines : [HEAD, ...lines].join("\n");
  const { data } = await s.desk<ImportResult>("POST", `/station/imports?importID=${importID}`, {
    fileName: "orders.csv",
    content: Buffer.from(text).toString("base64"),
  });
  return { ...data, importID };
}

async function savedOf(
  s: Station,
  importID: string,
  language = "tr",
  token = s.started.token,
): Promise<{ status: number; text: string }> {
  const response = await fetch(
    `${s.url}/station/imports/${importID}/refused?language=${language}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  return {
    status: response.status,
    text: Buffer.from(await response.arrayBuffer()).toString("utf8"),
  };
}

describe("the rejected rows of an order file", () => {
  it("rejected rows are saved with all columns after the reason in the screen's language, guarded against formulas", async () => {
    const s = await station();
    const { importID, added } = await take(s, [
      rowOf("1"),
      rowOf("2", "Kadıköy", "Karşıyaka"),
      rowOf("3", "2,5", "x").replace("Tişört;2", "=1+1;0"),
    ]);
    expect(added).toBe(1);
    expect((await savedOf(s, importID)).text).toBe(
      '\uFEFF"Neden alınmadı";"Sipariş No";"Alıcı";"Telefon";"Adres";"İlçe";"İl";"Ağırlık (kg)";"Ürün";"Adet";"Mağaza"\r\n' +
        `"İstanbul ilinde bu adda bir ilçe yok.";"2";"Çağla Şimşekoğlu";"'+90 555 111 22 33";"Bağdat Cd. 5";"Karşıyaka";"İstanbul";"2,5";"Tişört";"2";"Web"\r\n` +
        `"Adet 0'dan büyük bir sayı olmalı. Ağırlık 0'dan büyük bir sayı olmalı, 2,5 gibi.";"3";"Çağla Şimşekoğlu";"'+90 555 111 22 33";"Bağdat Cd. 5";"Kadıköy";"İstanbul";"x";"'=1+1";"0";"Web"\r\n`,
    );
    expect((await savedOf(s, importID, "en")).text.split("\r\n")[0]).toBe(
      '\uFEFF"Why refused","Sipariş No","Alıcı","Telefon","Adres","İlçe","İl","Ağırlık (kg)","Ürün","Adet","Mağaza"',
    );
  });

  it.each(["tr", "en"])(
    "rejected rows saved in %s, corrected and imported, become the orders of the whole file, each once",
    async (language) => {
      const s = await station();
      const { importID } = await take(s, [
        rowOf("1"),
        rowOf("2", "Kadıköy", "Karşıyaka").replace("Tişört", "-=Tişört, '+S"),
      ]);
      const { text } = await savedOf(s, importID, language);
      const again = await take(s, text.replace("Karşıyaka", "Kadıköy"));
      expect(again).toMatchObject({
        rows: 1,
        added: 1,
        known: 0,
        rejected: [],
        unread: ["Mağaza"],
      });
      expect(await take(s, text.replace("Karşıyaka", "Kadıköy"))).toMatchObject({
        added: 0,
        known: 1,
      });
      const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "2" });
      expect(data.shipment).toMatchObject({
        weight: "2.5",
        recipientAddress: { phone: "+90 555 111 22 33", districtName: "Kadıköy" },
        items: [{ title: "-=Tişört, '+S" }],
      });
    },
  );

  it("the saved file includes every row of a rejected row's order, so that the whole order can be imported", async () => {
    const s = await station();
    const { importID, added, rejectedCount } = await take(s, [
      rowOf("1"),
      rowOf("1", "Tişört;2", "Kupa;0"),
      rowOf("2"),
    ]);
    expect([added, rejectedCount]).toEqual([1, 1]);
    const { text } = await savedOf(s, importID, "en");
    expect(
      text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split('"')[1]),
    ).toEqual([
      "Another row of this order needs fixing.",
      "The quantity must be a number above 0.",
    ]);
    expect(await take(s, text.replace('"Kupa","0"', '"Kupa","3"'))).toMatchObject({
      rows: 2,
      added: 1,
      rejected: [],
    });
    const { data } = await s.desk<OpenedOrder>("POST", "/station/orders/open", { code: "1" });
    expect(data.shipment.items.map(({ title, quantity }) => [title, quantity])).toEqual([
      ["Tişört", 2],
      ["Kupa", 3],
    ]);
  });

  it("rows that are rejected again keep one column with the reason, and their cells", async () => {
    const s = await station();
    const { importID } = await take(s, [rowOf("2", "Kadıköy", "Karşıyaka")]);
    const { text } = await savedOf(s, importID);
    const again = await take(s, text);
    expect(await savedOf(s, again.importID)).toEqual({ status: 200, text });
  });

  it("rows with an open quote are saved line by line, unchanged", async () => {
    const s = await station();
    const { importID } = await take(s, [rowOf("1"), rowOf("2", "Çağla", '"Çağla'), rowOf("3")]);
    const { text } = await savedOf(s, importID);
    expect(
      text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(";").slice(1, 3)),
    ).toEqual([
      ['"2"', '"""Çağla Şimşekoğlu"'],
      ['"3"', '"Çağla Şimşekoğlu"'],
    ]);
  });

  it("all rejected rows are in the file, although the answer lists only the first 5,000 faults", async () => {
    const s = await station();
    const many = 5_200;
    const result = await take(
      s,
      Array.from({ length: many }, (_, i) => `${i};Ömer;0555;X;Kadıköy;İstanbul;x`),
    );
    expect([result.rejectedCount, result.rejected.length]).toEqual([many, 5_000]);
    expect((await savedOf(s, result.importID)).text.split("\r\n")).toHaveLength(many + 2);
  });

  it(
    "the file is answered 410 for another member, for an import without rejected rows, and after five later imports",
    { tags: "all" },
    async () => {
      const s = await station();
      const bad = [rowOf("2", "Kadıköy", "Karşıyaka")];
      const first = await take(s, bad);
      const good = await take(s, [rowOf("1")]);
      const { token } = memberWithToken(s, "owner", "x@ornek.test");
      const statuses = async (): Promise<number[]> => [
        (await savedOf(s, first.importID)).status,
        (await savedOf(s, good.importID)).status,
        (await savedOf(s, first.importID, "tr", token)).status,
      ];
      expect(await statuses()).toEqual([200, 410, 410]);
      for (let i = 0; i < 5; i += 1) await take(s, bad);
      expect(await statuses()).toEqual([410, 410, 410]);
    },
  );
});
