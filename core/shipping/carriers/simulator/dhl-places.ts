/**
 * Writes the lists of provinces and districts of the simulated DHL eCommerce: the product's, in
 * capitals, with numbers behind the provinces. One district has another name than ours.
 */
import { join } from "node:path";
import { loadGeo, type Geo } from "../../geo/geo.service.ts";

const RESOURCES = join(import.meta.dirname, "../../../../resources");
/** Number of a district: ours and this. */
const FIRST_CODE = 100_000;
const RENAMED: Readonly<Record<string, string>> = { Adalar: "PRENS ADALARI" };

let loaded: Geo | undefined;
const geo = (): Geo => (loaded ??= loadGeo(RESOURCES));

/** Writes the provinces. */
export function citiesAnswer(): unknown {
  return geo()
    .listCities("TR")
    .map(({ cityCode, name }) => ({
      code: cityCode,
      name: `${name.toLocaleUpperCase("tr")}  ${cityCode}`,
    }));
}

/** Writes the districts of a province; undefined for an unknown code. */
export function districtsAnswer(cityCode: string): unknown {
  const city = geo().findCity("TR", { code: cityCode });
  return city === undefined || cityCode.length !== 2
    ? undefined
    : geo()
        .listDistricts("TR", cityCode)
        .map(({ districtID, name }) => ({
          cityCode,
          cityName: city.name.toLocaleUpperCase("tr"),
          code: String(FIRST_CODE + districtID),
          name: RENAMED[name] ?? name.toLocaleUpperCase("tr"),
        }));
}

/** Returns whether a district belongs to a province. */
export function isKnownDistrict(cityCode: number, districtCode: number): boolean {
  return geo()
    .listDistricts("TR", String(cityCode).padStart(2, "0"))
    .some(({ districtID }) => districtID === districtCode - FIRST_CODE);
}
