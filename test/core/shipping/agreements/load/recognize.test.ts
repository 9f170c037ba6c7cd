/** Headings of price lists, desi texts, and mappings that a person gives. */
import { describe, expect, it } from "vitest";
import {
  readDesi,
  readDesiPair,
  type Desi,
} from "../../../../../core/shipping/agreements/load/desi.ts";
import { headingsKey } from "../../../../../core/shipping/agreements/load/headings.ts";
import { mappingSchema } from "../../../../../core/shipping/agreements/load/mapping.schema.ts";
import { recognize } from "../../../../../core/shipping/agreements/load/recognize.ts";
import { readSheet } from "../../../../../core/shipping/agreements/load/read-sheet.ts";
import { columnIndex, columnName } from "../../../../../core/shipping/agreements/load/columns.ts";
import { csvOf, findingsOf, load, type Table } from "./lists.ts";

const step = (from: number | undefined, upTo: number): Desi => ({ kind: "step", from, upTo });
const further = (above?: number): Desi => ({ kind: "further", above });
const FILE: Desi = { kind: "file" };

describe("a desi cell", () => {
  it.each<readonly [string, Desi | undefined]>([
    ["0-1", step(0, 1)],
    ["1-3", step(1, 3)],
    ["4 - 5", step(4, 5)],
    ["0–1", step(0, 1)],
    ["6 — 10 desi", step(6, 10)],
    ["1-3 Desi/Kg", step(1, 3)],
    ["0,5-1,5 kg", step(0.5, 1.5)],
    ["16 ile 20 arası", step(16, 20)],
    ["1 to 3", step(1, 3)],
    ["1", step(undefined, 1)],
    ["5 desi", step(undefined, 5)],
    ["5kg", step(undefined, 5)],
    ["5 desiye kadar", step(undefined, 5)],
    ["50 desiden fazla", further(50)],
    ["5'e kadar", step(undefined, 5)],
    ["up to 5", step(undefined, 5)],
    ["0.5", step(undefined, 0.5)],
    ["Dosya", FILE],
    ["DOSYA / ZARF", FILE],
    ["File", FILE],
    ["Zarf", FILE],
    ["Evrak (dosya)", FILE],
    ["51+", further(51)],
    ["50+ her desi için", further(50)],
    ["10+ each", further(10)],
    ["+50", further(50)],
    ["50 üstü", further(50)],
    ["50 desi üstü", further(50)],
    ["50 ve üzeri her desi", further(50)],
    ["50 VE ÜZERİ HER DESİ İÇİN", further(50)],
    ["over 50, each", undefined],
    ["over 50 kg", further(50)],
    ["50 and above", further(50)],
    ["50'den fazla", further(50)],
    ["> 50", further(50)],
    ["İlave desi", further()],
    ["Her ilave desi", further()],
    ["İlave her 1 desi", further()],
    ["Each further desi", further()],
    ["per additional kg", further()],
    ["", undefined],
    ["0", undefined],
    ["3-1", undefined],
    ["1-2-3", undefined],
    ["-3", undefined],
    ["1.250", undefined],
    ["200000", undefined],
    ["KDV", undefined],
    ["1-3 arası hariç", undefined],
  ])("the desi of %j is %j", (text, desi) => {
    expect(readDesi({ text, kind: "text" })).toEqual(desi);
  });

  it("a step may have its first and last desi in two cells", () => {
    const pair = (from: string, upTo: string): Desi | undefined =>
      readDesiPair({ text: from, kind: "text" }, { text: upTo, kind: "text" });
    expect([
      pair("0", "1"),
      pair("4", "5"),
      pair("51", ""),
      pair("Dosya", ""),
      pair("İlave desi", ""),
      pair("", "3"),
      pair("5", "3"),
      pair("x", "3"),
      pair("1-2", "3"),
      pair("", ""),
    ]).toEqual([
      step(0, 1),
      step(4, 5),
      further(51),
      FILE,
      further(),
      step(undefined, 3),
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the headings", () => {
  it.each<readonly [string, readonly string[], object]>([
    [
      "desi and zones",
      ["Desi", "Bölge 1", "Bölge 2"],
      { shape: "zones", desi: "A", zones: ["B", "C"] },
    ],
    ["small letters", ["kg-ds", "1", "2"], { shape: "zones", desi: "A", zones: ["B", "C"] }],
    ["weight", ["AĞIRLIK", "Yakın"], { shape: "zones", desi: "A", zones: ["B"] }],
    [
      "an empty first column",
      ["", "Desi / Kg", "Yakın"],
      { shape: "zones", desi: "B", zones: ["C"] },
    ],
    ["desi and price", ["Desi", "Fiyat (KDV hariç)"], { shape: "prices", desi: "A", price: "B" }],
    [
      "all columns of the second shape",
      ["Servis Adı", "Zone", "Desi From", "Desi To", "Net Price (TL)", "Currency"],
      { shape: "prices", service: "A", zone: "B", desi: "C", upTo: "D", price: "E", currency: "F" },
    ],
    [
      "the last desi alone",
      ["Fiyat", "Max. Desi"],
      { shape: "prices", desi: "B", upTo: null, price: "A" },
    ],
  ])("headings with %s are known", async (_what, headings, mapping) => {
    const sheet = await readSheet(
      csvOf([headings, headings.map((heading, i) => (heading === "" ? "" : String(i)))]),
    );
    expect(recognize(sheet)).toMatchObject({ step: "known", headings: { row: 1 }, mapping });
  });

  it.each<readonly [string, Table, object | undefined]>([
    [
      "two columns of prices",
      [
        ["Desi", "Fiyat", "Hizmet bedelli fiyat"],
        ["1-3", "117,90", "120,67"],
        ["4+", "10", "11"],
      ],
      { shape: "prices", desi: "A", price: "B" },
    ],
    [
      "a number of the row first",
      [
        ["Sıra", "Desi", "Yakın", "Orta", "Uzak"],
        ["1", "1-3", "5", "6", "7"],
        ["2", "4+", "1", "1", "1"],
      ],
      { shape: "zones", desi: "B", zones: ["C", "D", "E"] },
    ],
    [
      "limits of another name",
      [
        ["Min", "Max", "Fiyat"],
        ["0", "1", "5"],
        ["2", "3", "6"],
      ],
      { shape: "prices", desi: "A", upTo: "B", price: "C" },
    ],
    [
      "words that mean nothing",
      [
        ["Ali", "Veli"],
        ["x", "y"],
      ],
      undefined,
    ],
  ])("headings with %s are unknown, and a mapping is proposed", async (_what, table, proposed) => {
    const result = recognize(await readSheet(csvOf(table)));
    expect(result.step).toBe("unknown");
    if (proposed === undefined) expect(result).toMatchObject({ proposed });
    else expect(result).toMatchObject({ proposed: { headingsRow: 1, ...proposed } });
  });

  it("headings are searched for in the first 100 rows of the file", async () => {
    const below = (n: number): Table => [
      ...Array.from({ length: n }, (_, i) => [`Satır ${i}`, "x"]),
      ["Desi", "Fiyat"],
      ["1", "5"],
    ];
    const steps = await Promise.all(
      [99, 100].map(async (n) => recognize(await readSheet(csvOf(below(n))))),
    );
    expect(steps).toMatchObject([{ step: "known", headings: { row: 100 } }, { step: "unknown" }]);
  });
});

describe("a mapping", () => {
  const table: Table = [
    ["Liste 7", "", ""],
    ["", "", ""],
    ["Sıra", "Kadem", "Uzak mesafe bedeli"],
    ["1", "1-3", "5"],
    ["2", "4+", "1"],
  ];
  const mapping = { shape: "zones", headingsRow: 3, desi: "B", zones: ["C"] } as const;

  it("a person's mapping is used, and is found again by the key of its headings in another row", async () => {
    const unknown = await load(table);
    expect(unknown).toMatchObject({ step: "unknown", headings: { row: 3 } });
    const { key } = unknown.headings;
    expect(key).toBe(headingsKey(["SIRA", " kadem", "uzak  mesafe bedeli", ""]));
    const mapped = await load(table, { mapping });
    const found = await load([["Bir satır daha", ""], ...table], {
      findMapping: (asked) => (asked === key ? mapping : undefined),
    });
    expect([mapped, found].map((result) => [result.step, findingsOf(result)])).toEqual([
      ["loaded", []],
      ["loaded", []],
    ]);
    expect(found).toMatchObject({
      mapping: { headingsRow: 4 },
      list: { zones: ["Uzak mesafe bedeli"] },
    });
  });

  it("a mapping of columns and rows that the file lacks is refused by its findings", async () => {
    const result = await load(table, {
      mapping: { shape: "zones", headingsRow: 4_000, desi: "ZZ", zones: ["YY"] },
    });
    expect(result).toMatchObject({ step: "refused" });
  });

  it("a mapping that names a column twice has no valid shape", () => {
    expect(mappingSchema.safeParse({ ...mapping, zones: ["B"] }).success).toBe(false);
    expect(mappingSchema.safeParse(mapping).success).toBe(true);
  });

  it("the letters of a column and its number agree", () => {
    const numbers = [0, 25, 26, 51, 52, 199, 701, 702];
    expect(numbers.map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "GR", "ZZ", "AAA"]);
    expect(numbers.map(columnName).map(columnIndex)).toEqual(numbers);
  });
});
