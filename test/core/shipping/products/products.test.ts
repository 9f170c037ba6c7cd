/** The table of products at one station, through its API. */
import { describe, expect, it } from "vitest";
import type {
  Product,
  ProductSettings,
} from "../../../../core/shipping/products/products.schema.ts";
import { memberWithToken, station, type Station } from "../../../helpers/station.ts";

const save = (s: Station, product: Record<string, unknown>) =>
  s.desk<Product>("PUT", "/station/products", product);
const list = async (s: Station, query = "") =>
  (await s.call<{ list: Product[]; total: number }>("GET", `/station/products${query}`)).body.data;
const codesOf = async (s: Station, query = "") =>
  (await list(s, query)).list.map(({ stockCode }) => stockCode);

const MUG = {
  stockCode: "KUPA-01",
  title: "Kupa, mavi",
  imageURL: "https://shop.test/kupa.jpg",
  weightGrams: 350,
  lengthMm: 120,
  widthMm: 90,
  heightMm: 100,
  shelf: "A2",
  barcodes: ["8690000000012", "KOLI-12"],
};

describe("a product", () => {
  it("is saved with its barcodes, found by its id, and has the same id for its stock code in any case", async () => {
    const s = await station();
    const { data } = await save(s, MUG);
    const again = await save(s, { stockCode: "kupa-01", shelf: "B3" });
    const read = await s.desk<Product>("GET", `/station/products/${data.id}`);
    expect([data.conflicts, again.data.id === data.id, read.data]).toEqual([
      [],
      true,
      { ...data, updatedAt: read.data.updatedAt, shelf: "B3" },
    ]);
    expect(data).toMatchObject(MUG);
  });

  it("is found by words in any spelling, by its shelf, and by a whole barcode", async () => {
    const s = await station();
    await save(s, MUG);
    await save(s, { stockCode: "Ş-100%", title: "Şemsiye" });
    const found = [];
    for (const search of ["semsiye", "100%", "a2", "8690000000012", "koli-12", "koli", "%", "_"])
      found.push(await codesOf(s, `?search=${encodeURIComponent(search)}`));
    expect(found).toEqual([
      ["Ş-100%"],
      ["Ş-100%"],
      ["KUPA-01"],
      ["KUPA-01"],
      ["KUPA-01"],
      [],
      ["Ş-100%"],
      [],
    ]);
  });

  it("is listed in pages by stock code, with the number of all", async () => {
    const s = await station();
    for (const stockCode of ["C", "A", "B"]) await save(s, { stockCode });
    const { list: rows, total } = await list(s, "?limit=2&page=2");
    expect([rows.map(({ stockCode }) => stockCode), total]).toEqual([["C"], 3]);
  });

  it("gets the given barcodes in place of the old ones, and keeps them when none are given", async () => {
    const s = await station();
    await save(s, MUG);
    const kept = await save(s, { stockCode: "KUPA-01", title: "Kupa" });
    const replaced = await save(s, { stockCode: "KUPA-01", barcodes: ["NEW-1"] });
    const emptied = await save(s, { stockCode: "KUPA-01", barcodes: [] });
    expect([kept.data.barcodes, replaced.data.barcodes, emptied.data.barcodes]).toEqual([
      MUG.barcodes,
      ["NEW-1"],
      [],
    ]);
  });

  it("is refused with a barcode of another product, also as a GTIN of another length, and nothing of it is saved", async () => {
    const s = await station();
    await save(s, MUG);
    const refused = await save(s, { stockCode: "TABAK", barcodes: ["08690000000012"] });
    expect([refused.status, refused.code, await codesOf(s)]).toEqual([409, "E2251", ["KUPA-01"]]);
    expect(refused.message).toContain("KUPA-01");
  });

  it("is removed with its barcodes, which another product may have then, and starts empty when it is added again", async () => {
    const s = await station();
    const { data } = await save(s, MUG);
    const removed = await s.desk("DELETE", `/station/products/${data.id}`);
    const gone = await s.desk("GET", `/station/products/${data.id}`);
    const twice = await s.desk("DELETE", `/station/products/${data.id}`);
    const other = await save(s, { stockCode: "TABAK", barcodes: MUG.barcodes });
    const again = await save(s, { stockCode: "KUPA-01" });
    expect([removed.status, gone.code, twice.code, other.status]).toEqual([
      200,
      "E2250",
      "E2250",
      200,
    ]);
    expect([again.data.title, again.data.shelf, again.data.barcodes]).toEqual(["", "", []]);
  });

  it.each([
    ["an empty stock code", { stockCode: " " }],
    ["a barcode with a space", { stockCode: "A", barcodes: ["869 1"] }],
    ["a negative weight", { stockCode: "A", weightGrams: -1 }],
    ["a side of 11 m", { stockCode: "A", lengthMm: 11_000 }],
    ["a picture from a file", { stockCode: "A", imageURL: "file:///etc/passwd" }],
    ["a picture that is a script", { stockCode: "A", imageURL: "javascript:alert(1)" }],
    ["an unknown field", { stockCode: "A", price: 1 }],
  ])("is refused with %s", async (_what, product) => {
    const s = await station();
    expect([(await save(s, product)).code, await codesOf(s)]).toEqual(["E1085", []]);
  });
});

describe("the settings of products", () => {
  it("are those of the organization; only an owner or admin changes them", async () => {
    const s = await station();
    const before = await s.desk<ProductSettings>("GET", "/station/products/settings");
    const changed = await s.desk<ProductSettings>("PATCH", "/station/products/settings", {
      stopsUnusualWeight: true,
    });
    const { token } = memberWithToken(s, "user");
    const refused = await s.call(
      "PATCH",
      "/station/products/settings",
      { stopsUnusualWeight: false },
      { authorization: `Bearer ${token}` },
    );
    const after = await s.desk<ProductSettings>("GET", "/station/products/settings");
    expect([before.data, changed.data, refused.body.code, after.data]).toEqual([
      { stopsUnusualWeight: false },
      { stopsUnusualWeight: true },
      "E1055",
      { stopsUnusualWeight: true },
    ]);
  });
});
