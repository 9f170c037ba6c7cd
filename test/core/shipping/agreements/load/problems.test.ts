/** Findings in price lists: each problem refuses the list and names its row and column. */
import { describe, expect, it } from "vitest";
import {
  NOTICE_CODES,
  PROBLEM_CODES,
  type NoticeCode,
  type ProblemCode,
} from "../../../../../core/shipping/agreements/load/findings.schema.ts";
import { findingSentence } from "../../../../../core/shipping/agreements/load/finding-sentences.schema.ts";
import { loadPriceList } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import type { LoadOptions } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import { bookOf, csvOf, findingsOf, load, optionsOf, type Table } from "./lists.ts";

const ZONES = ["Desi", "Şehir içi", "Uzak"];
const PRICES = ["Bölge", "Desi", "Fiyat"];
const many = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

const LANGUAGES = ["en", "tr"] as const;

type Case = readonly [string, Table, readonly string[], Partial<LoadOptions>?];

const PROBLEMS: Readonly<Record<ProblemCode, readonly Case[]>> = {
  priceMissing: [
    ["an empty price", [ZONES, ["1", "10,5", "11"], ["2", "", "12"]], ["priceMissing B3"]],
    ["a dash", [PRICES, ["A", "1", "-"]], ["priceMissing C2"]],
    ["a step without prices", [ZONES, ["1", "", ""]], ["priceMissing B2", "priceMissing C2"]],
  ],
  notANumber: [
    ["a word", [ZONES, ["1", "10,5", "sorunuz"]], ["notANumber C2"]],
    ["a unit", [ZONES, ["1", "10,5", "12 kg"]], ["notANumber C2"]],
    ["an error of a formula", [ZONES, ["1", "10,5", "#DIV/0!"]], ["notANumber C2"]],
  ],
  ambiguousNumber: [
    ["1.250 alone", [ZONES, ["1", "10", "1.250"]], ["ambiguousNumber C2"]],
    [
      "two formats",
      [ZONES, ["1", "10.5", "1.250"], ["2", "11,5", "1.260,0"]],
      ["ambiguousNumber C2"],
    ],
  ],
  otherCurrency: [
    ["a sign", [ZONES, ["1", "10,5", "€ 12"]], ["otherCurrency C2"]],
    ["a code", [ZONES, ["1", "10,5", "12 USD"]], ["otherCurrency C2"]],
    ["a code that is not known", [ZONES, ["1", "10,5", "12 SEK"]], ["otherCurrency C2"]],
    [
      "a heading",
      [
        ["Desi", "Price (GBP)"],
        ["1", "10,5"],
      ],
      ["otherCurrency B1"],
    ],
    ["a title", [["Fiyatlar", "EURO"], ZONES, ["1", "2", "3"]], ["otherCurrency B1"]],
    [
      "a column of currencies",
      [
        ["Desi", "Fiyat", "Para birimi"],
        ["1", "10,5", "TRY"],
        ["2", "11", "USD"],
      ],
      ["otherCurrency C3"],
    ],
  ],
  desiUnreadable: [
    ["a word", [ZONES, ["paket", "10,5", "12"]], ["desiUnreadable A2", "noSteps 1"]],
    ["a range backwards", [ZONES, ["5-3", "10,5", "12"], ["6", "13", "14"]], ["desiUnreadable A2"]],
    ["no desi", [ZONES, ["", "10,5", "12"], ["6", "13", "14"]], ["desiUnreadable A2"]],
    ["two readings", [ZONES, ["1.250", "10,5", "12"], ["6", "13", "14"]], ["desiUnreadable A2"]],
    [
      "a last desi that is a word",
      [
        ["Min Desi", "Max Desi", "Fiyat"],
        ["1", "x", "5"],
        ["1", "5", "6"],
      ],
      ["desiUnreadable B2"],
    ],
  ],
  dateCell: [
    ["a month", [ZONES, ["01.Mar", "10,5", "12"], ["6", "13", "14"]], ["dateCell A2"]],
    ["a day", [ZONES, ["1", "10,5", "12"], ["5.04.2026", "13", "14"]], ["dateCell A3"]],
  ],
  overlap: [
    ["two ranges", [ZONES, ["1-5", "1", "1"], ["4-8", "2", "2"]], ["overlap A3"]],
    ["the rows in any order", [ZONES, ["4-8", "2", "2"], ["1-5", "1", "1"]], ["overlap A2"]],
    ["further desi", [ZONES, ["1-5", "1", "1"], ["4+", "2", "2"]], ["overlap A3"]],
  ],
  gap: [
    ["two ranges", [ZONES, ["1-3", "1", "1"], ["6-10", "2", "2"]], ["gap A3"]],
    [
      "a forgotten row",
      [ZONES, ...[1, 2, 4, 5].map((desi) => [String(desi), "1", "1"])],
      ["gap A4"],
    ],
    ["a number after a range", [ZONES, ["1-3", "1", "1"], ["6", "2", "2"]], ["gap A3"]],
    ["further desi", [ZONES, ["1-5", "1", "1"], ["8+", "2", "2"]], ["gap A3"]],
  ],
  negative: [["a price below zero", [ZONES, ["1", "-10,5", "12"]], ["negative B2"]]],
  tooLarge: [["more than a million", [ZONES, ["1", "10,5", "1000000,01"]], ["tooLarge C2"]]],
  sameDesiTwice: [
    ["a row twice", [ZONES, ["1-3", "1", "1"], ["1-3", "2", "2"]], ["sameDesiTwice A3"]],
    ["another first desi", [ZONES, ["1-3", "1", "1"], ["2-3", "2", "2"]], ["sameDesiTwice A3"]],
    [
      "two envelopes",
      [ZONES, ["Dosya", "1", "1"], ["Zarf", "1", "2"], ["1", "2", "2"]],
      ["sameDesiTwice A3"],
    ],
  ],
  twoPrices: [["a price twice", [PRICES, ["A", "1", "5"], ["a", "1", "6"]], ["twoPrices B3"]]],
  noSteps: [
    ["an envelope alone", [ZONES, ["Dosya", "1", "1"]], ["noSteps 2"]],
    ["no rows", [ZONES, ["KDV hariçtir", "", ""]], ["noSteps 1"]],
  ],
  unknownZone: [
    [
      "a zone that the agreement lacks",
      [ZONES, ["1", "1", "1"]],
      ["zoneMissing 1", "unknownZone C1"],
      { zones: ["ŞEHİR İÇİ", "Yakın"] },
    ],
  ],
  zoneMissing: [
    [
      "a zone without one step",
      [PRICES, ["A", "1", "5"], ["A", "2", "6"], ["B", "1", "7"]],
      ["zoneMissing 3"],
    ],
  ],
  zoneEmpty: [
    [
      "prices without a heading",
      [
        ["Desi", "A", ""],
        ["1", "1", "2"],
      ],
      ["zoneEmpty C1"],
    ],
    ["a row without a zone", [PRICES, ["", "1", "5"]], ["zoneEmpty A2"]],
  ],
  zoneTwice: [
    [
      "one name for two columns",
      [
        ["Desi", "Uzak", "UZAK"],
        ["1", "1", "2"],
      ],
      ["zoneTwice C1"],
    ],
  ],
  serviceEmpty: [
    [
      "a row without a service",
      [
        ["Servis", "Desi", "Fiyat"],
        ["", "1", "5"],
      ],
      ["serviceEmpty A2"],
    ],
  ],
  nameTooLong: [
    [
      "a zone",
      [
        ["Desi", "A".repeat(61)],
        ["1", "1"],
      ],
      ["nameTooLong B1"],
    ],
  ],
  tooManyZones: [
    [
      "101 columns",
      [
        ["Desi", ...many(101).map((n) => `B${n}`)],
        ["1", ...many(101).map(() => "5")],
      ],
      ["tooManyZones 1"],
    ],
  ],
  tooManyServices: [
    [
      "101 services",
      [["Hizmet", "Desi", "Fiyat"], ...many(101).map((n) => [`S${n}`, "1", "5"])],
      ["tooManyServices 1"],
    ],
  ],
  tooManySteps: [
    ["2,001 rows", [["Desi", "Fiyat"], ...many(2_001).map((n) => [n, "5"])], ["tooManySteps 1"]],
  ],
};

