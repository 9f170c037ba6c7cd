/** Files that are whole agreements, over HTTP. */
import { expect, it } from "vitest";
import type { AgreementView } from "../../../../../core/shipping/agreements/agreements.schema.ts";
import type { WholeVersion } from "../../../../../core/shipping/agreements/agreements.schema.ts";
import { HEAD_NAMES } from "../../../../../core/shipping/agreements/file/head-names.ts";
import { templateText } from "../../../../../core/shipping/agreements/load/template.ts";
import type { Station } from "../../../../helpers/station.ts";
import { bookOf, type Table } from "../load/lists.ts";
import { enterBytes, enterTable, fileStation, HEAD, LIST, problemsOf } from "./agreement-files.ts";

const listed = async (s: Station): Promise<AgreementView[]> =>
  (await s.desk<AgreementView[]>("GET", "/station/agreements")).data.filter(
    ({ isSample }) => !isSample,
  );

async function tariffIn(s: Station): Promise<WholeVersion["tariff"]> {
  const [agreement] = await listed(s);
  const { data } = await s.desk<WholeVersion>(
    "GET",
    `/station/agreements/${agreement?.id}/versions/${agreement?.versions.at(-1)?.id}`,
  );
  return data.tariff;
}

it("a short file makes an agreement with the usual rules, and its known zones have their distances", async () => {
  const s = await fileStation();
  const answer = await enterTable(s, [...HEAD, ...LIST]);
  expect(answer).toMatchObject({
    step: "entered",
    isNew: true,
    validFrom: "2026-12-01",
    agreement: { providerCode: "YURTICI", name: "Yurtiçi Kargo", contractNumber: "S-1" },
  });
  expect(await tariffIn(s)).toMatchObject({
    desiDivisor: 3_000,
    rounding: { step: 1, direction: "up" },
    zones: {
      by: "distance",
      zones: [
        { name: "Şehir içi", maxKm: 0 },
        { name: "Yakın", maxKm: 200 },
        { name: "Uzak", maxKm: null },
      ],
    },
    services: [
      {
        code: "YURTICI_STANDART",
        name: "Yurtiçi Standart",
        promise: { days: [1], cutOff: "17:00", onSaturdays: false },
        collects: "never",
      },
    ],
    fuel: [],
    extras: [],
    tax: { fee: { ppm: null, on: "all" }, vatPpm: null },
  });
});

it("every line of the head has its effect", async () => {
  const s = await fileStation();
  const answer = await enterTable(s, [
    ["Carrier", "Deneme Lojistik"],
    ["Contract number", "C 7"],
    ["Tracking link", "https://t.example/{barcode}"],
    ["Service code", "deneme_hizli"],
    ["Service", "Hızlı"],
    ["First day", "2026-12-01"],
    ["Last day", "31/12/2026"],
    ["Prices include", "VAT"],
    ["Service fee on", "freight"],
    ["Divisor", "4000"],
    ["Rounding", "nearest"],
    ["First barcode", "DN0001"],
    ["Last barcode", "DN0099"],
    ["First barcode", "DN0200"],
    ["Last barcode", "DN0299"],
    ["Check digit", "mod 10"],
    ["Payment", "on account"],
    ["Credit limit", "50.000,50"],
    ["Fuel %", "3,5"],
    ["Discount %", "% 10"],
    ["Minimum", "50"],
    ["Return %", "80"],
    ["Cash on delivery: least", "25"],
    ["Cash on delivery: %", "2"],
    ["SMS", "3"],
    ["Phone notice", "12,50"],
    ["Collection", "30"],
    ["Heavy above 100 kg", "4000"],
    ["Oversize above 150 cm", "60"],
    ["Max kg", "120"],
    ["Max desi", "90,5"],
    ["Max side", "200 cm"],
    ["Promised days", "2, 1"],
    ["Cut-off", "9:30"],
    ["Saturdays", "yes"],
    ["Zone A", "others"],
    ["Zone B", "Ankara, 34"],
    ["Desi", "A", "B"],
    ["1", "120", "60"],
  ]);
  expect(answer.problems).toEqual([]);
  expect(answer.agreement).toMatchObject({
    providerCode: "DENEMELOJISTIK",
    checkDigit: "mod10",
    trackingUrl: "https://t.example/{barcode}",
    onAccount: true,
    creditLimit: "50000.50",
    left: 199,
    versions: [{ validFrom: "2026-12-01", validUntil: "2026-12-31" }],
  });
  expect(await tariffIn(s)).toMatchObject({
    desiDivisor: 4_000,
    rounding: { direction: "nearest" },
    zones: {
      by: "provinces",
      zones: [{ name: "A" }, { name: "B" }],
      pairs: [
        { from: [], to: ["06", "34"], zone: 1 },
        { from: [], to: [], zone: 0 },
      ],
    },
    services: [
      {
        code: "DENEME_HIZLI",
        name: "Hızlı",
        promise: { days: [2, 1], cutOff: "09:30", onSaturdays: true },
        steps: [{ upToDesi: 1, prices: [10_000, 5_000] }],
        maxKg: 120,
        maxDesi: 90.5,
        maxSideCm: 200,
        minimum: 5_000,
        discountPpm: 100_000,
        collects: "also",
      },
    ],
    fuel: [{ from: "2026-12-01", ppm: 35_000 }],
    extras: [
      { kind: "heavy", measure: "kg", over: 100, per: null, amount: 400_000 },
      { kind: "oversize", overSideCm: 150, amount: 6_000 },
      { kind: "collection", amount: 3_000 },
      { kind: "notice", by: "phone", amount: 1_250 },
      { kind: "notice", by: "sms", amount: 300 },
      { kind: "cashOnDelivery", by: "both", min: 2_500, ppm: 20_000 },
    ],
    returnPpm: 800_000,
    tax: { fee: { on: "freight" } },
  });
});

