/**
 * Finds our districts for addresses of another server, whose district ids are its own: by province
 * and folded name. A district that is not found is a question to a person; nothing is guessed.
 */
import { fold } from "../../base/text.ts";
import type { AddressRow } from "../../shipping/addresses/addresses.service.ts";
import type { District } from "../../shipping/geo/geo.schema.ts";
import { findAlias } from "./district-aliases.store.ts";
import * as store from "./move-in.store.ts";
import type { Moving } from "./moving.ts";
import type { RemoteAddress } from "./read-rows.ts";

type Columns = Pick<
  AddressRow,
  "countryCode" | "cityCode" | "cityName" | "districtID" | "districtName"
>;
/** `place`: key of the question about an unknown district; "" when it is known or has no question. */
export type Placed = { readonly columns: Columns; readonly place: string };

type Written = Pick<
  RemoteAddress,
  "countryCode" | "cityCode" | "cityName" | "districtID" | "districtName"
>;

/** Finds the place of an address. */
export function placeOf(moving: Moving, address: Written): Placed {
  const { geo } = moving.deps;
  const { countryCode, districtName } = address;
  const city =
    geo.findCity(countryCode, { code: address.cityCode }) ??
    geo.findCity(countryCode, { name: address.cityName });
  const columns = {
    countryCode,
    cityCode: city?.cityCode ?? address.cityCode,
    cityName: city?.name ?? address.cityName,
    districtID: 0,
    districtName,
  };
  if (city === undefined || geo.listDistricts(countryCode, city.cityCode).length === 0)
    return { columns, place: "" };
  const place = `${city.cityCode} ${districtName === "" ? `#${address.districtID}` : fold(districtName)}`;
  const found = findDistrict(moving, city.cityCode, place, address);
  return found === undefined
    ? { columns, place }
    : {
        columns: { ...columns, districtID: found.districtID, districtName: found.name },
        place: "",
      };
}

function findDistrict(
  { deps, accountID }: Moving,
  cityCode: string,
  place: string,
  { countryCode, districtName, districtID }: Written,
): District | undefined {
  const byName =
    districtName === ""
      ? undefined
      : deps.geo.findDistrict(countryCode, cityCode, { name: districtName });
  if (byName !== undefined) return byName;
  const alias =
    districtName === ""
      ? findAlias(deps.db, { accountID, cityCode, alias: districtID })
      : undefined;
  const chosen = store.findQuestion(deps.db, { accountID, kind: "district", key: place })?.choice;
  const id = alias ?? Number(chosen ?? "");
  return id > 0 ? deps.geo.findDistrict(countryCode, cityCode, { id }) : undefined;
}

/** Asks a person which of our districts an address means; needs an open transaction. */
export function askDistrict(
  { deps, accountID }: Moving,
  { columns, place }: Placed,
  districtID: number,
): void {
  if (place === "") return;
  const { districtName, cityName } = columns;
  store.insertQuestion(deps.db, {
    accountID,
    kind: "district",
    key: place,
    text: `${districtName === "" ? `#${districtID}` : districtName} / ${cityName}`,
  });
}