describe.each(PROBLEM_CODES)("the problem %s", (code) => {
  it.each(
    PROBLEMS[code].map(([what, table, findings, options]) => ({ what, table, findings, options })),
  )("the list is refused for $what", async ({ table, findings, options }) => {
    const result = await load(table, options);
    expect(findingsOf(result).toSorted()).toEqual(findings.toSorted());
    const problems = result.step === "refused" ? result.problems : [];
    expect(problems.map(({ code: found }) => found)).toContain(code);
    for (const problem of problems)
      expect(LANGUAGES.map((language) => findingSentence(language, problem)).join()).not.toContain(
        "{{",
      );
  });
});

const NOTICES: Readonly<Record<NoticeCode, Case>> = {
  pricesFall: [
    "",
    [ZONES, ["1", "5", "6"], ["2", "7", "5,5"], ["3+", "1", "1"]],
    ["pricesFall C3"],
  ],
  rounded: [
    "",
    [
      ["Desi", "Fiyat"],
      ["1", "5,125"],
      ["2", "6,1349"],
      ["3+", "1"],
    ],
    ["rounded B2"],
  ],
  startsAbove: ["", [ZONES, ["5-10", "5", "6"], ["11+", "1", "1"]], ["startsAbove A2"]],
  noFurtherDesi: ["", [ZONES, ["1", "5", "6"], ["2", "7", "8"]], ["noFurtherDesi A3"]],
  furtherDesiDear: ["", [ZONES, ["1", "5", "6"], ["2+", "9", "8"]], ["furtherDesiDear B3"]],
  rowIgnored: [
    "",
    [ZONES, ["1", "5", "6"], ["2+", "1", "1"], ["KDV hariçtir", "", ""]],
    ["rowIgnored 4"],
  ],
};

