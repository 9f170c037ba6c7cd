/** Turns the zones of a price list, and what the lines above it say of them, into a tariff's zones. */
import { fold } from "../../../base/text.ts";
import { shown } from "../load/prices.ts";
import type { TariffZones } from "../tariff.schema.ts";
import type { FileProblem } from "./file-problems.schema.ts";
import type { Place } from "./place.ts";
import type { Head } from "./read-head.ts";

/** Provinces as a file names them. `plates`: plate codes of all provinces. */
export type Provinces = {
  readonly plates: readonly string[];
  find(text: string): string | undefined;
};

/** `order`: for each zone of the tariff, the index of its prices in the list. */
export type FileZones = { readonly zones: TariffZones; readonly order: readonly number[] };

/** `rest`: all destinations of no other zone; `maxKm` 0: within one city. */
type Meaning =
  | { readonly is: "km"; readonly maxKm: number }
  | { readonly is: "rest" }
  | { readonly is: "provinces"; readonly codes: readonly string[] };

type Zone = {
  readonly index: number;
  readonly name: string;
  readonly place: Place;
  readonly meaning: Meaning;
};

/** Usual meanings of the zones that Turkish price lists name. */
const USUAL: readonly (readonly [names: readonly string[], meaning: Meaning])[] = [
  [["sehir ici", "il ici", "city", "same city"], { is: "km", maxKm: 0 }],
  [["yakin", "yakin mesafe", "near"], { is: "km", maxKm: 200 }],
  [["kisa", "kisa mesafe", "short"], { is: "km", maxKm: 600 }],
  [["orta", "orta mesafe", "mid", "medium"], { is: "km", maxKm: 1_000 }],
  [["uzak", "uzak mesafe", "uzun mesafe", "far", "long"], { is: "rest" }],
];
const EVERYWHERE = ["tum turkiye", "turkiye", "all turkey", "turkey", "everywhere"];
const REST =
  /^(?:unlimited|sinirsiz|all others|others|the rest|diger|digerleri|diger iller|kalan)$/;
