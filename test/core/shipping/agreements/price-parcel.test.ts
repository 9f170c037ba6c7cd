/** Prices of the engine: published tables, rounding, extras, taxes, and what holds for any tariff. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "../../../../core/base/money.ts";
import { instant } from "../../../../core/base/units.ts";
import type { PriceInput } from "../../../../core/shipping/agreements/price-input.ts";
import { priceParcel, type NetPrice } from "../../../../core/shipping/agreements/price-parcel.ts";
import { taxedPrice } from "../../../../core/shipping/agreements/quote-service.ts";
import type {
  Tariff,
  TariffExtra,
  TariffService,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import { zoneOf } from "../../../../core/shipping/agreements/zone-of.ts";
import { plainService, plainTariff } from "../../../helpers/agreements.ts";

const ISTANBUL = { countryCode: "TR", cityCode: "34", districtID: 1 };
const AT = instant("2026-11-30T09:00:00.000Z");

function inputOf(change: Partial<PriceInput> = {}): PriceInput {
  return {
    from: ISTANBUL,
    to: ISTANBUL,
    parcel: { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 1 },
    isReturn: false,
    cashOnDelivery: null,
    declaredValue: null,
    at: AT,
    day: "2026-11-30",
    ...change,
  };
}

const ofKg = (weightKg: number): Partial<PriceInput> => ({
  parcel: { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg },
});

type Change = {
  readonly tariff?: Partial<Omit<Tariff, "needs" | "format">>;
  readonly service?: Partial<TariffService>;
  readonly input?: Partial<PriceInput>;
  readonly zone?: number | undefined;
};

function priceOf({ tariff, service, input, zone = 0 }: Change): NetPrice {
  const priced = priceParcel(
    { tariff: plainTariff(tariff), providerCode: "GERCEK", zone },
    plainService(service),
    inputOf(input),
  );
  if ("ineligible" in priced) throw new Error(priced.ineligible.code);
  return priced.price;
}

const amountOf = (change: Change): number => priceOf(change).amount;
const linesOf = (change: Change): Record<string, number> =>
  Object.fromEntries(priceOf(change).lines);
const reasonOf = (change: Change): string => {
  const priced = priceParcel(
    {
      tariff: plainTariff(change.tariff),
      providerCode: "GERCEK",
      zone: "zone" in change ? change.zone : 0,
    },
    plainService(change.service),
    inputOf(change.input),
  );
  return "ineligible" in priced ? priced.ineligible.code : "none";
};

const steps = (...of: readonly (readonly [number, number])[]): TariffService["steps"] =>
  of.map(([upToDesi, price]) => ({ upToDesi, prices: [price] }));

/** The list of a corporate customer of Yurtiçi, November 2025, without zones. */
const YURTICI: Change = {
  tariff: { rounding: { step: 1, direction: "down" } },
  service: {
    file: { upToDesi: 0.5, prices: [9_940] },
    steps: steps(
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
    ),
    perExtraDesi: { prices: [1_330], isExact: true },
  },
};
/** An agreement with UPS, valid until June 2026. */
const UPS: Change = {
  tariff: { rounding: { step: 1, direction: "up" } },
  service: {
    steps: steps(
      [5, 9_331],
      [10, 10_850],
      [15, 13_020],
      [25, 15_190],
      [30, 17_360],
      [40, 21_700],
      [50, 27_125],
    ),
    perExtraDesi: { prices: [760], isExact: false },
  },
};