it.each(NOTICE_CODES)("the notice %s is shown with the list that is loaded", async (code) => {
  const [, table, findings] = NOTICES[code];
  const result = await load(table);
  expect(findingsOf(result)).toEqual(findings);
  const notices = result.step === "loaded" ? result.notices : [];
  for (const notice of notices)
    expect(LANGUAGES.map((language) => findingSentence(language, notice)).join()).not.toContain(
      "{{",
    );
});

describe("the problems of a list", () => {
  it("all problems come at once, in the order of the rows, up to 100 with their number", async () => {
    const result = await load([ZONES, ...many(150).map((n) => [n, "x", n === 1 ? "y" : "5"])]);
    expect(result).toMatchObject({ step: "refused", count: 151 });
    expect(findingsOf(result).slice(0, 3)).toEqual([
      "notANumber B2",
      "notANumber C2",
      "notANumber B3",
    ]);
    expect(findingsOf(result)).toHaveLength(100);
  });

  it("an ambiguous number names both readings, and is read by the sign that a person gives", async () => {
    const table = [ZONES, ["1", "10", "1.250"], ["2+", "1", "1"]];
    expect(await load(table)).toMatchObject({
      problems: [{ values: { text: "1.250", first: "1250.00", second: "1.25" } }],
    });
    const prices = await Promise.all(
      ([",", "."] as const).map(async (decimalSign) => load(table, { decimalSign })),
    );
    expect(prices).toMatchObject([
      { list: { services: [{ steps: [{ prices: [1_000, 125_000] }] }] } },
      { list: { services: [{ steps: [{ prices: [1_000, 125] }] }] } },
    ]);
  });

  it("a sentence names the values of its finding in the number format of the language", () => {
    const falling = {
      code: "pricesFall",
      values: { step: "4-5, $& Uzak", before: "1250.50", price: "9.00" },
    } as const;
    const gap = { code: "gap", values: { from: 0.5, to: 3 } } as const;
    expect(
      LANGUAGES.flatMap((language) => [falling, gap].map((one) => findingSentence(language, one))),
    ).toEqual([
      "4-5, $& Uzak: the price falls from 1250.50 to 9.00, though the desi grows.",
      "No step has a price for the desi between 0.5 and 3. Add the missing step, or write this step as a range.",
      "4-5, $& Uzak: desi arttığı hâlde fiyat 1250,50 tutarından 9,00 tutarına düşüyor.",
      "0,5 ile 3 arasındaki desilerin fiyatı yok. Eksik kademeyi ekleyin veya bu kademeyi aralık olarak yazın.",
    ]);
  });

  it("a workbook's numbers have one reading, and its text is read like that of a CSV file", async () => {
    const book = await bookOf([ZONES, ["1", 1.125, "1.250"], [2, 1250.5, 99.40000000000001]]);
    expect(findingsOf(await loadPriceList(book, optionsOf()))).toEqual(["ambiguousNumber C2"]);
    const exact = await bookOf([
      ZONES,
      ["1", 1.125, 1.25],
      [2, 1250.5, 99.40000000000001],
      ["3+", 1, 1],
    ]);
    expect(await loadPriceList(exact, optionsOf())).toMatchObject({
      notices: [{ code: "rounded", row: 2, column: "B", values: { count: 1 } }],
      list: { services: [{ steps: [{ prices: [113, 125] }, { prices: [125_050, 9_940] }] }] },
    });
  });

  it("thousands may be parted by spaces, and the lira may be named", async () => {
    const result = await loadPriceList(
      csvOf([ZONES, ["1", "₺1 250,50", "1.250,50 TL"], ["2+", "TRY 1", "1 tl"]]),
      optionsOf(),
    );
    expect(result).toMatchObject({
      list: { services: [{ steps: [{ prices: [125_050, 125_050] }] }] },
    });
  });
});
