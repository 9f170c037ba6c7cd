/**
 * Countries, cities, districts and distances, from the data in resources/geo. The data is read once
 * and never written. Names match by search folding: "kadikoy" finds Kadıköy.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { fold } from "../../base/text.ts";
import { loadNeighbourhoods, type Neighbourhoods } from "./neighbourhoods.ts";
import { createPlaces, type Places } from "./places.ts";
import { countrySchema, type City, type Country, type District } from "./geo.schema.ts";

const turkeySchema = z.object({
  provinces: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      areaCode: z.string(),
      districts: z.array(z.tuple([z.number(), z.string()])),
    }),
  ),
  /** Road distances in km; rows and columns are in the order of the provinces. */
  km: z.array(z.array(z.number())),
});
/** Countries, and their subdivisions; each subdivision is a tuple of country, code and name. */
const worldSchema = z.object({
  countries: z.array(countrySchema),
  subdivisions: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

export type Geo = Neighbourhoods &
  Places & {
    listCountries(): readonly Country[];
    /**
     * Lists the cities of a country, or of all countries if no country is given. Turkey's five
     * largest cities come first, then the others by code, as the API promises.
     */
    listCities(countryCode?: string): readonly City[];
    /** Finds a city by its code, if one is given, otherwise by its name; undefined when unknown. */
    findCity(countryCode: string, by: { code?: string; name?: string }): City | undefined;
    listDistricts(countryCode: string, cityCode?: string): readonly District[];
    findDistrict(
      countryCode: string,
      cityCode: string,
      by: { id?: number; name?: string },
    ): District | undefined;
    /** Gets a district. @throws AppError E2014 */
    getDistrict(id: number): District;
    hasCountry(countryCode: string): boolean;
    countryName(countryCode: string): string;
    /**
     * Finds the road distance between two provinces of Turkey, in km; undefined when either code is
     * not a province of Turkey.
     */
    distanceKm(fromCityCode: string, toCityCode: string): number | undefined;
  };

const FIRST_IN_TURKEY = ["34", "06", "35", "16", "07"];

/**
 * Reads countries, provinces and districts into memory. Neighbourhoods and places are read at their
 * first use.
 *
 * @param resourcesDir Contains `geo/turkey.json`, `geo/world.json`, `geo/neighbourhoods.json.br`
 *   and `geo/places.json`.
 * @throws Error when `turkey.json` or `world.json` is missing or has another shape.
 */
export function loadGeo(resourcesDir: string): Geo {
  const read = (name: string): string => readFileSync(join(resourcesDir, "geo", name), "utf8");
  const turkey = parseJson(read("turkey.json"), turkeySchema, "turkey.json");
  const world = parseJson(read("world.json"), worldSchema, "world.json");

  const index = indexPlaces(turkey, world);
  const { countries, cities, districts, byID, column, cityCodes, cityNames } = index;
  const places = createPlaces(() => read("places.json"), {
    cities: () => cities.get("TR") ?? [],
    districts: (cityCode) => districts.get(cityCode) ?? [],
  });

  return {
    ...places,
    ...loadNeighbourhoods(resourcesDir),
    listCountries: () => world.countries,
    listCities: (countryCode) =>
      countryCode === undefined ? [...cities.values()].flat() : (cities.get(countryCode) ?? []),
    findCity(countryCode, by) {
      const code =
        by.code === undefined || by.code === "" ? undefined : plate(countryCode, by.code);
      if (code !== undefined) return cityCodes.get(countryCode)?.get(code);
      return cityNames.get(countryCode)?.get(fold(by.name ?? ""));
    },
    listDistricts: (countryCode, cityCode) =>
      countryCode !== "TR"
        ? []
        : cityCode === undefined
          ? [...byID.values()]
          : (districts.get(plate("TR", cityCode)) ?? []),
    findDistrict(countryCode, cityCode, by) {
      return countryCode === "TR" ? findTurkishDistrict(index, cityCode, by) : undefined;
    },
    getDistrict(id) {
      const found = byID.get(id);
      if (found === undefined) throw errors.districtNotFound(undefined, { districtID: id });
      return found;
    },
    hasCountry: (countryCode) => countries.has(countryCode),
    countryName: (countryCode) => countries.get(countryCode)?.name ?? "",
    distanceKm(from, to) {
      const [i, j] = [column.get(from), column.get(to)];
      return i === undefined || j === undefined ? undefined : turkey.km[i]?.[j];
    },
  };
}

/** The data by code and by folded name. `column`: index of each province in the distance table. */
type PlaceIndex = {
  readonly countries: ReadonlyMap<string, Country>;
  readonly cities: ReadonlyMap<string, readonly City[]>;
  readonly districts: ReadonlyMap<string, readonly District[]>;
  readonly byID: ReadonlyMap<number, District>;
  readonly column: ReadonlyMap<string, number>;
  readonly cityCodes: ReadonlyMap<string, ReadonlyMap<string, City>>;
  readonly cityNames: ReadonlyMap<string, ReadonlyMap<string, City>>;
  readonly districtNames: ReadonlyMap<string, ReadonlyMap<string, District>>;
};

function indexPlaces(
  turkey: z.infer<typeof turkeySchema>,
  world: z.infer<typeof worldSchema>,
): PlaceIndex {
  const countries = new Map(world.countries.map((c) => [c.countryCode, c]));
  const cities = new Map<string, City[]>([["TR", turkishCities(turkey)]]);
  for (const [countryCode, cityCode, name] of world.subdivisions) {
    cities.set(countryCode, [
      ...(cities.get(countryCode) ?? []),
      { name, areaCode: "", cityCode, countryCode },
    ]);
  }
  const districts = new Map(
    turkey.provinces.map((p) => [
      p.code,
      p.districts.map(([id, name]) => turkishDistrict(id, name, p.code)),
    ]),
  );
  const byID = new Map([...districts.values()].flat().map((d) => [d.districtID, d]));
  const column = new Map(turkey.provinces.map((p, i) => [p.code, i]));
  const cityCodes = new Map(
    [...cities].map(([country, list]) => [country, new Map(list.map((c) => [c.cityCode, c]))]),
  );
  const cityNames = new Map(
    [...cities].map(([country, list]) => [country, new Map(list.map((c) => [fold(c.name), c]))]),
  );
  const districtNames = new Map(
    [...districts].map(([city, list]) => [city, new Map(list.map((d) => [fold(d.name), d]))]),
  );
  return { countries, cities, districts, byID, column, cityCodes, cityNames, districtNames };
}

function findTurkishDistrict(
  { byID, cities, districtNames }: PlaceIndex,
  cityCode: string,
  by: { readonly id?: number; readonly name?: string },
): District | undefined {
  const found = by.id === undefined || by.id === 0 ? undefined : byID.get(by.id);
  if (found !== undefined) return found.cityCode === cityCode ? found : undefined;
  const names = districtNames.get(cityCode);
  const name = fold(by.name ?? "");
  const city = cities.get("TR")?.find((c) => c.cityCode === cityCode);
  // "Bolu Merkez" and "Bolu" both mean the district "Merkez" of Bolu.
  return (
    names?.get(name) ??
    (city !== undefined && [fold(city.name), `${fold(city.name)} merkez`].includes(name)
      ? names?.get("merkez")
      : undefined)
  );
}

/** Normalizes a city code: "6" → "06" in Turkey; capitals in other countries. */
function plate(countryCode: string, code: string): string {
  return countryCode === "TR" && /^\d$/.test(code) ? `0${code}` : code.toUpperCase();
}

function turkishCities(turkey: z.infer<typeof turkeySchema>): City[] {
  const rank = (code: string): number => {
    const i = FIRST_IN_TURKEY.indexOf(code);
    return i === -1 ? 100 + Number(code) : i;
  };
  return turkey.provinces
    .map((p) => ({ name: p.name, areaCode: p.areaCode, cityCode: p.code, countryCode: "TR" }))
    .sort((a, b) => rank(a.cityCode) - rank(b.cityCode));
}

function turkishDistrict(id: number, name: string, cityCode: string): District {
  return { name, districtID: id, cityCode, regionCode: null, countryCode: "TR" };
}
