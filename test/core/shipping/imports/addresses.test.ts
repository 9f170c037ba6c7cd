import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { BookAddress } from "../../../../core/shipping/addresses/address-book.schema.ts";
import type {
  AddressFile,
  AddressFileProgress,
} from "../../../../core/shipping/imports/address-imports.schema.ts";
import { xlsxStream } from "../../../../core/base/xlsx.ts";
import { longestTurn } from "../../../helpers/longest-turn.ts";
import { call, change, eventually, station, type Station } from "../../../helpers/station.ts";

const HEAD = "Ad Soyad;Telefon;E-posta;Adres;İlçe;İl;Posta kodu;Not";
const LINES = [
  HEAD,
  "Çağla Şimşekoğlu;0532 123 45 67;cagla@ornek.test;Bağdat Cd. No: 5;Kadıköy;İstanbul;34710;x",
  "Mehmet Öz;532 765 43 21;;Lale Sk. 3;;;;x",
  "Ali Kaya;5551112233;;Moda Cd. No:1 Kadıköy İst;;;;x",
  ";05321112233;;Gül Sk. 1;Kadıköy;İstanbul;;x",
  "Veli Kaya;;;Gül Sk. 1;Kadikoy;Atlantis;;x",
];

const check = (s: Station, text: string | Uint8Array, isRecipient = true) =>
  s.desk<AddressFile>("POST", `/station/addresses/imports?isRecipient=${isRecipient}`, {
    fileName: "adresler.csv",
    content: Buffer.from(text).toString("base64"),
  });
const take = (s: Station, id: string, atMost = 200) =>
  s.desk<AddressFileProgress>("POST", `/station/addresses/imports/${id}/take`, { atMost });
const book = async (s: Station, query = ""): Promise<BookAddress[]> =>
  (await s.desk<{ list: BookAddress[] }>("GET", `/station/addresses?${query}`)).data.list;

