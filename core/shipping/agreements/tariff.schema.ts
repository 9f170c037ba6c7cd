/**
 * Schema of a tariff: the prices and rules of one version of an agreement with a carrier. A stored
 * tariff never changes; `price-parcel.ts` computes prices from it.
 *
 * Amounts are net, in minor units; shares are in parts per million (ppm).
 */
import { z } from "zod";
import { quickArray } from "../../base/quick-array.ts";
import { daySchema } from "../../base/turkish-day.ts";
import { currentCode } from "../carriers/carrier-code.schema.ts";
import { ENGINE_RULES, type EngineRule } from "./engine-rules.schema.ts";

/** Largest price of one parcel, in minor units: 1,000,000.00. */
export const MOST_MINOR = 100_000_000;
const MILLION = 1_000_000;

const amount = z.number().int().min(0).max(MOST_MINOR);
/** One price per zone, in the order of the zones; the last price is valid for further zones. */
const pricesByZone = quickArray(
  amount,
  { least: 1, most: 100 },
  (price) => Number.isInteger(price) && Number(price) >= 0 && Number(price) <= MOST_MINOR,
);
const ppm = z
  .number()
  .int()
  .min(0)
  .max(10 * MILLION);
const PROVINCE = /^\d{2}$/;
const provinces = quickArray(
  z.string().regex(PROVINCE),
  { most: 81 },
  (code) => typeof code === "string" && PROVINCE.test(code),
);
const districtIDs = z.array(z.number().int().positive()).max(2_000);
const day = daySchema;

/**
 * Zones of a tariff. `none`: one price for all destinations. `distance`: by road distance between
 * the cities, rising; 0 km is within one city, the last zone is unlimited. `provinces`: the first
 * pair that matches gives the index of the zone; an empty list means every province. A destination
 * that no pair matches is not served.
 */
const zonesSchema = z
  .discriminatedUnion("by", [
    z.object({ by: z.literal("none") }),
    z.object({
      by: z.literal("distance"),
      zones: z
        .array(z.object({ name: z.string().max(60), maxKm: z.number().int().min(0).nullable() }))
        .min(1)
        .max(100),
    }),
    z.object({
      by: z.literal("provinces"),
      zones: z
        .array(z.object({ name: z.string().max(60) }))
        .min(1)
        .max(100),
      pairs: z
        .array(z.object({ from: provinces, to: provinces, zone: z.number().int().min(0).max(99) }))
        .max(7_000),
    }),
  ])
  .meta({ id: "TariffZones" });
export type TariffZones = z.infer<typeof zonesSchema>;

const placesSchema = z.object({ provinces, districtIDs }).meta({ id: "TariffPlaces" });

/** Delivery promise: business days by zone; hours for a delivery on the day of the purchase. */
const promiseSchema = z.object({
  days: z.array(z.number().int().min(0).max(30)).min(1).max(100),
  sameDayHours: z.number().int().min(1).max(24),
  /** Turkish time until which a parcel leaves on the same day: "17:00". */
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  onSaturdays: z.boolean(),
  onSundays: z.boolean(),
});
export type DeliveryPromise = z.infer<typeof promiseSchema>;

