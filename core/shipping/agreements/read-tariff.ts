/**
 * Reads stored tariffs of every format. A tariff is stored unchanged for ever, so each format that
 * was ever written has a reader here.
 */
import { parseJsonOr, objectSchema } from "../../base/json.ts";
import { cardV1Schema, type CardV1 } from "./card-v1.schema.ts";
import { ENGINE_RULES } from "./engine-rules.schema.ts";
import {
  rulesOf,
  tariffEnvelopeSchema,
  tariffSchema,
  type Tariff,
  type TariffService,
} from "./tariff.schema.ts";

/**
 * `tariff`: can be priced. `missing`: rules of a later Packbench, without which no price may be
 * computed. `unreadable`: the stored JSON is damaged.
 */
export type ReadTariff =
  | { readonly kind: "tariff"; readonly tariff: Tariff }
  | { readonly kind: "missing"; readonly rules: readonly string[] }
  | { readonly kind: "unreadable" };

/** Reads a tariff. @param text JSON as stored. */
export function readTariff(text: string): ReadTariff {
  return readStored(parseJsonOr(text, objectSchema, {}));
}

/**
 * Returns whether a stored value is a tariff, also one of a later format, which this version cannot
 * price.
 */
export function isTariff(stored: unknown): boolean {
  return readStored(stored).kind !== "unreadable";
}

function readStored(stored: unknown): ReadTariff {
  const envelope = tariffEnvelopeSchema.safeParse(stored);
  if (envelope.success) {
    const known = new Set<string>(ENGINE_RULES);
    const rules = envelope.data.needs.filter((rule) => !known.has(rule));
    if (envelope.data.format > 2 || rules.length > 0) return { kind: "missing", rules };
    const parsed = tariffSchema.safeParse(stored);
    return parsed.success ? { kind: "tariff", tariff: parsed.data } : { kind: "unreadable" };
  }
  const card = cardV1Schema.safeParse(stored);
  return card.success
    ? { kind: "tariff", tariff: tariffOfCard(card.data) }
    : { kind: "unreadable" };
}

const MILLION = 1_000_000;
const DAY_H = 24;

/** Converts a card of the first format; it gives the same prices as before. */
function tariffOfCard(card: CardV1): Tariff {
  const tariff = {
    format: 2,
    desiDivisor: card.desiDivisor,
    rounding: { step: 1, direction: "none" },
    zones: { by: "distance", zones: card.zones },
    services: card.services.map(serviceOfCard),
    fuel: [],
    extras: card.services.flatMap(extrasOfCard),
    returnPpm: MILLION,
    tax: { fee: { ppm: null, on: "all", maxKg: null, maxDesi: null }, vatPpm: null },
  } satisfies Omit<Tariff, "needs">;
  return { ...tariff, needs: rulesOf(tariff) };
}

function serviceOfCard(service: CardV1["services"][number]): TariffService {
  const least = Math.min(...service.hours);
  return {
    code: service.code,
    name: service.name,
    transportType: service.transportType,
    rating: service.rating,
    durationTerms: service.durationTerms,
    // The first format counted hours from the purchase, on every day of the week.
    promise: {
      days: service.hours.map((hours) => (hours < DAY_H ? 0 : Math.ceil(hours / DAY_H))),
      sameDayHours: Math.min(least, DAY_H),
      cutOff: "23:59",
      onSaturdays: true,
      onSundays: true,
    },
    file: null,
    steps: service.steps,
    perExtraDesi:
      service.perExtraDesi === undefined ? null : { prices: service.perExtraDesi, isExact: false },
    maxDesi: service.maxDesi,
    maxKg: service.maxKg,
    maxSideCm: service.maxSideCm,
    maxSidesCm: null,
    minimum: 0,
    discountPpm: 0,
    collects: service.collects,
    toProvinces: service.toCities ?? null,
    notServed: { provinces: [], districtIDs: [] },
    appointments: service.appointments ?? null,
  };
}

function extrasOfCard({ code, oversize, collectFee }: CardV1["services"][number]) {
  const services = [code];
  return [
    ...(oversize === undefined ? [] : [{ kind: "oversize" as const, services, ...oversize }]),
    ...(collectFee === undefined
      ? []
      : [
          {
            kind: "cashOnDelivery" as const,
            services,
            by: "both" as const,
            bands: [],
            ...collectFee,
          },
        ]),
  ];
}
