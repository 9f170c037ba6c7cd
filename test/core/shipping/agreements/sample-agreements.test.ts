import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseJson } from "../../../../core/base/json.ts";
import { daySchema } from "../../../../core/base/turkish-day.ts";
import { barcodeOf, checkDigitSchema } from "../../../../core/shipping/carriers/barcode.schema.ts";
import {
  rulesOf,
  tariffSchema,
  type Tariff,
  type TariffService,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import { loadGeo } from "../../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const samples = parseJson(
  readFileSync(join(RESOURCES, "samples/agreements.json"), "utf8"),
  z.array(
    z.strictObject({
      providerCode: z.string().regex(/^[A-Z0-9]+$/),
      name: z.string().min(1),
      isSample: z.literal(true),
      barcode: z.strictObject({
        prefix: z.string().regex(/^[A-Z0-9]*$/),
        first: z.number().int().positive(),
        last: z.number().int().positive(),
        checkDigit: checkDigitSchema,
      }),
      trackingUrl: z.string(),
      validFrom: daySchema,
      tariff: tariffSchema,
    }),
  ),
  "samples/agreements.json",
);
const services = samples.flatMap(({ tariff, ...one }) =>
  tariff.services.map((service) => ({ ...one, tariff, service })),
);
const named = services.map((one) => [one.service.code, one] as const);
const geo = loadGeo(RESOURCES);

/** Returns the zone of a parcel from Istanbul; undefined when the destination is not served. */
function zoneTo({ zones }: Tariff, to: string): number | undefined {
  if (zones.by === "none") return 0;
  if (zones.by === "provinces") {
    const fits = (list: readonly string[], code: string): boolean =>
      list.length === 0 || list.includes(code);
    return zones.pairs.find((pair) => fits(pair.from, "34") && fits(pair.to, to))?.zone;
  }
  const km = geo.distanceKm("34", to) ?? Infinity;
  return zones.zones.findIndex(({ maxKm }) => maxKm === null || km <= maxKm);
}

/** Returns whether a service takes a parcel of 30×20×15 cm and 2 kg without cash on delivery. */
function takesCommonParcel(service: TariffService): boolean {
  const limits: readonly (readonly [number, number | null])[] = [
    [3, service.maxDesi],
    [2, service.maxKg],
    [30, service.maxSideCm],
    [65, service.maxSidesCm],
  ];
  return (
    service.collects !== "only" && limits.every(([value, most]) => most === null || value <= most)
  );
}

function servedTo(to: string): (typeof services)[number][] {
  return services.filter(
    ({ tariff, service }) =>
      takesCommonParcel(service) &&
      (service.toProvinces === null || service.toProvinces.includes(to)) &&
      zoneTo(tariff, to) !== undefined,
  );
}

describe("the sample agreements", () => {
  it("they have the ten service codes that programs know", () => {
    expect(named.map(([code]) => code).toSorted()).toEqual([
      "ARAS_STANDART",
      "DHL_STANDART",
      "HEPSIJET_STANDART",
      "KOLAYGELSIN_STANDART",
      "PAKETTAXI_STANDART",
      "PTT_KAPIDA_ODEME",
      "PTT_STANDART",
      "SENDEO_STANDART",
      "SURAT_STANDART",
      "YURTICI_STANDART",
    ]);
    for (const { providerCode, service } of services)
      expect(service.code.startsWith(`${providerCode}_`)).toBe(true);
    expect(
      services
        .filter(({ service }) => service.collects === "only")
        .map(({ service }) => service.code),
    ).toEqual(["PTT_KAPIDA_ODEME"]);
  });

  it("each tariff names exactly the rules that it needs", () => {
    for (const { tariff } of samples) expect(tariff.needs).toEqual(rulesOf(tariff));
  });

  it("a common parcel has at least nine services of eight carriers within Istanbul, and seven carriers to Ankara", () => {
    const carriersOf = (list: readonly { providerCode: string }[]): number =>
      new Set(list.map(({ providerCode }) => providerCode)).size;
    const within = servedTo("34");
    expect(within.length).toBeGreaterThanOrEqual(9);
    expect(carriersOf(within)).toBeGreaterThanOrEqual(8);
    expect(carriersOf(servedTo("06"))).toBeGreaterThanOrEqual(7);
    const codesTo = (to: string): string[] => servedTo(to).map(({ service }) => service.code);
    expect(
      [codesTo("34"), codesTo("06")].map((list) => list.includes("PAKETTAXI_STANDART")),
    ).toEqual([true, false]);
  });

  it("no barcode can come from two ranges", () => {
    const ranges = samples.map(({ barcode: { first, last, ...shape } }) => {
      const width = String(last).length;
      const ends = [first, last].map((n) => barcodeOf({ ...shape, width }, n));
      return {
        from: ends[0] ?? "",
        to: ends[1] ?? "",
        length: ends[0]?.length,
        first,
        last,
        width,
      };
    });
    for (const [i, one] of ranges.entries()) {
      expect([String(one.first).length, one.first < one.last]).toEqual([one.width, true]);
      for (const other of ranges.slice(i + 1))
        expect(one.length !== other.length || one.to < other.from || other.to < one.from).toBe(
          true,
        );
    }
  });
});

describe.each(named)("%s", (_code, { tariff, service }) => {
  it("the price list has at least 20 steps up to its largest parcel, or a price of each further desi", () => {
    expect(service.steps.length).toBeGreaterThanOrEqual(20);
    const last = service.steps.at(-1)?.upToDesi ?? 0;
    expect(service.perExtraDesi !== null || last >= (service.maxDesi ?? Infinity)).toBe(true);
  });

  it("a price never falls as the parcel grows, and rises with each zone", () => {
    const zones = tariff.zones.by === "none" ? 1 : tariff.zones.zones.length;
    for (const [i, { upToDesi, prices }] of service.steps.entries()) {
      const earlier = service.steps[i - 1];
      expect(upToDesi).toBeGreaterThan(earlier?.upToDesi ?? 0);
      expect(prices).toHaveLength(zones);
      for (const [zone, price] of prices.entries()) {
        expect(price).toBeGreaterThanOrEqual(earlier?.prices[zone] ?? 1);
        expect(price).toBeGreaterThan(prices[zone - 1] ?? 0);
      }
    }
    const [first, last] = [service.steps[0], service.steps.at(-1)];
    expect(last?.prices[0]).toBeGreaterThan(first?.prices[0] ?? Infinity);
  });

  it("a farther zone is never promised earlier", () => {
    const { days } = service.promise;
    for (const [i, count] of days.entries()) expect(count).toBeGreaterThanOrEqual(days[i - 1] ?? 0);
  });
});
