/** Initial texts of the price form: those of an earlier tariff, or usual values. Pure. */
import type {
  Tariff,
  TariffExtra,
  TariffInput,
  TariffService,
} from "../../../../core/shipping/agreements/tariff.schema.ts";
import type { Texts } from "./typed-values.ts";
import { guessedZone, textsOfZones } from "./zone-texts.ts";

const MILLION = 1_000_000;

/** A service without prices, by which new services are made. */
export const USUAL_SERVICE: Omit<TariffService, "code" | "name" | "steps"> = {
  transportType: "ROAD",
  rating: 4,
  durationTerms: "",
  promise: { days: [2], sameDayHours: 8, cutOff: "17:00", onSaturdays: false, onSundays: false },
  file: null,
  perExtraDesi: null,
  maxDesi: null,
  maxKg: null,
  maxSideCm: null,
  maxSidesCm: null,
  minimum: 0,
  discountPpm: 0,
  collects: "never",
  toProvinces: null,
  notServed: { provinces: [], districtIDs: [] },
  appointments: null,
};

/** The usual tariff, without prices. */
export const USUAL_TARIFF: Omit<TariffInput, "services"> & { readonly services: [] } = {
  desiDivisor: 3000,
  rounding: { step: 1, direction: "up" },
  zones: { by: "none" },
  services: [],
  fuel: [],
  extras: [],
  returnPpm: MILLION,
  tax: { fee: { ppm: null, on: "all", maxKg: null, maxDesi: null }, vatPpm: null },
};

/** Writes values as the screen's language writes them. */
export type Writer = {
  readonly number: (value: number) => string;
  readonly amount: (minor: number) => string;
  readonly day: (day: string) => string;
};

/** The earlier tariff, without what the station derives. */
export function inputOf({ format: _, needs: __, ...input }: Tariff): TariffInput {
  return input;
}

/**
 * Returns the texts that describe a tariff.
 *
 * @param zones Names of the price columns.
 */
export function startTexts(base: TariffInput, zones: readonly string[], write: Writer): Texts {
  const service: Pick<TariffService, keyof typeof USUAL_SERVICE> =
    base.services[0] ?? USUAL_SERVICE;
  const optional = (value: number | null): string => (value === null ? "" : write.number(value));
  const money = (minor: number): string => (minor === 0 ? "" : write.amount(minor));
  const percent = (ppm: number): string => (ppm === 0 ? "" : write.number(ppm / 10_000));
  const { fee } = base.tax;
  return {
    divisor: String(base.desiDivisor),
    direction: base.rounding.direction,
    step: write.number(base.rounding.step),
    ...startZones(base, zones),
    ...startDays(service, zones),
    cutOff: service.promise.cutOff,
    saturdays: service.promise.onSaturdays ? "yes" : "no",
    fuel: JSON.stringify(base.fuel.map(({ from, ppm }) => [write.day(from), percent(ppm)])),
    returns: base.returnPpm === MILLION ? "" : percent(base.returnPpm),
    minimum: money(service.minimum),
    discount: percent(service.discountPpm),
    maxDesi: optional(service.maxDesi),
    maxKg: optional(service.maxKg),
    maxSide: optional(service.maxSideCm),
    maxSides: optional(service.maxSidesCm),
    collects: service.collects,
    fee: fee?.on ?? "none",
    feeMaxKg: optional(fee?.maxKg ?? null),
    feeMaxDesi: optional(fee?.maxDesi ?? null),
    ...startExtras(base.extras, { optional, money, percent }),
  };
}

function startZones(base: TariffInput, names: readonly string[]): Texts {
  const known =
    base.zones.by !== "none" && base.zones.zones.length === names.length
      ? textsOfZones(base.zones)
      : undefined;
  const guessed = names.map((name, i) => guessedZone(name, i, names.length));
  return known ?? (Object.assign({}, ...guessed) as Texts);
}

function startDays({ promise }: Pick<TariffService, "promise">, zones: readonly string[]): Texts {
  const isSame = promise.days.length === Math.max(1, zones.length);
  return Object.fromEntries(
    (zones.length === 0 ? [""] : zones).map((_, i) => [
      `days.${i}`,
      String(isSame ? (promise.days[i] ?? 2) : i === 0 && zones.length > 1 ? 1 : 2),
    ]),
  );
}

type Texted = {
  readonly optional: (value: number | null) => string;
  readonly money: (minor: number) => string;
  readonly percent: (ppm: number) => string;
};

function startExtras(extras: readonly TariffExtra[], write: Texted): Texts {
  const first = <K extends TariffExtra["kind"]>(
    kind: K,
    has: (extra: Extract<TariffExtra, { kind: K }>) => boolean = () => true,
  ): Extract<TariffExtra, { kind: K }> | undefined =>
    extras.find((extra): extra is Extract<TariffExtra, { kind: K }> =>
      extra.kind === kind ? has(extra as Extract<TariffExtra, { kind: K }>) : false,
    );
  const { optional, money, percent } = write;
  const [oversize, heavy, remote] = [first("oversize"), first("heavy"), first("remote")];
  const declared = first("declaredValue");
  const cash = (by: "cash" | "card"): Texts => {
    const fee = first("cashOnDelivery", (extra) => extra.by === by || extra.by === "both");
    return {
      [`${by}Min`]: money(fee?.min ?? 0),
      [`${by}Percent`]: percent(fee?.ppm ?? 0),
      [`${by}Bands`]: JSON.stringify(
        (fee?.bands ?? []).map(({ upToMinor, amount }) => [money(upToMinor), money(amount)]),
      ),
    };
  };
  return {
    oversizeOver: optional(oversize?.overSideCm ?? null),
    oversize: money(oversize?.amount ?? 0),
    heavyMeasure: heavy?.measure ?? "kg",
    heavyOver: optional(heavy?.over ?? null),
    heavyPer: optional(heavy?.per ?? null),
    heavy: money(heavy?.amount ?? 0),
    remote: money(remote?.amount ?? 0),
    remotePlaces: [
      ...(remote?.places.provinces ?? []).map((code) => `${code} 0`),
      ...(remote?.places.districtIDs ?? []).map((id) => `0 ${id}`),
    ].join(","),
    collection: money(first("collection")?.amount ?? 0),
    phone: money(first("notice", ({ by }) => by === "phone")?.amount ?? 0),
    sms: money(first("notice", ({ by }) => by === "sms")?.amount ?? 0),
    declaredMin: money(declared?.min ?? 0),
    declaredPercent: percent(declared?.ppm ?? 0),
    ...cash("cash"),
    ...cash("card"),
  };
}
