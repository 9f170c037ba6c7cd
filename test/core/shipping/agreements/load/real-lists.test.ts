/** Price lists of real agreements, in each shape and format, load to the kuruş. */
import { describe, expect, it } from "vitest";
import { loadPriceList } from "../../../../../core/shipping/agreements/load/load-price-list.ts";
import { bookOf, csvOf, findingsOf, load, optionsOf, type Table } from "./lists.ts";

/** Yurtiçi, corporate, November 2025: one price for all destinations. */
const YURTICI: readonly (readonly [string, number])[] = [
  ["Dosya", 99.4],
  ["1-3", 117.9],
  ["4-5", 135.5],
  ["6-10", 155.65],
  ["11-15", 199.9],
  ["16-20", 266],
  ["21-25", 332.5],
  ["26-30", 399],
  ["31-35", 465.5],
  ["36-40", 532],
  ["41-45", 598.5],
  ["46-50", 665],
  ["51+", 13.3],
];
const YURTICI_SERVICE = {
  name: "",
  file: { upToDesi: 0.5, prices: [9940] },
  steps: [
    [3, 11_790],
    [5, 13_550],
    [10, 15_565],
    [15, 19_990],
    [20, 26_600],
    [25, 33_250],
    [30, 39_900],
    [35, 46_550],
    [40, 53_200],
    [45, 59_850],
    [50, 66_500],
  ].map(([upToDesi, price]) => ({ upToDesi, prices: [price] })),
  perExtraDesi: { prices: [1330], isExact: false },
};

/** UPS, agreement until June 2026. */
const UPS: readonly (readonly [string, number])[] = [
  ["1-5", 93.31],
  ["6-10", 108.5],
  ["11-15", 130.2],
  ["16-25", 151.9],
  ["26-30", 173.6],
  ["31-40", 217],
  ["41-50", 271.25],
  ["İlave desi", 7.6],
];
const UPS_SERVICE = {
  name: "",
  file: null,
  steps: [
    [5, 9331],
    [10, 10_850],
    [15, 13_020],
    [25, 15_190],
    [30, 17_360],
    [40, 21_700],
    [50, 27_125],
  ].map(([upToDesi, price]) => ({ upToDesi, prices: [price] })),
  perExtraDesi: { prices: [760], isExact: false },
};

const FORMATS: readonly (readonly [string, (table: Table) => Buffer | Promise<Buffer>])[] = [
  ["CSV with semicolons", (table) => csvOf(table)],
  ["CSV with commas", (table) => csvOf(table, ",")],
  ["CSV with tabs and points", (table) => csvOf(table, "\t", ".")],
  ["CSV in UTF-16", (table) => Buffer.from(`\uFEFF${csvOf(table).toString()}`, "utf16le")],
  ["XLSX", bookOf],
];
const LISTS = [
  ["Yurtiçi", YURTICI, YURTICI_SERVICE],
  ["UPS", UPS, UPS_SERVICE],
] as const;

describe.each(LISTS)("the list of %s", (_carrier, rows, service) => {
  const ends = (text: string): string[] => (/^\d+-\d+$/.test(text) ? text.split("-") : [text, ""]);
  const SHAPES: readonly (readonly [string, Table])[] = [
    ["one price for all zones", [["Desi/Kg", "Fiyat"], ...rows]],
    [
      "a title above the headings",
      [["Kurumsal fiyat listesi 2025", ""], ["", ""], ["KG-DS", "Birim Fiyat (TL)"], ...rows],
    ],
    [
      "one price in a row",
      [["Desi From", "Desi To", "Price"], ...rows.map(([desi, price]) => [...ends(desi), price])],
    ],
  ];
  it.each(
    SHAPES.flatMap(([shape, table]) =>
      FORMATS.map(([format, write]) => [shape, format, table, write] as const),
    ),
  )("with %s, as %s, it loads to the kuruş", async (_shape, _format, table, write) => {
    expect(await loadPriceList(await write(table), optionsOf())).toMatchObject({
      step: "loaded",
      list: { zones: [], services: [service] },
      notices: [],
    });
  });

  it("with a column for each zone and as one price in a row with zones it gives the same steps", async () => {
    const zones = await load([
      ["Desi", "Şehir içi (TL)", "Uzak"],
      ...rows.map(([desi, price]) => [desi, price, price * 2]),
    ]);
    const prices = await load([
      ["Bölge", "Desi", "Tutar", "Para birimi"],
      ...["Şehir içi", "Uzak"].flatMap((zone, i) =>
        rows.map(([desi, price]) => [zone, desi, price * (i + 1), "TL"]),
      ),
    ]);
    expect([zones, prices].map(findingsOf)).toEqual([[], []]);
    expect(zones).toMatchObject({ list: { zones: ["Şehir içi", "Uzak"] } });
    expect("list" in prices && prices.list).toEqual("list" in zones && zones.list);
  });
});

it("the column of the Yurtiçi list that includes the service fee gives the same net prices", async () => {
  const withFee = YURTICI.map(([desi, price]) => [desi, Math.round(price * 102.35) / 100]);
  const result = await loadPriceList(
    csvOf([["Desi", "Fiyat"], ...withFee] as Table),
    optionsOf("fee"),
  );
  expect(result).toMatchObject({ list: { services: [YURTICI_SERVICE] } });
});

it.each([
  ["nothing", "142.48", 14_248],
  ["vat", "120", 10_000],
  ["fee", "102.35", 10_000],
  ["feeAndVat", "142.48", 11_601],
  ["feeAndVat", "122.82", 10_000],
  ["vat", "0.006", 1],
  ["vat", "0.0059", 0],
] as const)(
  "a price that includes %s: %s is %i kuruş net, half a kuruş upwards",
  async (include, price, minor) => {
    const result = await loadPriceList(
      csvOf([
        ["Desi", "Fiyat"],
        ["1", price],
        ["2+", "0.01"],
      ]),
      optionsOf(include),
    );
    expect(result).toMatchObject({ list: { services: [{ steps: [{ prices: [minor] }] }] } });
  },
);

it("services keep the order and the spelling of their first row", async () => {
  const result = await load([
    ["Hizmet", "Desi", "Fiyat"],
    ["Standart", "1", "10,00"],
    ["Ertesi Gün", "1", "20,00"],
    ["STANDART", "2+", "1,00"],
    ["ertesi gün", "2+", "2,00"],
  ]);
  expect(result).toMatchObject({
    list: {
      services: [
        { name: "Standart", perExtraDesi: { prices: [100] } },
        { name: "Ertesi Gün", perExtraDesi: { prices: [200] } },
      ],
    },
  });
});