const serviceSchema = z
  .object({
    code: z
      .string()
      .regex(/^[A-Z0-9_]{1,60}$/)
      .transform(currentCode),
    name: z.string().min(1).max(80),
    transportType: z.string().max(20),
    rating: z.number().min(0).max(5),
    durationTerms: z.string().max(60),
    promise: promiseSchema,
    /** Price of an envelope: a parcel of at most `upToDesi` kg and desi; null: no such price. */
    file: z.object({ upToDesi: z.number().positive(), prices: pricesByZone }).nullable(),
    /** Steps by rising `upToDesi`; the first step at or above the billed desi gives the price. */
    steps: z
      .array(z.object({ upToDesi: z.number().positive().max(100_000), prices: pricesByZone }))
      .min(1)
      .max(2_000),
    /**
     * Price of each desi above the last step; null: a heavier parcel has no price. `isExact`: parts
     * of a desi cost their part; otherwise each started desi costs the whole price.
     */
    perExtraDesi: z.object({ prices: pricesByZone, isExact: z.boolean() }).nullable(),
    /** Limits; null: none. `maxSidesCm`: of length, width and height together. */
    maxDesi: z.number().positive().nullable(),
    maxKg: z.number().positive().nullable(),
    maxSideCm: z.number().positive().nullable(),
    maxSidesCm: z.number().positive().nullable(),
    /** Least price after the discount, before fuel and extras. */
    minimum: amount,
    /** Discount of the price by desi. */
    discountPpm: z.number().int().min(0).max(MILLION),
    /** Cash on delivery: `never`, `also`, or `only` (the service takes no other parcels). */
    collects: z.enum(["never", "also", "only"]),
    /** Provinces that are served; null: all. */
    toProvinces: provinces.nullable(),
    /** Places that are not served. */
    notServed: placesSchema,
    /** Delivery by appointment: the next `days` days without Sundays, each adding `amount`. */
    appointments: z.object({ days: z.number().int().min(1).max(14), amount }).nullable(),
  })
  .meta({ id: "TariffService" });
export type TariffService = z.infer<typeof serviceSchema>;

/** Codes of services that an extra applies to; absent: all. */
const services = z.array(z.string().transform(currentCode)).max(100).optional();

const cashBandSchema = z.object({ upToMinor: z.number().int().positive(), amount });

const extraSchema = z
  .discriminatedUnion("kind", [
    /** A side longer than `overSideCm`. */
    z.object({ kind: z.literal("oversize"), services, overSideCm: z.number().positive(), amount }),
    /**
     * More kg or desi than `over`: once, or for each started `per` units above it.
     */
    z.object({
      kind: z.literal("heavy"),
      services,
      measure: z.enum(["kg", "desi"]),
      over: z.number().min(0),
      per: z.number().positive().nullable(),
      amount,
    }),
    z.object({ kind: z.literal("remote"), services, places: placesSchema, amount }),
    /** Collection at the sender's address. */
    z.object({ kind: z.literal("collection"), services, amount }),
    /** Notice to the recipient. */
    z.object({ kind: z.literal("notice"), services, by: z.enum(["phone", "sms"]), amount }),
    z.object({ kind: z.literal("declaredValue"), services, min: amount, ppm }),
    /**
     * Fee for cash on delivery: the amount of the first band at or above the collected amount, or
     * above the bands `ppm` of it, at least `min`.
     */
    z.object({
      kind: z.literal("cashOnDelivery"),
      services,
      by: z.enum(["cash", "card", "both"]),
      min: amount,
      ppm,
      bands: z.array(cashBandSchema).max(100),
    }),
  ])
  .meta({ id: "TariffExtra" });
export type TariffExtra = z.infer<typeof extraSchema>;

/**
 * Universal service fee and VAT. `feePpm` and `vatPpm` null: the rates of the law on the day.
 */
const taxSchema = z
  .object({
    /** Null: the agreement charges no fee. */
    fee: z
      .object({
        ppm: ppm.nullable(),
        /** `freight`: price by desi, discount, minimum and fuel; `all`: also the extras. */
        on: z.enum(["freight", "all"]),
        /** Limits up to which the fee is charged, by the measure that is billed; null: none. */
        maxKg: z.number().positive().nullable(),
        maxDesi: z.number().positive().nullable(),
      })
      .nullable(),
    vatPpm: ppm.nullable(),
  })
  .meta({ id: "TariffTax" });

export const tariffSchema = z.object({
  format: z.literal(2),
  /** Rules that the tariff needs, derived by `rulesOf`. */
  needs: z.array(z.enum(ENGINE_RULES)).max(100),
  /** cm³ per desi. */
  desiDivisor: z.number().int().positive(),
  /** How the larger of kg and desi is rounded before the step is chosen. `step` in desi. */
  rounding: z.object({
    step: z.number().min(0.01).max(100),
    direction: z.enum(["up", "down", "nearest", "none"]),
  }),
  zones: zonesSchema,
  services: z.array(serviceSchema).min(1).max(100),
  /** Fuel surcharge on the price by desi, from each day on; before the first day none. */
  fuel: z.array(z.object({ from: day, ppm })).max(600),
  extras: z.array(extraSchema).max(200),
  /** Price of a return, as a part of the price by desi. */
  returnPpm: ppm,
  tax: taxSchema,
});
export type Tariff = z.infer<typeof tariffSchema>;

