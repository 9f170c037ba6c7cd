/**
 * Schema of a tariff: the prices and rules of one version of an agreement with a carrier. A stored
 * tariff never changes; `price-parcel.ts` computes prices from it.
 *
 * Amounts are net, in minor units; shares are in parts per million (ppm).
 */
import { z } from "zod";
import { daySchema } from "../../base/turkish-day.ts";

/**
 * Rules that this version of Packbench computes. A tariff names the rules that it needs; a Packbench
 * that lacks one of them makes no offer from the tariff. A rule whose result changes gets a new
 * name, so that a stored tariff gives the same price after an update.
 */
export const ENGINE_RULES = [
  "steps",
  "file",
  "rounding",
  "provinceZones",
  "distanceZones",
  "returns",
  "discount",
  "minimum",
  "fuel",
  "oversize",
  "heavy",
  "remote",
  "collection",
  "notice",
  "declaredValue",
  "cashOnDelivery",
  "appointments",
  "taxes",
] as const;
export type EngineRule = (typeof ENGINE_RULES)[number];

/** Largest price of one parcel, in minor units: 1,000,000.00. */
export const MOST_MINOR = 100_000_000;
const MILLION = 1_000_000;

const amount = z.number().int().min(0).max(MOST_MINOR);
/** One price per zone, in the order of the zones; the last price is valid for further zones. */
const pricesByZone = z.array(amount).min(1).max(100);
const ppm = z
  .number()
  .int()
  .min(0)
  .max(10 * MILLION);
const provinces = z.array(z.string().regex(/^\d{2}$/)).max(81);
const districtIDs = z.array(z.number().int().positive()).max(2_000);
const day = daySchema;

/**
 * Zones of a tariff. `none`: one price for all destinations. `distance`: by road distance between
 * the cities, rising; 0 km is within one city, the last zone is unlimited. `provinces`: the first
 * pair that matches gives the index of the zone; an empty list means every province. A destination
 * that no pair matches is not served.
 */
const zonesSchema = z.discriminatedUnion("by", [
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
]);
export type TariffZones = z.infer<typeof zonesSchema>;

const placesSchema = z.object({ provinces, districtIDs });

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

const serviceSchema = z.object({
  code: z.string().regex(/^[A-Z0-9_]{1,60}$/),
  name: z.string().min(1).max(80),
  transportType: z.string().max(20),
  rating: z.number().min(0).max(5),
  durationTerms: z.string().max(60),
  promise: promiseSchema,
  /** Price of an envelope up to `maxKg`, whatever its size. */
  file: z.object({ maxKg: z.number().positive(), prices: pricesByZone }).nullable(),
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
  discountPpm: ppm,
  /** Cash on delivery: `never`, `also`, or `only` (the service takes no other parcels). */
  collects: z.enum(["never", "also", "only"]),
  /** Provinces that are served; null: all. */
  toProvinces: provinces.nullable(),
  /** Places that are not served. */
  notServed: placesSchema,
  /** Delivery by appointment: the next `days` days without Sundays, each adding `amount`. */
  appointments: z.object({ days: z.number().int().min(1).max(14), amount }).nullable(),
});
export type TariffService = z.infer<typeof serviceSchema>;

/** Codes of services that an extra applies to; absent: all. */
const services = z.array(z.string()).max(100).optional();

const cashBandSchema = z.object({ upToMinor: z.number().int().positive(), amount });

const extraSchema = z.discriminatedUnion("kind", [
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
]);
export type TariffExtra = z.infer<typeof extraSchema>;

/**
 * Universal service fee and VAT. `feePpm` and `vatPpm` null: the rates of the law on the day.
 */
const taxSchema = z.object({
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
});

export const tariffSchema = z.object({
  format: z.literal(2),
  /** Rules that the tariff needs, derived by `rulesOf`. */
  needs: z.array(z.enum(ENGINE_RULES)).max(100),
  /** cm³ per desi. */
  desiDivisor: z.number().int().positive(),
  /** How the larger of kg and desi is rounded before the step is chosen. `step` in desi. */
  rounding: z.object({
    step: z.number().positive(),
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