describe("published price lists", () => {
  it.each([
    [0.4, 9_940],
    [1, 11_790],
    [3, 11_790],
    [3.9, 11_790],
    [4, 13_550],
    [5.99, 13_550],
    [6, 15_565],
    [10, 15_565],
    [11, 19_990],
    [50, 66_500],
    [51, 67_830],
    [50.5, 67_165],
    [100, 133_000],
  ])(
    "Yurtiçi, which rounds down and charges parts of a desi above 50: %s kg cost %s",
    (kg, price) => {
      expect(amountOf({ ...YURTICI, input: ofKg(kg) })).toBe(price);
    },
  );

  it.each([
    [1, 9_331],
    [5, 9_331],
    [5.01, 10_850],
    [16, 15_190],
    [25, 15_190],
    [25.1, 17_360],
    [50, 27_125],
    [50.1, 27_885],
    [52, 28_645],
  ])("UPS, which rounds up: %s kg cost %s", (kg, price) => {
    expect(amountOf({ ...UPS, input: ofKg(kg) })).toBe(price);
  });

  it.each([
    [30, 50, 0],
    [31, 50, 7_499],
    [32.5, 50, 22_497],
    [10, 50, 0],
    [10, 51, 7_499],
    [10, 53, 7_499],
    [10, 54, 14_998],
    [31, 51, 14_998],
  ])(
    "DHL: %s kg and %s desi add %s for each kg above 30 and each three desi above 50",
    (kg, desi, fee) => {
      const extras: TariffExtra[] = [
        { kind: "heavy", measure: "kg", over: 30, per: 1, amount: 7_499 },
        { kind: "heavy", measure: "desi", over: 50, per: 3, amount: 7_499 },
      ];
      const parcel = { lengthCm: 100, widthCm: 30, heightCm: desi, weightKg: kg };
      const lines = priceOf({ tariff: { extras }, input: { parcel } }).lines;
      const heavy = lines.filter(([kind]) => kind === "heavy").map(([, amount]) => amount);
      expect(heavy.reduce((sum, amount) => sum + amount, 0)).toBe(fee);
    },
  );

  it.each([
    [9_425, 222, 1_930, 11_576],
    [11_600, 273, 2_375, 14_248],
  ])("taxes of %s are %s and %s, together %s", (net, tax, vat, total) => {
    const price = priceOf({ service: { steps: steps([5, net]) } });
    expect(taxedPrice(plainTariff(), price, price.amount, AT)).toEqual({
      amount: net,
      tax,
      vat,
      total,
    });
  });
});

