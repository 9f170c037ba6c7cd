/**
 * Serves /cities and /districts, which need no token, and /countries and /station/geo, which do.
 */
import { errors } from "../../base/errors.ts";
import { wrapOne, wrapWhole } from "../../http/envelope.ts";
import { serve, type Route } from "../route.ts";
import { findPlaces } from "./find-places.ts";
import * as api from "./geo.api.ts";
import type { District } from "./geo.schema.ts";
import type { Geo } from "./geo.service.ts";

export const geoRoutes: readonly Route[] = [
  serve(api.listCities, ({ deps }, { query }) => {
    if (query.cityCode === "") return wrapWhole(deps.geo.listCities(query.countryCode));
    const city = deps.geo.findCity(query.countryCode ?? "TR", { code: query.cityCode });
    if (city === undefined) throw errors.cityNotFound();
    return wrapOne(city);
  }),
  serve(api.listDistricts, ({ deps }, { query }) => {
    if (query.countryCode === undefined)
      throw errors.badRequest("countryCode: is required, for example TR.");
    return deps.geo.listDistricts(
      query.countryCode,
      query.cityCode === "" ? undefined : query.cityCode,
    );
  }),
  serve(api.getDistrict, ({ deps }, { params }) => requireDistrict(deps.geo, params.districtID)),
  serve(api.listCountries, ({ deps }) => deps.geo.listCountries()),
  serve(api.listPlaces, ({ deps }, { query }) => ({
    list: findPlaces(deps.geo, query.search, query.limit),
  })),
  serve(api.listNeighbourhoods, ({ deps }, { params }) => {
    const { districtID, cityCode } = requireDistrict(deps.geo, params.districtID);
    return {
      neighbourhoods: [...deps.geo.listNeighbourhoods(districtID)],
      postalCodes: [...deps.geo.listPostalCodes(cityCode)],
    };
  }),
];

/** Gets a district. @throws AppError E2014 when no district has this id. */
function requireDistrict(geo: Geo, id: string): District {
  if (!/^\d{1,9}$/.test(id)) throw errors.districtNotFound();
  return geo.getDistrict(Number(id));
}
