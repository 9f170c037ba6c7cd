/** Zones of a price list: what each price column of the file means. Pure. */
import { fold } from "../../../../core/base/text.ts";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import type { TariffZones } from "../../../../core/shipping/agreements/tariff.schema.ts";
import type { Texts, TypedValues } from "./typed-values.ts";

/**
 * `city`: within one city. `km`: up to so many km. `rest`: every other destination. `provinces`:
 * destinations in these provinces.
 */
export const ZONE_KINDS = ["city", "km", "rest", "provinces"] as const;
type ZoneKind = (typeof ZONE_KINDS)[number];

/** Usual km of the zones that Turkish price lists name "yakın", "kısa" and "orta mesafe". */
const NAMED_KM = [
  ["yakin", "200"],
  ["kisa", "600"],
  ["orta", "1000"],
] as const;

/** Guesses what a column means from its heading: "Şehir içi", "201-600 km", "Uzak". */
export function guessedZone(name: string, at: number, count: number): Texts {
  const folded = fold(name);
  const km =
    /(\d+)\s*km/.exec(folded)?.[1] ?? NAMED_KM.find(([word]) => folded.includes(word))?.[1];
  const isLast = at === count - 1;
  const kind = /\bici\b|icin?de|\bayni\b|\blocal\b|\bcity\b/.test(folded)
    ? "city"
    : /uzak|uzun|uzeri|long|[+>]/.test(folded) || (isLast && km === undefined)
      ? "rest"
      : at === 0 && km === undefined
        ? "city"
        : "km";
  return zoneTexts(at, { kind, km: kind === "km" ? (km ?? "") : "" });
}

/** Returns the texts of the zones of a tariff; undefined when they do not fit the form. */
export function textsOfZones(zones: TariffZones): Texts | undefined {
  if (zones.by === "none") return {};
  if (zones.by === "distance")
    return merged(
      zones.zones.map(({ maxKm }, i) =>
        zoneTexts(i, {
          kind: maxKm === null ? "rest" : maxKm === 0 ? "city" : "km",
          km: maxKm === null || maxKm === 0 ? "" : String(maxKm),
        }),
      ),
    );
  const isSimple = zones.pairs.every(
    ({ from, to }) => from.length === 0 || (to.length === 1 && from[0] === to[0]),
  );
  if (!isSimple) return undefined;
  return merged(
    zones.zones.map((_, i) => {
      const pairs = zones.pairs.filter(({ zone }) => zone === i);
      const to = pairs.filter(({ from }) => from.length === 0).flatMap((pair) => pair.to);
      const kind = pairs.some(({ from }) => from.length > 0)
        ? "city"
        : to.length === 0
          ? "rest"
          : "provinces";
      return zoneTexts(i, { kind, provinces: to.join(", ") });
    }),
  );
}

function zoneTexts(
  at: number,
  texts: { readonly kind: ZoneKind; readonly km?: string; readonly provinces?: string },
): Texts {
  const { kind, km = "", provinces = "" } = texts;
  return { [`zone.${at}.kind`]: kind, [`zone.${at}.km`]: km, [`zone.${at}.provinces`]: provinces };
}

function merged(list: readonly Texts[]): Texts {
  return Object.assign({}, ...list) as Texts;
}

/** Zones, and for each zone the index of its price column. */
export type BuiltZones = { readonly zones: TariffZones; readonly order: readonly number[] };

/** Builds the zones. Zones by distance are sorted by km, as a tariff needs them. */
export function buildZones(
  names: readonly string[],
  values: TypedValues,
  cities: readonly City[],
): BuiltZones {
  const order = names.map((_, i) => i);
  const kinds = order.map((i) => values.text(`zone.${i}.kind`));
  if (kinds.includes("provinces")) return byProvinces(names, kinds, values, cities);
  if (names.length < 2) return { zones: { by: "none" }, order: [0] };
  const km = order.map((i) =>
    kinds[i] === "city" ? 0 : kinds[i] === "rest" ? null : kmOf(values, i),
  );
  order.forEach((i) => {
    if (km.indexOf(km[i] ?? null) !== i && !values.faults.has(`zone.${i}.km`))
      values.faults.set(`zone.${i}.kind`, "zoneTwice");
  });
  const sorted = order.toSorted((a, b) => (km[a] ?? Infinity) - (km[b] ?? Infinity));
  return {
    zones: {
      by: "distance",
      zones: sorted.map((i) => ({ name: names[i] ?? "", maxKm: km[i] ?? null })),
    },
    order: sorted,
  };
}

function kmOf(values: TypedValues, at: number): number {
  const field = `zone.${at}.km`;
  const km = values.number(field);
  if (km === null && !values.faults.has(field)) values.faults.set(field, "missing");
  return Math.round(km ?? at + 1);
}

function byProvinces(
  names: readonly string[],
  kinds: readonly string[],
  values: TypedValues,
  cities: readonly City[],
): BuiltZones {
  kinds.forEach((kind, i) => {
    if (kind === "km") values.faults.set(`zone.${i}.kind`, "mixedZones");
    if (kind !== "provinces" && kinds.indexOf(kind) !== i)
      values.faults.set(`zone.${i}.kind`, "zoneTwice");
  });
  const pairs = kinds.flatMap((kind, zone) => {
    if (kind === "city")
      return cities.map(({ cityCode }) => ({ from: [cityCode], to: [cityCode], zone }));
    if (kind !== "provinces") return [];
    const field = `zone.${zone}.provinces`;
    const to = provincesIn(values.text(field), cities);
    if (to === undefined || to.length === 0) values.faults.set(field, "places");
    return [{ from: [], to: to ?? [], zone }];
  });
  const rest = kinds.indexOf("rest");
  return {
    zones: {
      by: "provinces",
      zones: names.map((name) => ({ name })),
      // The first pair that matches counts, so the pair for every province is the last.
      pairs: rest === -1 ? pairs : [...pairs, { from: [], to: [], zone: rest }],
    },
    order: names.map((_, i) => i),
  };
}

/**
 * Reads plate codes or names of provinces, separated by commas, semicolons or lines.
 *
 * @returns Plate codes; undefined when a part is no province.
 */
export function provincesIn(text: string, cities: readonly City[]): string[] | undefined {
  const parts = text.split(/[,;\n]/).map((part) => part.trim());
  const codes = parts
    .filter((part) => part !== "")
    .map((part) =>
      /^\d{1,2}$/.test(part)
        ? cities.find(({ cityCode }) => cityCode === part.padStart(2, "0"))?.cityCode
        : cities.find(({ name }) => fold(name) === fold(part))?.cityCode,
    );
  return codes.every((code) => code !== undefined) ? [...new Set(codes)] : undefined;
}
