/**
 * Cost of a page for the writer and the reader: as many statements for twenty shipments as for
 * three.
 */
import { describe, expect, it } from "vitest";
import type { SqlRow } from "../../../../core/db/database.ts";
import type { Lane, Reader } from "../../../../core/db/reader.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import {
  boughtShipment,
  change,
  shipmentWithOffers,
  station,
  type Station,
} from "../../../helpers/station.ts";

/**
 * @returns A function that counts the statements prepared on the writer and sent to the reader
 * since its last call.
 */
function counting(s: Station): () => { writer: number; reader: number } {
  const { deps } = s.core;
  let [writer, reader] = [0, 0];
  const { sql } = deps.db;
  Object.assign(deps.db, { sql: (text: string) => ((writer += 1), sql(text)) });
  const counted = (of: Reader): Reader => ({
    ...of,
    all: <Row>(text: string, parameters: SqlRow, lane?: Lane) => (
      (reader += 1),
      of.all<Row>(text, parameters, lane)
    ),
    several: (reads, lane) => ((reader += reads.length), of.several(reads, lane)),
    until: (signal) => counted(of.until(signal)),
  });
  Object.assign(deps, { reader: counted(deps.reader) });
  return () => {
    const counts = { writer, reader };
    [writer, reader] = [0, 0];
    return counts;
  };
}

describe("a page of shipments", () => {
  it("a page of twenty runs as many statements as a page of three, none of them on the writer's connection, and shows each shipment as its own answer does", async () => {
    const s = await station();
    for (let i = 0; i < 18; i += 1) await shipmentWithOffers(s);
    for (let i = 0; i < 2; i += 1) await boughtShipment(s);
    const count = counting(s);
    // The station's background work uses the same connections, so pages are read until one of them
    // is read without such work. If a page itself used the writer, this loop would not end, and the
    // test would fail.
    const pageOf = async (limit: number): Promise<{ rows: Shipment[]; reader: number }> => {
      for (;;) {
        count();
        const rows = (await s.call<Shipment[]>("GET", `/shipments?limit=${limit}`)).body.data;
        const { writer, reader } = count();
        if (writer === 0) return { rows, reader };
      }
    };
    const three = await pageOf(3);
    const twenty = await pageOf(20);
    expect([three.rows.length, twenty.rows.length]).toEqual([3, 20]);
    expect(twenty.reader).toBe(three.reader);
    const alone = await Promise.all(
      twenty.rows.map(
        async ({ id }) => (await s.call<Shipment>("GET", `/shipments/${id}`)).body.data,
      ),
    );
    expect(twenty.rows).toEqual(alone);
  });
});

/**
 * @returns A function that lists the lanes of the reads for pages of shipments since its last call.
 */
function lanesOf(s: Station): () => Lane[] {
  const { deps } = s.core;
  let lanes: Lane[] = [];
  const noted = (of: Reader): Reader => ({
    ...of,
    several: (reads, lane) => {
      if (reads.some(({ sql }) => sql.includes("whole_shipments"))) lanes.push(lane ?? "quick");
      return of.several(reads, lane);
    },
    until: (signal) => noted(of.until(signal)),
  });
  Object.assign(deps, { reader: noted(deps.reader) });
  return () => {
    const since = lanes;
    lanes = [];
    return since;
  };
}

describe("a page after very many shipments", () => {
  it("a page far back is read in the long lane when a number is missing, because its rows are counted one by one", async () => {
    const s = await station();
    for (let i = 0; i < 3; i += 1) await shipmentWithOffers(s);
    const lanes = lanesOf(s);
    const far = "/shipments?limit=100&page=200";
    await s.call("GET", far);
    expect(lanes()).toEqual(["quick"]);
    change(s, "UPDATE shipments SET number = number + 1 WHERE number = 3");
    const { body } = await s.call<Shipment[]>("GET", "/shipments?limit=1&page=2");
    expect([body.data[0]?.organizationShipmentID, lanes()]).toEqual([2, ["quick"]]);
    await s.call("GET", far);
    expect(lanes()).toEqual(["long"]);
  });
});

describe("shipments to which two stations gave the same number", () => {
  it(
    "shipments with equal numbers are all in the pages by key and in an export, even if a page ends between them",
    { tags: "all", timeout: 60_000 },
    async () => {
      const s = await station();
      const rows = Array.from(
        { length: 450 },
        (_, i) => `D-${i};Alıcı;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;1`,
      );
      const content = Buffer.from(
        ["Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)", ...rows].join("\n"),
      ).toString("base64");
      await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
      change(s, "UPDATE shipments SET number = (number + 2) / 3");
      const csv = await (
        await fetch(`${s.url}/station/shipments.csv`, {
          headers: { authorization: `Bearer ${s.started.token}` },
        })
      ).text();
      expect(new Set(csv.match(/D-\d+/g)).size).toBe(450);
      for (const limit of [20, 2, 1]) {
        const seen: string[] = [];
        for (let before: number | null = null; ;) {
          const { list, next }: { list: Shipment[]; next: number | null } = (
            await s.desk<{ list: Shipment[]; next: number | null }>(
              "GET",
              `/station/shipments?limit=${limit}${before === null ? "" : `&before=${before}`}`,
            )
          ).data;
          seen.push(...list.map(({ id }) => id));
          if (next === null) break;
          before = next;
        }
        expect([limit, seen.length, new Set(seen).size]).toEqual([limit, 450, 450]);
      }
    },
  );
});

describe("a file of the shipments", () => {
  it(
    "a file has headings in the reader's language and Turkish time for a person, and ISO 8601 for a program",
    { tags: "all" },
    async () => {
      const s = await station();
      const content = Buffer.from(
        "Sipariş No;Alıcı;Telefon;Adres;İlçe;İl;Ağırlık (kg)\nF-1;Alıcı;05551112233;Bağdat Cd. 5;Kadıköy;İstanbul;1",
      ).toString("base64");
      await s.call("POST", "/station/imports", { fileName: "orders.csv", content });
      change(s, "UPDATE shipments SET created_at = '2026-11-23T21:30:05.000Z'");
      const lines = async (query: string): Promise<string[]> =>
        (
          await (
            await fetch(`${s.url}/station/shipments.csv${query}`, {
              headers: { authorization: `Bearer ${s.started.token}` },
            })
          ).text()
        ).split(/\r?\n/);
      const [heading = "", row = ""] = await lines("?language=tr");
      expect([
        heading.includes(`"Gönderi";"Oluşturuldu";"Durum"`),
        row.includes("2026-11-24 00:30:05"),
      ]).toEqual([true, true]);
      const [plain = "", same = ""] = await lines("");
      expect([
        plain.includes(`"Shipment","Created","Status"`),
        same.includes("2026-11-23T21:30:05.000Z"),
      ]).toEqual([true, true]);
    },
  );
});
