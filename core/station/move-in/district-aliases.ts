/**
 * Lets programs go on sending the district ids of a server from which an organization has moved: an
 * id that the province does not have here is looked up among that server's ids.
 */
import type { Db } from "../../db/database.ts";
import type { Geo } from "../../shipping/geo/geo.service.ts";
import { findAnyAlias } from "./district-aliases.store.ts";

/** Adds the ids of other servers to the lookup of districts. Our ids come first. */
export function withDistrictAliases(geo: Geo, db: Pick<Db, "sql">): Geo {
  return {
    ...geo,
    findDistrict(countryCode, cityCode, by) {
      const found = geo.findDistrict(countryCode, cityCode, by);
      if (found !== undefined || by.id === undefined || by.id === 0) return found;
      const id = findAnyAlias(db, cityCode, by.id);
      return id === undefined ? undefined : geo.findDistrict(countryCode, cityCode, { id });
    },
  };
}
