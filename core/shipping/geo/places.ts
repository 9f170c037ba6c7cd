/**
 * Coordinates of Türkiye's provinces and districts, from resources/geo/places.json (GeoNames, CC BY
 * 4.0), and the search for these places in a carrier's text. The file is read at the first use, so
 * a station that shows no map never reads it.
 */
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { fold } from "../../base/text.ts";
import type { City, District } from "./geo.schema.ts";

const placesSchema = z.object({
  provinces: z.array(
    z.object({
      code: z.string(),
      lat: z.number(),
      lng: z.number(),
      districts: z.array(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
});

/** A location in degrees, WGS 84. `name`: as written on the map. */
export type MapPlace = { readonly name: string; readonly lat: number; readonly lng: number };

export type Places = {
  /**
   * Finds the location of an address: of its district, otherwise of its province. Undefined outside
   * Türkiye.
   */
  findPlaceOf(address: {
    readonly countryCode: string;
    readonly cityCode: string;
    readonly districtID: number;
  }): MapPlace | undefined;
  /**
   * Finds the location that a scan's text names: "KADIKÖY ŞUBE", "Ankara Transfer Merkezi",
   * "İstanbul / Esenyurt". Undefined when the text names no known place, or when it names no
   * province and fits several districts.
   */
  findPlaceIn(text: string): MapPlace | undefined;
};

type Known = {
  readonly province: City;
  readonly at: MapPlace;
  readonly districts: ReadonlyMap<string, MapPlace>;
};

/**
 * Makes the lookups.
 *
 * @param read Reads the text of places.json.
 * @param names List the provinces and districts whose coordinates are looked up.
 */
export function createPlaces(
  read: () => string,
  names: {
    readonly cities: () => readonly City[];
    readonly districts: (cityCode: string) => readonly District[];
  },
): Places {
  let known: readonly Known[] | undefined;
  const load = (): readonly Known[] =>
    (known ??= join(parseJson(read(), placesSchema, "places.json"), names));
  return {
    findPlaceOf({ countryCode, cityCode, districtID }) {
      const province =
        countryCode === "TR" ? load().find((one) => one.province.cityCode === cityCode) : undefined;
      const district = names.districts(cityCode).find((one) => one.districtID === districtID);
      return province === undefined
        ? undefined
        : ((district === undefined ? undefined : province.districts.get(fold(district.name))) ??
            province.at);
    },
    findPlaceIn(text) {
      const words = ` ${fold(text).replaceAll(/[^a-z0-9]+/g, " ")} `;
      const has = (name: string): boolean => words.includes(` ${name} `);
      const province = load().find(({ province: { name } }) => has(fold(name)));
      const inside = (province === undefined ? load() : [province]).flatMap(({ districts }) =>
        [...districts].filter(([name]) => name !== "merkez" && has(name)).map(([, place]) => place),
      );
      if (province !== undefined) return inside[0] ?? province.at;
      return inside.length === 1 ? inside[0] : undefined;
    },
  };
}

function join(
  { provinces }: z.infer<typeof placesSchema>,
  { cities, districts }: Parameters<typeof createPlaces>[1],
): readonly Known[] {
  return cities().flatMap((province) => {
    const found = provinces.find(({ code }) => code === province.cityCode);
    if (found === undefined) return [];
    const at = new Map(found.districts.map(([id, lat, lng]) => [id, { lat, lng }]));
    const known = districts(province.cityCode).flatMap(
      ({ districtID, name }): [string, MapPlace][] => {
        const point = at.get(districtID);
        return point === undefined
          ? []
          : [[fold(name), { name: name === "Merkez" ? province.name : name, ...point }]];
      },
    );
    return [
      {
        province,
        at: { name: province.name, lat: found.lat, lng: found.lng },
        districts: new Map(known),
      },
    ];
  });
}
