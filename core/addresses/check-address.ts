/**
 * The rules an address must meet, and its place brought into canonical form. Pure but for the geo data.
 *
 * Senders are checked by the interface's limits; recipients field by field, so that the caller learns which one
 * is empty by its code.
 */
import { AppError, type ErrorCode } from "../base/errors.ts";
import type { Geo } from "../geo/geo.service.ts";
import type { AddressInput } from "./addresses.schema.ts";

export type ResolvedPlace = Pick<AddressInput, "countryCode" | "cityCode" | "cityName" | "districtName" | "state"> & { districtID: number };

type PlaceCodes = { readonly country: ErrorCode; readonly city: ErrorCode; readonly district: ErrorCode };

const RECIPIENT_CODES: PlaceCodes = { country: "E1131", city: "E1130", district: "E1132" };
const PLAIN_CODES: PlaceCodes = { country: "E1085", city: "E1085", district: "E1085" };

/** @throws AppError E1085 naming the field. */
export function checkSender(geo: Geo, input: AddressInput): ResolvedPlace {
  if (input.name.length < 4) throw new AppError("E1085", "name: a sender's name has at least 4 characters.");
  if (!/^\+90\d{10}$/.test(input.phone)) throw new AppError("E1085", "phone: a sender's phone starts with +90, has no spaces and 13 characters, as +905051234567.");
  if (input.address1 === "") throw new AppError("E1085", "address1: must not be empty.");
  return resolvePlace(geo, input, PLAIN_CODES);
}

/** For POST /addresses. @throws AppError E1085 naming the field. */
export function checkSavedRecipient(geo: Geo, input: AddressInput): ResolvedPlace {
  for (const field of ["name", "email", "phone", "address1"] as const) {
    if (input[field] === "") throw new AppError("E1085", `${field}: must not be empty.`);
  }
  return resolvePlace(geo, input, PLAIN_CODES);
}

/**
 * For a recipient inside a shipment.
 *
 * @param needs.email Whether this form of the request requires an e-mail.
 * @throws AppError E1129 to E1136
 */
export function checkRecipient(geo: Geo, input: AddressInput, needs: { readonly email: boolean }): ResolvedPlace {
  if (input.name === "") throw new AppError("E1133");
  if (input.phone === "") throw new AppError("E1134");
  if (needs.email && input.email === "") throw new AppError("E1136");
  if (input.address1 === "") throw new AppError("E1129");
  return resolvePlace(geo, input, RECIPIENT_CODES);
}

function resolvePlace(geo: Geo, input: AddressInput, codes: PlaceCodes): ResolvedPlace {
  const { countryCode } = input;
  if (countryCode === "") throw new AppError(codes.country, "countryCode: must not be empty; it is an ISO 3166 alpha-2 code, as TR.");
  if (!geo.hasCountry(countryCode)) throw new AppError(codes.country, `countryCode: ${countryCode} is no ISO 3166 alpha-2 code.`);
  if (input.cityCode === "" && input.cityName === "") throw new AppError(codes.city, "cityCode or cityName: one of the two must be given.");

  const city = geo.findCity(countryCode, { code: input.cityCode }) ?? geo.findCity(countryCode, { name: input.cityName });
  if (city === undefined && countryCode === "TR") {
    throw new AppError(codes.city, `cityCode, cityName: no province of Turkey is called "${input.cityCode || input.cityName}". See GET /cities?countryCode=TR.`);
  }
  const cityCode = city?.cityCode ?? input.cityCode;
  const cityName = city?.name ?? input.cityName;
  if (geo.listDistricts(countryCode, cityCode).length === 0) {
    return { countryCode, cityCode, cityName, districtName: input.districtName, districtID: 0, state: input.state };
  }
  if (input.districtID === undefined && input.districtName === "") throw new AppError(codes.district, "districtName or districtID: one of the two must be given.");
  const byID = input.districtID === undefined ? undefined : geo.findDistrict(countryCode, cityCode, { id: input.districtID });
  const district = byID ?? geo.findDistrict(countryCode, cityCode, { name: input.districtName });
  if (district === undefined) {
    const given = input.districtName === "" ? String(input.districtID) : input.districtName;
    throw new AppError(codes.district, `districtName, districtID: ${cityName} has no district "${given}". See GET /districts?countryCode=TR&cityCode=${cityCode}.`);
  }
  return { countryCode, cityCode, cityName, districtName: district.name, districtID: district.districtID, state: input.state };
}