it("zones in another order than their distances keep their prices and days", async () => {
  const s = await fileStation();
  await enterTable(s, [
    ...HEAD,
    ["Teslim günleri", "3,1"],
    ["Desi", "Uzak", "Şehir içi"],
    ["1", "120", "100"],
  ]);
  const { zones, services } = await tariffIn(s);
  expect([
    zones.by === "distance" && zones.zones.map(({ name }) => name),
    services[0]?.steps[0]?.prices,
    services[0]?.promise.days,
  ]).toEqual([
    ["Şehir içi", "Uzak"],
    [10_000, 12_000],
    [1, 3],
  ]);
});

it("one price for all of Turkey needs no zone", async () => {
  const s = await fileStation();
  const answer = await enterTable(s, [...HEAD, ["Desi", "Tüm Türkiye"], ["1", "99,40"]]);
  expect(answer.step).toBe("entered");
  expect((await tariffIn(s)).zones).toEqual({ by: "none" });
});

it.each([
  ["zones", "en"],
  ["zones", "tr"],
  ["prices", "en"],
  ["prices", "tr"],
] as const)("the template of the shape %s in %s is an agreement", async (shape, language) => {
  const s = await fileStation();
  const { data } = await enterBytes(s, Buffer.from(templateText(shape, language, "2027-01-01")));
  expect(data).toMatchObject({ step: "entered", problems: [], notices: [] });
  expect((await tariffIn(s)).zones).toMatchObject({
    zones: [{ maxKm: 0 }, { maxKm: 200 }, { maxKm: null }],
  });
});