describe("what is billed", () => {
  it("the larger of kg and desi, with the divisor of the list", () => {
    const parcel = { lengthCm: 50, widthCm: 40, heightCm: 30, weightKg: 6 };
    expect(priceOf({ input: { parcel } })).toMatchObject({ desi: 20, billedBy: "desi" });
    expect(priceOf({ tariff: { desiDivisor: 20_000 }, input: { parcel } })).toMatchObject({
      desi: 6,
      billedBy: "kg",
    });
  });

  it("a size in inches that is three desi does not cost the next step because of binary fractions", () => {
    const parcel = { lengthCm: 0.1 + 0.2, widthCm: 100, heightCm: 100, weightKg: 0 };
    const service = { steps: steps([1, 100], [2, 200]) };
    expect(amountOf({ service, input: { parcel } })).toBe(100);
  });

  it("a discount lowers the price by desi, fuel is charged on what is left, and extras are not discounted", () => {
    const change: Change = {
      tariff: {
        fuel: [
          { from: "2026-11-23", ppm: 40_000 },
          { from: "2026-11-30", ppm: 50_000 },
          { from: "2026-12-07", ppm: 60_000 },
        ],
        extras: [{ kind: "collection", amount: 500 }],
      },
      service: { discountPpm: 100_000 },
    };
    expect(linesOf(change)).toEqual({ base: 10_000, discount: -1_000, fuel: 450, collection: 500 });
    expect(linesOf({ ...change, input: { day: "2026-11-29" } })).toMatchObject({ fuel: 360 });
    expect(linesOf({ ...change, input: { day: "2026-11-22" } })).not.toHaveProperty("fuel");
  });

  it("the least price is reached by a line, and a return costs its part", () => {
    expect(linesOf({ service: { minimum: 12_000, discountPpm: 100_000 } })).toEqual({
      base: 10_000,
      discount: -1_000,
      minimum: 3_000,
    });
    expect(linesOf({ tariff: { returnPpm: 1_500_000 }, input: { isReturn: true } })).toEqual({
      base: 15_000,
    });
  });

  it("cash on delivery costs a band, or a share with a least fee, by cash or by card", () => {
    const extras: TariffExtra[] = [
      {
        kind: "cashOnDelivery",
        by: "cash",
        min: 1_000,
        ppm: 20_000,
        bands: [
          { upToMinor: 50_000, amount: 1_500 },
          { upToMinor: 100_000, amount: 1_800 },
        ],
      },
      { kind: "cashOnDelivery", by: "card", min: 2_000, ppm: 30_000, bands: [] },
    ];
    const fee = (amount: number, by: "cash" | "card"): number | undefined =>
      linesOf({ tariff: { extras }, input: { cashOnDelivery: { amount: minor(amount), by } } })[
        "cashOnDelivery"
      ];
    expect([
      fee(50_000, "cash"),
      fee(50_001, "cash"),
      fee(100_001, "cash"),
      fee(10_000, "card"),
      fee(100_001, "card"),
    ]).toEqual([1_500, 1_800, 2_001, 2_000, 3_001]);
  });

  it("declared value, notices, a remote district and a long side each have a line", () => {
    expect(
      linesOf({
        tariff: {
          extras: [
            { kind: "declaredValue", min: 300, ppm: 1_000 },
            { kind: "notice", by: "phone", amount: 2_889 },
            { kind: "notice", by: "sms", amount: 1_245 },
            { kind: "remote", places: { provinces: [], districtIDs: [1] }, amount: 700 },
            { kind: "oversize", overSideCm: 100, amount: 900 },
            { kind: "oversize", overSideCm: 100, amount: 5, services: ["OTHER"] },
          ],
        },
        input: {
          declaredValue: minor(1_000_000),
          parcel: { lengthCm: 101, widthCm: 1, heightCm: 1, weightKg: 1 },
        },
      }),
    ).toEqual({
      base: 10_000,
      declaredValue: 1_000,
      phoneNotice: 2_889,
      smsNotice: 1_245,
      remote: 700,
      oversize: 900,
    });
  });

  it("the service fee is charged on the freight alone, and up to its limits of the billed measure, as the list says", () => {
    const tax = (fee: Tariff["tax"]["fee"], parcel: PriceInput["parcel"]): number => {
      const tariff = plainTariff({
        tax: { fee, vatPpm: null },
        extras: [{ kind: "collection", amount: 10_000 }],
      });
      const priced = priceParcel(
        { tariff, providerCode: "GERCEK", zone: 0 },
        plainService(),
        inputOf({ parcel }),
      );
      if ("ineligible" in priced) throw new Error("no price");
      return taxedPrice(tariff, priced.price, priced.price.amount, AT).tax;
    };
    const light = { lengthCm: 10, widthCm: 10, heightCm: 10, weightKg: 1 };
    const heavy = { ...light, weightKg: 31 };
    const large = { lengthCm: 100, widthCm: 100, heightCm: 30.1, weightKg: 1 };
    const limits = { ppm: 23_500, maxKg: 30, maxDesi: 100 };
    expect([
      tax({ ...limits, on: "freight" }, light),
      tax({ ...limits, on: "all" }, light),
      tax({ ...limits, on: "all" }, heavy),
      tax({ ...limits, on: "all" }, large),
      tax({ ...limits, maxKg: null, on: "freight" }, heavy),
      tax(null, light),
    ]).toEqual([235, 470, 0, 0, 846, 0]);
  });
});