const CITY = /^(?:same city|within (?:the|one) city|ayni il|ayni sehir|sehir ici|il ici)$/;
const KM = /^(?:up to )?(\d{1,5}) ?km(?: ?['’]?y?e kadar)?$/;
const MOST_PROVINCES = 400;

/**
 * Finds the zones.
 *
 * @param names Names of the list's zones; empty: one price everywhere.
 * @param placeOf Finds the heading of a zone.
 */
export function fileZones(
  names: readonly string[],
  lines: Head["zones"],
  provinces: Provinces,
  placeOf: (zone: string) => Place,
  problems: FileProblem[],
): FileZones {
  const nowhere: FileZones = { zones: { by: "none" }, order: [0] };
  const before = problems.length;
  for (const { name, place } of lines)
    if (!names.some((zone) => fold(zone) === fold(name)))
      problems.push({ ...place, code: "zoneNotListed", values: { zone: shown(name) } });
  const [only, second] = names;
  const isAnywhere =
    only === undefined ||
    (second === undefined &&
      !lines.some(({ name }) => fold(name) === fold(only)) &&
      (EVERYWHERE.includes(fold(only)) || usualOf(only) === undefined));
  if (isAnywhere) return nowhere;
  const zones = names.flatMap((name, index): Zone[] => {
    const line = lines.find((one) => fold(one.name) === fold(name));
    const place = line?.place ?? placeOf(name);
    const meaning = line === undefined ? usualOf(name) : meaningOf(line, provinces, problems);
    if (meaning === undefined && line === undefined)
      problems.push({ ...place, code: "zoneNoMeaning", values: { zone: shown(name) } });
    return meaning === undefined ? [] : [{ index, name, place, meaning }];
  });
  if (problems.length > before) return nowhere;
  const found = zones.some(({ meaning }) => meaning.is === "provinces")
    ? byProvinces(zones, provinces, problems)
    : byDistance(zones, problems);
  return problems.length > before ? nowhere : found;
}

function usualOf(name: string): Meaning | undefined {
  return USUAL.find(([names]) => names.includes(fold(name)))?.[1];
}

function meaningOf(
  { text, place }: Head["zones"][number],
  provinces: Provinces,
  problems: FileProblem[],
): Meaning | undefined {
  const plain = fold(text);
  if (REST.test(plain)) return { is: "rest" };
  if (CITY.test(plain)) return { is: "km", maxKm: 0 };
  const [, km] = KM.exec(plain) ?? [];
  if (km !== undefined) return { is: "km", maxKm: Number(km) };
  const names = text.split(/[,;]/).slice(0, MOST_PROVINCES);
  const codes = names.map((name) => provinces.find(name.trim()));
  const wrong = codes.indexOf(undefined);
  if (wrong === -1) return { is: "provinces", codes: codes.filter((code) => code !== undefined) };
  problems.push({ ...place, code: "zoneMeaning", values: { text: shown(names[wrong] ?? text) } });
  return undefined;
}

function byDistance(zones: readonly Zone[], problems: FileProblem[]): FileZones {
  const kmOf = ({ meaning }: Zone): number => (meaning.is === "km" ? meaning.maxKm : Infinity);
  const sorted = zones.toSorted((a, b) => kmOf(a) - kmOf(b));
  sorted.forEach((zone, i) => {
    const other = sorted[i - 1];
    if (other !== undefined && kmOf(other) === kmOf(zone)) reportSame(zone, other, problems);
  });
  const last = sorted.at(-1);
  if (last?.meaning.is === "km")
    problems.push({ ...last.place, code: "zonesEnd", values: { km: last.meaning.maxKm } });
  return {
    zones: {
      by: "distance",
      zones: sorted.map(({ name, meaning }) => ({
        name,
        maxKm: meaning.is === "km" ? meaning.maxKm : null,
      })),
    },
    order: sorted.map(({ index }) => index),
  };
}

function byProvinces(
  zones: readonly Zone[],
  { plates }: Provinces,
  problems: FileProblem[],
): FileZones {
  const seen = new Map<string, Zone>();
  const same = zones.filter(({ meaning }) => meaning.is === "km");
  const rest = zones.filter(({ meaning }) => meaning.is === "rest");
  for (const [first, ...others] of [same, rest])
    for (const other of others) if (first !== undefined) reportSame(other, first, problems);
  for (const { meaning, place } of same)
    if (meaning.is === "km" && meaning.maxKm > 0)
      problems.push({ ...place, code: "zonesMixed", values: {} });
  for (const zone of zones) {
    if (zone.meaning.is !== "provinces") continue;
    for (const code of zone.meaning.codes) {
      const other = seen.get(code);
      if (other !== undefined)
        problems.push({
          ...zone.place,
          code: "provinceTwice",
          values: { province: code, other: shown(other.name) },
        });
      seen.set(code, zone);
    }
  }
  // The first pair that matches counts: one city, then provinces, then all others.
  const pairs = [
    ...same.flatMap(({ index }) =>
      plates.map((code) => ({ from: [code], to: [code], zone: index })),
    ),
    ...zones.flatMap(({ meaning, index }) =>
      meaning.is === "provinces" ? [{ from: [], to: [...meaning.codes], zone: index }] : [],
    ),
    ...rest.map(({ index }) => ({ from: [], to: [], zone: index })),
  ];
  return {
    zones: { by: "provinces", zones: zones.map(({ name }) => ({ name })), pairs },
    order: zones.map(({ index }) => index),
  };
}

function reportSame(zone: Zone, other: Zone, problems: FileProblem[]): void {
  problems.push({
    ...zone.place,
    code: "zonesSame",
    values: { zone: shown(zone.name), other: shown(other.name) },
  });
}