it.each(["en", "tr"] as const)("the template in %s has every line", (language) => {
  const text = templateText("zones", language, "2027-01-01");
  const names = Object.values(HEAD_NAMES).map((known) => known[language === "en" ? 0 : 1]);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it("the same file again changes nothing, also after its first day and from a workbook", async () => {
  const s = await fileStation();
  const table: Table = [...HEAD, ["İlk barkod", "100"], ["Son barkod", "199"], ...LIST];
  await enterTable(s, table);
  const before = await listed(s);
  expect(await enterTable(s, table)).toMatchObject({ step: "alreadyEntered", isNew: false });
  s.clock.nowMs = Date.parse("2026-12-20T09:00:00.000Z");
  expect((await enterBytes(s, await bookOf(table))).data.step).toBe("alreadyEntered");
  const after = await listed(s);
  expect(after.map(({ id, ranges, versions }) => [id, ranges.length, versions.length])).toEqual(
    before.map(({ id }) => [id, 1, 1]),
  );
});

it("a later file adds a version and the ranges that are missing", async () => {
  const s = await fileStation();
  const ranges: Table = [
    ["İlk barkod", "100"],
    ["Son barkod", "199"],
  ];
  await enterTable(s, [...HEAD, ...ranges, ...LIST]);
  const answer = await enterTable(s, [
    ...HEAD.slice(0, 2),
    ["İlk gün", "01.01.2027"],
    ...ranges,
    ["İlk barkod", "500"],
    ["Son barkod", "599"],
    ...LIST,
  ]);
  expect(answer).toMatchObject({
    step: "entered",
    isNew: false,
    addedRanges: 1,
    validFrom: "2027-01-01",
  });
  expect(answer.agreement?.versions.map(({ validFrom }) => validFrom)).toEqual([
    "2026-12-01",
    "2027-01-01",
  ]);
});

it("a preview shows the agreement, and saves and records nothing", async () => {
  const s = await fileStation();
  const table: Table = [...HEAD, ["İlk barkod", "100"], ["Son barkod", "199"], ...LIST];
  const recorded = async (): Promise<number> =>
    (await s.desk<{ list: { operation: string }[] }>("GET", "/station/audit")).data.list.filter(
      ({ operation }) => operation === "enterAgreementFile",
    ).length;
  const answer = await enterTable(s, table, { preview: true });
  expect(answer).toMatchObject({ step: "previewed", isNew: true, agreement: { left: 100 } });
  expect([await listed(s), await recorded()]).toEqual([[], 0]);
  await enterTable(s, [...HEAD, ["Hız", "3"], ...LIST]);
  expect(await recorded()).toBe(0);
  const entered = await enterTable(s, table);
  expect(entered).toMatchObject({ step: "entered", agreement: { left: 100 } });
  const audit = await s.desk<{ list: { operation: string; subjectID: string }[] }>(
    "GET",
    "/station/audit",
  );
  expect(audit.data.list[0]).toMatchObject({
    operation: "enterAgreementFile",
    subjectID: entered.agreement?.id,
  });
});

it("headings without a known meaning need a mapping, which the answer proposes", async () => {
  const s = await fileStation();
  const table: Table = [...HEAD, ["Ebat", "Ücretimiz A", "B"], ["1", "100", "110"]];
  const answer = await enterTable(s, table);
  expect(answer).toMatchObject({
    step: "unknown",
    agreement: null,
    headings: { row: 4 },
    mapping: { shape: "zones", headingsRow: 4 },
  });
});

it("taxes of the call replace the taxes of the file", async () => {
  const s = await fileStation();
  await enterTable(s, [...HEAD, ["Desi", "Fiyat"], ["1", "120"]], { pricesInclude: "vat" });
  expect((await tariffIn(s)).services[0]?.steps[0]?.prices).toEqual([10_000]);
});

it("a file with a wrong head and wrong prices names all problems at once", async () => {
  const s = await fileStation();
  const answer = await enterTable(s, [
    ["Hız", "3"],
    ["Ödeme", "peşin"],
    ["Yakıt %", "çok"],
    ["İlk gün", "32.12.2026"],
    ["Desi", "Şehir içi", "Uzak"],
    ["1", "100", "110"],
    ["2", "10 USD", ""],
  ]);
  expect([answer.step, answer.agreement]).toEqual(["refused", null]);
  expect(problemsOf(answer)).toEqual([
    "headUnknown A1",
    "headChoice B2",
    "headPercent B3",
    "headDay B4",
    "headMissing 5",
    "otherCurrency B7",
    "priceMissing C7",
  ]);
  expect(await listed(s)).toEqual([]);
});

it("the text of a CSV file in English words is read too", async () => {
  const s = await fileStation();
  const text = 'Carrier,UPS\nFirst day,2026-12-01\nPromised days,"1,2"\nDesi,City,Far\n1,10,20\n';
  expect((await enterBytes(s, Buffer.from(text))).data.step).toBe("entered");
});