describe("what is refused", () => {
  it.each([
    ["CITY_NOT_SERVED", { zone: undefined }],
    ["CITY_NOT_SERVED", { service: { toProvinces: ["06"] } }],
    // A surcharge for each started part of a kg so small that the price has no number.
    [
      "NO_PRICE",
      {
        tariff: {
          extras: [{ kind: "heavy", measure: "kg", over: 0, per: 5e-324, amount: 1 }],
        },
      },
    ],
    ["CITY_NOT_SERVED", { service: { notServed: { provinces: ["34"], districtIDs: [] } } }],
    ["DISTRICT_NOT_SERVED", { service: { notServed: { provinces: [], districtIDs: [1] } } }],
    [
      "NO_COLLECT",
      {
        service: { collects: "never" },
        input: { cashOnDelivery: { amount: minor(1), by: "cash" } },
      },
    ],
    [
      "NO_COLLECT",
      {
        tariff: { extras: [{ kind: "cashOnDelivery", by: "cash", min: 0, ppm: 0, bands: [] }] },
        input: { cashOnDelivery: { amount: minor(1), by: "card" } },
      },
    ],
    ["ONLY_COLLECT", { service: { collects: "only" } }],
    ["TOO_HEAVY", { service: { maxKg: 0.5 } }],
    ["TOO_LARGE", { service: { maxDesi: 0.5 } }],
    [
      "TOO_LONG",
      {
        service: { maxSideCm: 9 },
        input: { parcel: { lengthCm: 10, widthCm: 1, heightCm: 1, weightKg: 1 } },
      },
    ],
    [
      "SIDES_TOO_LONG",
      {
        service: { maxSidesCm: 11 },
        input: { parcel: { lengthCm: 10, widthCm: 1, heightCm: 1, weightKg: 1 } },
      },
    ],
    ["NO_PRICE", { service: { perExtraDesi: null }, input: ofKg(6) }],
  ] satisfies [string, Change][])("%s", (code, change) => {
    expect(reasonOf(change)).toBe(code);
  });
});

describe("zones", () => {
  it("the first pair of provinces that matches gives the zone, an empty list means every province", () => {
    const zones = {
      by: "provinces" as const,
      zones: [{ name: "A" }, { name: "B" }, { name: "C" }],
      pairs: [
        { from: ["34"], to: ["34"], zone: 0 },
        { from: ["34"], to: ["06", "35"], zone: 1 },
        { from: ["34"], to: [], zone: 2 },
      ],
    };
    const of = (from: string, to: string): number | undefined =>
      zoneOf(zones, { cityCode: from }, { cityCode: to }, 100);
    expect([of("34", "34"), of("34", "35"), of("34", "65"), of("06", "34")]).toEqual([
      0,
      1,
      2,
      undefined,
    ]);
  });
});

const anySteps = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9_000 })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((rises) => {
    let [desi, price] = [0, 0];
    return rises.map(([d, p]) => ({ upToDesi: (desi += d), prices: [(price += p)] }));
  });
const anyRounding = fc.record({
  step: fc.constantFrom(0.5, 1),
  direction: fc.constantFrom("up", "down", "nearest", "none"),
}) as fc.Arbitrary<Tariff["rounding"]>;

describe("what holds for any tariff", () => {
  it("a price never falls as desi grows, when the steps of the list do not fall", () => {
    fc.assert(
      fc.property(
        anySteps,
        anyRounding,
        fc.record({
          prices: fc.tuple(fc.integer({ min: 0, max: 5_000 })),
          isExact: fc.boolean(),
        }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.tuple(
          fc.double({ min: 0, max: 400, noNaN: true }),
          fc.double({ min: 0, max: 400, noNaN: true }),
        ),
        (ofService, rounding, perExtraDesi, discountPpm, [a, b]) => {
          const amount = (kg: number): number =>
            amountOf({
              tariff: {
                rounding,
                fuel: [{ from: "2026-01-01", ppm: 77_000 }],
                extras: [{ kind: "heavy", measure: "desi", over: 50, per: 3, amount: 99 }],
              },
              service: {
                steps: ofService,
                perExtraDesi,
                discountPpm,
                minimum: 1_234,
              },
              input: ofKg(kg),
            });
          expect(amount(Math.max(a, b))).toBeGreaterThanOrEqual(amount(Math.min(a, b)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("the lines sum to the amount", () => {
    fc.assert(
      fc.property(
        anySteps,
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        (ofService, discountPpm, kg) => {
          const { lines, amount } = priceOf({
            tariff: {
              fuel: [{ from: "2026-01-01", ppm: 123_456 }],
              extras: [{ kind: "collection", amount: 7 }],
            },
            service: { steps: ofService, discountPpm },
            input: ofKg(kg),
          });
          expect(lines.reduce((sum, [, of]) => sum + of, 0)).toBe(amount);
        },
      ),
    );
  });
});
