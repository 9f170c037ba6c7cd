import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ImportResult, MendResult } from "../../../../core/shipping/imports/imports.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { station, type Station } from "../../../helpers/station.ts";

const HEAD = "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg);Ürün;Adet";
const ROW = "10001;Çağla Şimşekoğlu;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;2,5;Tişört;2";
const rowOf = (number: string, from = "", to = ""): string =>
  ROW.replace("10001", number).replace(from, to);

async function take(
  s: Station,
  rows: readonly string[],
): Promise<{ id: string; data: ImportResult }> {
  const id = randomUUID();
  const content = Buffer.from([HEAD, ...rows].join("\n")).toString("base64");
  return {
    id,
    data: (
      await s.desk<ImportResult>("POST", `/station/imports?importID=${id}`, {
        fileName: "orders.csv",
        content,
      })
    ).data,
  };
}

async function mend(
  s: Station,
  id: string,
  ...rows: { line: number; cells: Record<string, string> }[]
): Promise<{ added: number[]; rejected: unknown[] }> {
  const { data } = await s.desk<MendResult>("POST", `/station/imports/${id}/mend`, { rows });
  return {
    added: data.added,
    rejected: data.rejected.map(({ line, field, code }) => [line, field, code]),
  };
}

const orders = (s: Station): unknown =>
  s.core.deps.db.raw.prepare("SELECT count(*) FROM shipments").pluck().get();

describe("a rejected row that is corrected on the screen", () => {
  it("a corrected row is imported once with the rest of its row, however often it is sent, and not again from a later file", async () => {
    const s = await station();
    const { id, data } = await take(s, [rowOf("1"), rowOf("2", "Kadıköy", "Karşıyaka")]);
    expect(data.rejected.map(({ line, field }) => [line, field])).toEqual([[3, "district"]]);
    const cells = { district: "Kadıköy" };
    const answers = await Promise.all([
      mend(s, id, { line: 3, cells }),
      mend(s, id, { line: 3, cells }),
    ]);
    expect(answers.some(({ added }) => added.includes(3))).toBe(true);
    expect([await mend(s, id, { line: 3, cells }), orders(s)]).toEqual([
      { added: [3], rejected: [] },
      2,
    ]);
    const { data: opened } = await s.desk<OpenedOrder>("POST", "/station/orders/open", {
      code: "2",
    });
    expect(opened.shipment).toMatchObject({
      weight: "2.5",
      recipientAddress: { districtName: "Kadıköy" },
      items: [{ title: "Tişört", quantity: 2 }],
    });
    expect((await take(s, [rowOf("1"), rowOf("2", "Kadıköy", "Karşıyaka")])).data).toMatchObject({
      added: 0,
      known: 2,
    });
  });

  it("a corrected row is checked by its file's rules: the column's number format, and every remaining fault", async () => {
    const s = await station();
    const { id } = await take(s, [rowOf("1"), rowOf("2", "2,5", "x").replace("05551112233", "12")]);
    expect(await mend(s, id, { line: 3, cells: { weight: "0" } })).toEqual({
      added: [],
      rejected: [
        [3, "weight", "BAD_WEIGHT"],
        [3, "phone", "SHORT_PHONE"],
      ],
    });
    expect(
      await mend(s, id, { line: 3, cells: { weight: "1.250", phone: "05551112233" } }),
    ).toEqual({ added: [], rejected: [[3, "weight", "AMBIGUOUS_NUMBER"]] });
    expect(await mend(s, id, { line: 3, cells: { weight: "1,25", phone: "05551112233" } })).toEqual(
      { added: [3], rejected: [] },
    );
  });

  it("a corrected row leaves the file of rejected rows, and the other rows stay in it", async () => {
    const s = await station();
    const { id } = await take(s, [
      rowOf("1", "Kadıköy", "X"),
      rowOf("2", "Kadıköy", "Y"),
      rowOf("3", "Kadıköy", "Z"),
    ]);
    const cells = { district: "Kadıköy" };
    expect(
      await mend(
        s,
        id,
        { line: 2, cells },
        { line: 3, cells: { district: "Q" } },
        { line: 4, cells },
      ),
    ).toEqual({ added: [2, 4], rejected: [[3, "district", "UNKNOWN_DISTRICT"]] });
    const response = await fetch(`${s.url}/station/imports/${id}/refused`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect(
      (await response.text())
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(";")[1]),
    ).toEqual(['"2"']);
  });

  it("a corrected row with the number of another imported order does not count as imported", async () => {
    const s = await station();
    const { id } = await take(s, [
      rowOf("1"),
      rowOf("1", "Çağla", "Ömer"),
      rowOf("", "Çağla", "Ali"),
    ]);
    expect(
      await mend(s, id, { line: 3, cells: {} }, { line: 4, cells: { orderNumber: "1" } }),
    ).toEqual({
      added: [],
      rejected: [
        [3, "orderNumber", "ORDER_NUMBER_TAKEN"],
        [4, "orderNumber", "ORDER_HERE"],
      ],
    });
    expect(
      await mend(
        s,
        id,
        { line: 3, cells: { orderNumber: "3" } },
        { line: 4, cells: { orderNumber: "4" } },
      ),
    ).toEqual({ added: [3, 4], rejected: [] });
    expect(orders(s)).toBe(3);
  });

  it("a row whose order has several rows can be corrected only in the file", async () => {
    const s = await station();
    const { id, data } = await take(s, [rowOf("1"), rowOf("1", "Tişört;2", "Kupa;0")]);
    expect(data.rejected.map(({ line, field }) => [line, field])).toEqual([[3, undefined]]);
    expect(await mend(s, id, { line: 3, cells: { quantity: "1" } })).toEqual({
      added: [],
      rejected: [[3, undefined, "BAD_QUANTITY"]],
    });
    expect(orders(s)).toBe(0);
  });

  it("a correction is not reported as imported while another row of its order is bad, and stays in the file of rejected rows", async () => {
    const s = await station();
    const { id } = await take(s, [rowOf("1"), rowOf("1", "Tişört;2", "Kupa;0")]);
    const cells = { quantity: "1" };
    const answer = await mend(s, id, { line: 2, cells }, { line: 3, cells });
    expect([answer, orders(s)]).toEqual([
      {
        added: [],
        rejected: [
          [2, undefined, "ANOTHER_ROW"],
          [3, undefined, "BAD_QUANTITY"],
        ],
      },
      0,
    ]);
    const response = await fetch(`${s.url}/station/imports/${id}/refused`, {
      headers: { authorization: `Bearer ${s.started.token}` },
    });
    expect((await response.text()).match(/Tişört|Kupa/g)).toEqual(["Tişört", "Kupa"]);
  });

  it("a correction is E2068 when no rows of its import are kept", async () => {
    const s = await station();
    expect(
      await s.desk("POST", `/station/imports/${randomUUID()}/mend`, {
        rows: [{ line: 2, cells: {} }],
      }),
    ).toMatchObject({ status: 410, code: "E2068" });
  });
});