describe("an address file", () => {
  it("a check lists rows that need correction with column and reason, and imports nothing", async () => {
    const s = await station();
    const { data } = await check(s, LINES.join("\n"));
    expect({
      ...data,
      id: "",
      rejected: data.rejected.map(({ line, column, code }) => [line, column, code]),
    }).toEqual({
      id: "",
      fileName: "adresler.csv",
      rows: 5,
      good: 2,
      repaired: 1,
      unread: ["Not"],
      rejectedCount: 3,
      rejected: [
        [3, "İl", "EMPTY_CITY"],
        [5, "Ad Soyad", "EMPTY_NAME"],
        [6, "Telefon", "EMPTY_PHONE"],
        [6, "İl", "UNKNOWN_CITY"],
      ],
    });
    expect(await book(s)).toEqual([]);
  });

  it("addresses are imported in parts, with telephones in one format and the location that each address states", async () => {
    const s = await station();
    const { data } = await check(s, LINES.join("\n"));
    expect((await take(s, data.id, 1)).data).toEqual({ done: 1, total: 2, added: 1, known: 0 });
    expect((await take(s, data.id)).data).toEqual({ done: 2, total: 2, added: 2, known: 0 });
    expect(
      (await book(s)).map(({ name, phone, address1, districtName, cityName }) => [
        name,
        phone,
        address1,
        districtName,
        cityName,
      ]),
    ).toEqual([
      ["Ali Kaya", "+905551112233", "Moda Cd. No: 1", "Kadıköy", "İstanbul"],
      ["Çağla Şimşekoğlu", "+905321234567", "Bağdat Cd. No: 5", "Kadıköy", "İstanbul"],
    ]);
    expect(await take(s, data.id)).toMatchObject({ status: 410, code: "E2068" });
  });

  it("importing a file twice or a row twice adds nothing twice", async () => {
    const s = await station();
    const lines = [...LINES, LINES[1]].join("\n");
    const first = await check(s, lines);
    expect((await take(s, first.data.id)).data).toMatchObject({ added: 2, known: 1 });
    const again = await check(s, lines);
    expect((await take(s, again.data.id)).data).toEqual({ done: 3, total: 3, added: 0, known: 3 });
  });

  it("an address file may be a workbook, and an export in either format can be imported again", async () => {
    const s = await station();
    const rows = (async function* () {
      yield LINES.slice(0, 2).map((line) => line.split(";"));
    })();
    const { data } = await check(s, await buffer(xlsxStream("Adresler", rows)));
    await take(s, data.id);
    for (const format of ["csv", "xlsx"]) {
      const answer = await fetch(`${s.url}/station/addresses/export?format=${format}`, {
        headers: { authorization: `Bearer ${s.started.token}` },
      });
      const again = await check(s, new Uint8Array(await answer.arrayBuffer()));
      expect(again.data).toMatchObject({ rows: 1, good: 1, rejectedCount: 0 });
      expect((await take(s, again.data.id)).data).toMatchObject({ added: 0, known: 1 });
    }
  });

  it.each([
    ["without a required heading", "E2096", "Ad Soyad;Adres\nA;B"],
    ["that is empty", "E2029", "  "],
    ["that only begins like a workbook", "E2029", Buffer.from("PK\u0003\u0004 none")],
  ])("an address file %s is %s", async (_, code, text) => {
    const s = await station();
    expect(await check(s, text)).toMatchObject({ status: 400, code });
  });

  it("senders follow their rules: a long enough name and a Turkish telephone", async () => {
    const s = await station();
    const { data } = await check(
      s,
      [HEAD, "Ali;+49 30 1234567;;Gül Sk. 1;Kadıköy;İstanbul;;"].join("\n"),
      false,
    );
    expect(data.rejected.map(({ column, code }) => [column, code])).toEqual([
      ["Ad Soyad", "SHORT_NAME"],
      ["Telefon", "BAD_PHONE"],
    ]);
  });

  it(
    "a file of 6,000 rows never blocks the core's thread for 50 ms, and its index is merged meanwhile",
    { tags: ["all", "alone"], timeout: 60_000 },
    async () => {
      const s = await station();
      const lines = Array.from(
        { length: 6_000 },
        (_, i) =>
          `Ad Soyad ${i};0532${String(i).padStart(7, "0")};kisi${i}@ornek.test;Bağdat Cd. No: ${i};Kadıköy;İstanbul;;`,
      );
      const { data } = await check(s, [HEAD, ...lines].join("\n"));
      const { longestMs } = await longestTurn(async () => {
        while ((await take(s, data.id)).data.done < 6_000);
      });
      expect(longestMs).toBeLessThan(50);
      expect(
        s.core.deps.db.raw
          .prepare("SELECT count(DISTINCT segid) FROM address_book_search_idx")
          .pluck()
          .get(),
      ).toBeLessThan(20);
      expect((await book(s, "search=soyad%205999"))[0]?.name).toBe("Ad Soyad 5999");
    },
  );

  it("senders with one name get different short names", async () => {
    const s = await station();
    const rows = Array.from(
      { length: 30 },
      (_, i) => `Merkez Depo;0532${String(i).padStart(7, "0")};;Gül Sk. ${i};Kadıköy;İstanbul;;`,
    );
    const { data } = await check(s, [HEAD, ...rows].join("\n"), false);
    await take(s, data.id);
    const names = (await book(s, "isRecipient=false&limit=200"))
      .map(({ shortName }) => shortName)
      .filter((name) => name.startsWith("Merkez"));
    expect(names.toSorted()).toEqual(
      Array.from({ length: 30 }, (_, i) => `Merkez Depo ${i + 1}`).toSorted(),
    );
  });

  it(
    "the import of a sender never blocks the core's thread for 50 ms, even if 60,000 other senders have the same name",
    { tags: ["all", "alone"] },
    async () => {
      const s = await station();
      const { id } = (
        await s.call<{ id: string }>("POST", "/addresses", {
          name: "Şube",
          phone: "+905321112233",
          address1: "x",
          countryCode: "TR",
          cityCode: "34",
          districtName: "Kadıköy",
        })
      ).body.data;
      change(
        s,
        "CREATE TEMP TABLE counted AS WITH RECURSIVE c (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM c WHERE n < 60000) SELECT n FROM c",
      );
      const columns = (
        s.core.deps.db.raw.pragma("table_info(addresses)") as { name: string }[]
      ).map(({ name }) => name);
      const values = columns.map((name) =>
        name === "id" ? "a.id || n" : name === "short_name" ? "'Şube ' || n" : `a.${name}`,
      );
      change(
        s,
        `INSERT INTO addresses (${columns.join(", ")}) SELECT ${values.join(", ")} FROM addresses AS a, counted WHERE a.id = '${id}'`,
      );
      const { data } = await check(
        s,
        [HEAD, "Şube;05321234567;;Gül Sk. 1;Kadıköy;İstanbul;;"].join("\n"),
        false,
      );
      const { longestMs } = await longestTurn(() => take(s, data.id));
      expect((await book(s, "isRecipient=false&search=gul%20sk"))[0]?.shortName).toBe("Şube 60001");
      expect(longestMs).toBeLessThan(50);
    },
  );

  it(
    "an import stops when its caller disconnects or its token is revoked, and the next call continues at the same row",
    { tags: "all" },
    async () => {
      const s = await station();
      const lines = Array.from(
        { length: 900 },
        (_, i) =>
          `Ad Soyad ${i};0532${String(i).padStart(7, "0")};;Bağdat Cd. No: ${i};Kadıköy;İstanbul;;`,
      );
      const file = {
        fileName: "adresler.csv",
        content: Buffer.from([HEAD, ...lines].join("\n")).toString("base64"),
      };
      const saved = s.core.deps.db.raw
        .prepare<[], number>(
          "SELECT count(*) FROM addresses WHERE is_recipient = 1 AND is_saved = 1",
        )
        .pluck();
      const { id } = (await s.call<AddressFile>("POST", "/station/addresses/imports", file)).body
        .data;
      const going = request(`${s.url}/station/addresses/imports/${id}/take`, {
        method: "POST",
        headers: { authorization: `Bearer ${s.started.token}`, "content-type": "application/json" },
      }).on("error", () => {});
      going.end(JSON.stringify({ atMost: 1_000 }));
      await eventually("the first rows", () => (saved.get() ?? 0) > 0);
      going.destroy();
      const rest = await s.call<AddressFileProgress>(
        "POST",
        `/station/addresses/imports/${id}/take`,
        { atMost: 1 },
      );
      const { done } = rest.body.data;
      expect(done).toBeLessThan(900);
      expect(saved.get()).toBe(done);

      const { id: tokenID, token } = (
        await s.call<{ id: string; token: string }>("POST", "/apitokens", { name: "x" })
      ).body.data;
      const ending = call(s.url, token, {
        method: "POST",
        path: `/station/addresses/imports/${id}/take`,
        body: { atMost: 1_000 },
      });
      await eventually("more rows", () => (saved.get() ?? 0) > done);
      await s.call("DELETE", `/apitokens/${tokenID}`);
      expect([(await ending).status, (await ending).body.code]).toEqual([401, "E2001"]);
      expect(saved.get()).toBeLessThan(900);
      while (
        (await s.call<AddressFileProgress>("POST", `/station/addresses/imports/${id}/take`, {}))
          .body.data.done < 900
      );
      expect(saved.get()).toBe(900);
    },
  );
});