/** A tariff as it is entered; the rules that it needs follow from it. */
export const tariffInputSchema = z
  .strictObject(tariffSchema.omit({ format: true, needs: true }).shape)
  .superRefine((tariff, context) => {
    for (const { path, message } of faultsOf(tariff))
      context.addIssue({ code: "custom", path: [...path], message });
  })
  .meta({ id: "TariffInput" });
export type TariffInput = z.output<typeof tariffInputSchema>;

/** Completes a tariff for storing. */
export function tariffOf(input: TariffInput): Tariff {
  const tariff = { ...input, format: 2 as const };
  return { ...tariff, needs: rulesOf(tariff) };
}

type Fault = { readonly path: readonly (string | number)[]; readonly message: string };

/** Finds what a tariff's shape does not exclude: steps that do not rise, zones without a price. */
function faultsOf({ zones, services, fuel }: TariffInput): Fault[] {
  const faults: Fault[] = [];
  const many = zones.by === "none" ? 1 : zones.zones.length;
  const codes = new Set<string>();
  services.forEach(({ code, steps, file, perExtraDesi, promise }, i) => {
    const at = ["services", i];
    if (codes.has(code)) faults.push({ path: [...at, "code"], message: "is used twice" });
    codes.add(code);
    steps.forEach(({ upToDesi, prices }, j) => {
      if (upToDesi <= (steps[j - 1]?.upToDesi ?? 0))
        faults.push({ path: [...at, "steps", j], message: "must be above the step before" });
      if (prices.length !== many)
        faults.push({ path: [...at, "steps", j, "prices"], message: `must have ${many} prices` });
    });
    for (const [name, prices] of [
      ["file", file?.prices],
      ["perExtraDesi", perExtraDesi?.prices],
      ["promise", promise.days],
    ] as const)
      if (prices !== undefined && prices.length !== many && prices.length !== 1)
        faults.push({ path: [...at, name], message: `must have ${many} values` });
  });
  fuel.forEach(({ from }, i) => {
    if (from <= (fuel[i - 1]?.from ?? ""))
      faults.push({ path: ["fuel", i, "from"], message: "must be after the day before it" });
  });
  if (zones.by === "provinces" && zones.pairs.some(({ zone }) => zone >= many))
    faults.push({ path: ["zones", "pairs"], message: "name a zone that does not exist" });
  return faults.slice(0, 20);
}

/** The part of a tariff of any later format that every version of Packbench can read. */
export const tariffEnvelopeSchema = z.object({
  format: z.number().int().min(2),
  needs: z.array(z.string()),
});

/** Lists the rules that a tariff needs, in the order of `ENGINE_RULES`. */
export function rulesOf(tariff: Omit<Tariff, "needs">): EngineRule[] {
  const kinds = new Set<string>(tariff.extras.map(({ kind }) => kind));
  const some = (has: (service: TariffService) => boolean): boolean => tariff.services.some(has);
  const needed: Readonly<Record<EngineRule, boolean>> = {
    steps: true,
    file: some(({ file }) => file !== null),
    rounding: tariff.rounding.direction !== "none",
    provinceZones: tariff.zones.by === "provinces",
    distanceZones: tariff.zones.by === "distance",
    returns: tariff.returnPpm !== MILLION,
    discount: some(({ discountPpm }) => discountPpm > 0),
    minimum: some(({ minimum }) => minimum > 0),
    fuel: tariff.fuel.length > 0,
    oversize: kinds.has("oversize"),
    heavy: kinds.has("heavy"),
    remote: kinds.has("remote"),
    collection: kinds.has("collection"),
    notice: kinds.has("notice"),
    declaredValue: kinds.has("declaredValue"),
    cashOnDelivery: kinds.has("cashOnDelivery"),
    appointments: some(({ appointments }) => appointments !== null),
    taxes: true,
  };
  return ENGINE_RULES.filter((rule) => needed[rule]);
}
