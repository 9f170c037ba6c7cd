/** Building a version of an agreement from the texts of the price form. */
import { describe, expect, it } from "vitest";
import {
  tariffInputSchema,
  tariffOf,
  type TariffInput,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import {
  buildVersion,
  type PriceForm,
} from "../../../../renderer/features/carriers/prices/build-tariff.ts";
import { priceWriter } from "../../../../renderer/features/carriers/prices/price-writer.ts";
import {
  inputOf,
  startTexts,
  USUAL_SERVICE,
  USUAL_TARIFF,
} from "../../../../renderer/features/carriers/prices/start-texts.ts";
import type { Texts } from "../../../../renderer/features/carriers/prices/typed-values.ts";

const CITIES = [
  { name: "Ankara", areaCode: "312", cityCode: "06", countryCode: "TR" },
  { name: "İstanbul", areaCode: "212", cityCode: "34", countryCode: "TR" },
  { name: "İzmir", areaCode: "232", cityCode: "35", countryCode: "TR" },
];

const READ = {
  zones: ["Uzak", "Şehir içi", "1-200 km"],
  services: [
    { name: "", file: null, steps: [{ upToDesi: 3, prices: [100, 80, 90] }], perExtraDesi: null },
  ],
};

function formOf(part: Partial<PriceForm> & { readonly change?: Texts } = {}): PriceForm {
  const base = part.base ?? USUAL_TARIFF;
  const read = part.read === undefined ? READ : part.read;
  const zones =
    read?.zones ?? (base.zones.by === "none" ? [] : base.zones.zones.map(({ name }) => name));
  const start = {
    ...startTexts(base, zones, priceWriter("tr")),
    "code.0": "UPS_STANDART",
    "name.0": "UPS Standart",
    validFrom: "01.12.2026",
    validUntil: "",
  };
  return {
    base,
    read,
    start,
    typed: { ...start, ...part.change },
    cities: CITIES,
    today: "2026-11-29",
  };
}

/** A tariff with extras of single services and days that differ, as the API takes it. */
const OWN: TariffInput = {
  ...USUAL_TARIFF,
  zones: {
    by: "distance",
    zones: [
      { name: "Şehir içi", maxKm: 0 },
      { name: "Uzak", maxKm: null },
    ],
  },
  services: ["UPS_A", "UPS_B"].map((code, i) => ({
    ...USUAL_SERVICE,
    code,
    name: code,
    discountPpm: i * 50_000,
    promise: { ...USUAL_SERVICE.promise, days: [1, 2 + i] },
    steps: [{ upToDesi: 3, prices: [8_000, 9_000] }],
  })),
  fuel: [{ from: "2026-11-01", ppm: 125_000 }],
  extras: [
    { kind: "oversize", services: ["UPS_A"], overSideCm: 150, amount: 6_000 },
    { kind: "heavy", measure: "kg", over: 30, per: 1, amount: 7_499 },
    { kind: "notice", by: "sms", amount: 400 },
  ],
  tax: { fee: { ppm: null, on: "freight", maxKg: 30, maxDesi: 100 }, vatPpm: null },
};

describe("a price list from a file", () => {
  it("becomes a valid version without any further answer, its zones sorted by km with their prices", () => {
    const { version, faults } = buildVersion(formOf());
    expect([...faults]).toEqual([]);
    expect(tariffInputSchema.parse(version.tariff)).toMatchObject({
      zones: {
        by: "distance",
        zones: [
          { name: "Şehir içi", maxKm: 0 },
          { name: "1-200 km", maxKm: 200 },
          { name: "Uzak", maxKm: null },
        ],
      },
      services: [{ code: "UPS_STANDART", steps: [{ upToDesi: 3, prices: [80, 90, 100] }] }],
    });
    expect([version.validFrom, version.validUntil]).toEqual(["2026-12-01", null]);
  });

  it("takes provinces by plate code or name, and every other place last", () => {
    const { version, faults } = buildVersion(
      formOf({ change: { "zone.2.kind": "provinces", "zone.2.provinces": "6, izmir" } }),
    );
    expect([...faults]).toEqual([]);
    expect(version.tariff.zones).toMatchObject({
      by: "provinces",
      pairs: [
        { from: ["06"], to: ["06"], zone: 1 },
        { from: ["34"], to: ["34"], zone: 1 },
        { from: ["35"], to: ["35"], zone: 1 },
        { from: [], to: ["06", "35"], zone: 2 },
        { from: [], to: [], zone: 0 },
      ],
    });
  });

  it.each([
    [{ "zone.2.kind": "provinces", "zone.2.provinces": "Atlantis" }, "zone.2.provinces", "places"],
    [{ "zone.0.kind": "city" }, "zone.1.kind", "zoneTwice"],
    [{ "zone.2.km": "" }, "zone.2.km", "missing"],
    [{ "zone.0.kind": "provinces", "zone.0.provinces": "06" }, "zone.2.kind", "mixedZones"],
    [{ "code.0": "ups standart" }, "code.0", "code"],
    [{ "name.0": " " }, "name.0", "missing"],
    [{ validFrom: "31.02.2027" }, "validFrom", "day"],
    [{ validFrom: "28.11.2026" }, "validFrom", "days"],
    [{ validUntil: "30.11.2026" }, "validUntil", "dayOrder"],
    [{ divisor: "x" }, "divisor", "number"],
    [{ discount: "on" }, "discount", "percent"],
    [{ minimum: "1,2,3" }, "minimum", "amount"],
    [{ oversize: "60" }, "oversizeOver", "missing"],
    [{ remote: "60" }, "remotePlaces", "missing"],
    [{ cutOff: "25:00" }, "cutOff", "time"],
    [{ "days.0": "99" }, "days.0", "number"],
    [{ fuel: '[["1 Aralık","10"]]' }, "fuel.0", "day"],
    [{ fuel: '[["01.12.2026","10"],["01.12.2026","11"]]' }, "fuel.1", "days"],
    [{ cashBands: '[["","5"]]' }, "cashBands.0", "amount"],
  ] as const)("names the wrong field: %o", (change, field, fault) => {
    expect(buildVersion(formOf({ change })).faults.get(field)).toBe(fault);
  });

  it("takes every extra that is typed", () => {
    const { version, faults } = buildVersion(
      formOf({
        change: {
          fuel: '[["08.12.2026","11,25"],["01.12.2026","10"]]',
          discount: "5",
          minimum: "45,50",
          oversizeOver: "150",
          oversize: "60",
          heavyOver: "100",
          heavyMeasure: "desi",
          heavy: "3.950",
          remote: "37,75",
          remotePlaces: "65 0,0 812",
          collection: "20",
          phone: "18",
          sms: "4",
          declaredMin: "10",
          declaredPercent: "0,5",
          returns: "80",
          collects: "also",
          cashMin: "12",
          cashPercent: "2",
          cashBands: '[["1.000","20"],["500","10"]]',
          maxKg: "30",
          fee: "freight",
          feeMaxDesi: "100",
        },
      }),
    );
    expect([...faults]).toEqual([]);
    expect(tariffInputSchema.parse(version.tariff)).toMatchObject({
      fuel: [
        { from: "2026-12-01", ppm: 100_000 },
        { from: "2026-12-08", ppm: 112_500 },
      ],
      returnPpm: 800_000,
      services: [{ discountPpm: 50_000, minimum: 4_550, maxKg: 30, collects: "also" }],
      tax: { fee: { on: "freight", maxKg: null, maxDesi: 100 } },
      extras: [
        { kind: "oversize", overSideCm: 150, amount: 6_000 },
        { kind: "heavy", measure: "desi", over: 100, per: null, amount: 395_000 },
        { kind: "remote", places: { provinces: ["65"], districtIDs: [812] }, amount: 3_775 },
        { kind: "collection", amount: 2_000 },
        { kind: "notice", by: "phone", amount: 1_800 },
        { kind: "notice", by: "sms", amount: 400 },
        { kind: "declaredValue", min: 1_000, ppm: 5_000 },
        {
          kind: "cashOnDelivery",
          by: "cash",
          min: 1_200,
          ppm: 20_000,
          bands: [
            { upToMinor: 50_000, amount: 1_000 },
            { upToMinor: 100_000, amount: 2_000 },
          ],
        },
      ],
    });
  });

  it("keeps the rules of the earlier prices", () => {
    const read = { ...READ, zones: ["Şehir içi", "Uzak"] };
    const services = [{ ...READ.services[0], steps: [{ upToDesi: 3, prices: [81, 91] }] }];
    const form = formOf({ base: OWN, read: { ...read, services: services as never } });
    const { version } = buildVersion({ ...form, typed: { ...form.typed, "code.0": "UPS_B" } });
    expect(version.tariff).toEqual({
      ...OWN,
      services: [
        {
          ...OWN.services[1],
          name: "UPS Standart",
          promise: { ...USUAL_SERVICE.promise, days: [1, 2] },
          steps: [{ upToDesi: 3, prices: [81, 91] }],
        },
      ],
    });
  });
});

describe("prices that are changed by hand", () => {
  it("stay the same tariff while nothing is changed", () => {
    const { version, faults } = buildVersion(formOf({ base: inputOf(tariffOf(OWN)), read: null }));
    expect([[...faults], version.tariff]).toEqual([[], OWN]);
  });

  it("change only what was typed, in all services", () => {
    const { version } = buildVersion(
      formOf({ base: OWN, read: null, change: { discount: "7", sms: "5" } }),
    );
    expect(version.tariff).toEqual({
      ...OWN,
      services: OWN.services.map((service) => ({ ...service, discountPpm: 70_000 })),
      extras: [OWN.extras[0], OWN.extras[1], { kind: "notice", by: "sms", amount: 500 }],
    });
  });
});
